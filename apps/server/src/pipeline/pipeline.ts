import type { FrozenReport } from '@penmark/contract'
import { countWords } from '@penmark/detector'
import { createExtractor, createLimiter, ExtractionError, type ExtractionFailure, type Limiter } from '@penmark/extract'
import type { DetectOptions } from './detector-pool.ts'
import { type ReadText, readFileText, readPastedText } from './read-text.ts'
import { makeReport } from './report.ts'
import { createScorer, type Scorer } from './score.ts'

/** Extract, score, report: everything between a stored file and its result. It knows no database. */
export interface Pipeline {
  readonly detector: Pick<Scorer, 'name' | 'version' | 'modelHash' | 'minimumWords' | 'rates'>
  /**
   * Runs as many as files are read at a time, and one more that fetches its file meanwhile: a copy of every file that waits would fill the disk.
   */
  limitFiles: Limiter['run']
  /** Throws `ExtractionError` (final, with the teacher's sentence) or anything else (try again). */
  readFile(path: string, signal: AbortSignal): Promise<ReadText>
  readPasted(text: string): ReadText
  countWords(text: string): number
  /** Throws a `Problem` (final, with the teacher's sentence) for a text that takes too long. */
  report(document_id: string, read: ReadText, words: number, options: DetectOptions): Promise<FrozenReport>
  close(): Promise<void>
}

export interface PipelineOptions {
  modelFile: string
  /** Paths of the bundled extraction child, its snapshot and the detector thread; without them all run from source. */
  programs?: { extractChild: string; extractSnapshot: string; detectorThread: string }
  jobsAtOnce: number
}

export async function createPipeline({ modelFile, programs, jobsAtOnce }: PipelineOptions): Promise<Pipeline> {
  const scorer = await createScorer(modelFile, { bundled: programs?.detectorThread })
  const bundled = programs && { childEntry: programs.extractChild, snapshot: programs.extractSnapshot }
  const extractor = createExtractor({ maxConcurrent: jobsAtOnce, ...bundled })
  return {
    detector: scorer,
    limitFiles: createLimiter(jobsAtOnce + 1).run,
    readFile: (path, signal) => readFileText(extractor, path, signal),
    readPasted: readPastedText,
    countWords,
    async report(document_id, { text, facts }, words, options) {
      const detection = await scorer.detect(text, options)
      return makeReport({ document_id, text, words, detection, facts, detector: scorer, now: new Date() })
    },
    async close() {
      await Promise.all([extractor.close(), scorer.close()])
    },
  }
}

export interface FinalFailure {
  /** The sentence for the teacher. */
  reason: string
  /** Whether another try can succeed: `useless` content never, `doubtful` content perhaps, `good` content failed through no fault of its own. */
  content: 'useless' | 'doubtful' | 'good'
}

const doubtful: ExtractionFailure[] = ['too-slow', 'too-much-memory']

/** Why a file can never be read; null when the failure may pass. */
export function finalFailure(error: unknown): FinalFailure | null {
  if (!(error instanceof ExtractionError)) return null
  return { reason: error.message, content: doubtful.includes(error.failure) ? 'doubtful' : 'useless' }
}

/** What is thrown for a text of punctuation alone. */
export function noWords(): ExtractionError {
  return new ExtractionError(
    'empty',
    'This text contains no words, only punctuation or other symbols. Nothing was counted against your allowance. Check that it is the right one and submit it again.',
  )
}
