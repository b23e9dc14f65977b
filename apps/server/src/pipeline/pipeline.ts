import type { FrozenReport } from '@penmark/contract'
import { createExtractor, createFairLimiter, ExtractionError, type ExtractionFailure, type FairLimiter } from '@penmark/extract'
import type { DetectOptions } from './detector-pool.ts'
import { type ReadText, readFileText } from './read-text.ts'
import { makeReport } from './report.ts'
import { createScorer, type Scorer } from './score.ts'

/** Extract, score, report: everything between a stored file and its result. It knows no database. */
export interface Pipeline {
  readonly detector: Pick<Scorer, 'name' | 'version' | 'modelHash' | 'minimumWords' | 'rates'>
  /**
   * Runs as many as files are read at a time, and one more that fetches its file meanwhile: a copy of every file that waits would fill the disk.
   * There is always one more for a second owner.
   */
  limitFiles: FairLimiter['run']
  /** Throws `ExtractionError` (final, with the teacher's sentence) or anything else (try again). */
  readFile(path: string, options: ReadOptions): Promise<ReadText>
  readPasted(text: string, options: DetectOptions): Promise<ReadText>
  countWords(text: string, options: DetectOptions): Promise<number>
  /** Throws a `Problem` (final, with the teacher's sentence) for a text that takes too long. */
  report(document_id: string, read: ReadText, words: number, options: DetectOptions): Promise<FrozenReport>
  close(): Promise<void>
}

export interface ReadOptions {
  signal: AbortSignal
  owner: string
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
  // A file may take half a minute. One place more than a single owner gets, so that the files of one never hold up those of another.
  const extractor = createExtractor({ maxConcurrent: jobsAtOnce + 1, ...bundled })
  const readers = createFairLimiter(jobsAtOnce + 1, jobsAtOnce)
  return {
    detector: scorer,
    limitFiles: createFairLimiter(jobsAtOnce + 2, jobsAtOnce + 1).run,
    readFile: (path, options) => readers.run(() => readFileText(extractor, path, options.signal), options),
    async readPasted(text, options) {
      return { text: await scorer.readPasted(text, options), pageCount: null, fileType: null, facts: [] }
    },
    countWords: scorer.countWords,
    async report(document_id, { text, facts }, words, options) {
      const record = await scorer.detect(text, options)
      return makeReport({ document_id, text, words, record, facts, detector: scorer, now: new Date() })
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
