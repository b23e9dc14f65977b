import { type FrozenReport, Problem, type Reason } from '@penmark/contract'
import {
  createFairLimiter,
  ExtractionError,
  type ExtractionFailure,
  type FairLimiter,
  type RecogniseOptions,
  ScannedPagesError,
} from '@penmark/extract'
import { reason } from '../problems/reason.ts'
import type { DetectOptions } from './detector-pool.ts'
import { type ReadText, readFileText, recogniseFileText } from './extract.ts'
import { createReader } from './reader.ts'
import { createScorer, makeReport, type Scorer } from './report.ts'

/** Extract, score, report: everything between a stored file and its result, without a database. */
export interface Pipeline {
  readonly detector: Pick<Scorer, 'name' | 'version' | 'modelHash' | 'minimumWords' | 'rates'>
  /**
   * Limits how many files are read at once, plus one that is fetched meanwhile: copies of all waiting files would fill the disk. A second
   * owner always gets one more.
   */
  limitFiles: FairLimiter['run']
  /**
   * Throws `ExtractionError` (final, with a message for the teacher), `ScannedPagesError` (to be read by `recogniseFile`) or another error
   * (retry).
   */
  readFile(path: string, options: ReadOptions): Promise<ReadText>
  /** Reads the pages of a scan, which takes seconds for each. Throws like `readFile`. The queue limits how many are read at once. */
  recogniseFile(path: string, options: RecogniseOptions): Promise<ReadText>
  readPasted(text: string, options: DetectOptions): Promise<ReadText>
  countWords(text: string, options: DetectOptions): Promise<number>
  /** Throws a `Problem` (final, with a message for the teacher) for a text that takes too long. */
  report(document_id: string, read: ReadText, words: number, options: DetectOptions): Promise<FrozenReport>
  close(): Promise<void>
}

export interface ReadOptions {
  signal: AbortSignal
  owner: string
}

export interface PipelineOptions {
  modelFile: string
  /** Paths of the bundled extraction child, its snapshot and the threads; by default all run from source. */
  programs?: { extractChild: string; extractSnapshot: string; readerThread: string; detectorThread: string }
  jobsAtOnce: number
}

export async function createPipeline({ modelFile, programs, jobsAtOnce }: PipelineOptions): Promise<Pipeline> {
  const scorer = await createScorer(modelFile, { bundled: programs?.detectorThread })
  const bundled = programs && { bundled: programs.readerThread, childEntry: programs.extractChild, snapshot: programs.extractSnapshot }
  // A file may take half a minute. The extra slot ensures that one owner's files never block another's.
  const reader = createReader({ maxConcurrent: jobsAtOnce + 1, ...bundled })
  const readers = createFairLimiter(jobsAtOnce + 1, jobsAtOnce)
  return {
    detector: scorer,
    limitFiles: createFairLimiter(jobsAtOnce + 2, jobsAtOnce + 1).run,
    readFile: (path, options) => readers.run(() => readFileText(reader, path, options), options),
    recogniseFile: (path, options) => recogniseFileText(reader, path, options),
    async readPasted(text, options) {
      return { text: await scorer.readPasted(text, options), pageCount: null, fileType: null, facts: [] }
    },
    countWords: scorer.countWords,
    async report(document_id, { text, fileType, facts }, words, options) {
      const detection = await scorer.detect(text, options)
      return makeReport({ document_id, text, words, ...detection, fileType, facts, detector: scorer, now: new Date() })
    },
    async close() {
      await Promise.all([reader.close(), scorer.close()])
    },
  }
}

export interface FinalFailure {
  reason: Reason
  /** Whether a retry can succeed: never with `useless` content, perhaps with `doubtful` content; `good` content was not at fault. */
  content: 'useless' | 'doubtful' | 'good'
}

const doubtful: ExtractionFailure[] = ['too-slow', 'too-much-memory', 'unreadable-scan']

/** Why a document can never be read; null when the failure may be temporary. */
export function finalFailure(error: unknown): FinalFailure | null {
  if (error instanceof Problem) return { reason: error.reason ?? reason('reading_failed'), content: 'doubtful' }
  if (error instanceof NoWordsError) return { reason: reason('text_without_words'), content: 'useless' }
  if (!(error instanceof ExtractionError)) return null
  const { code, params, failure } = error
  return { reason: { code, params }, content: doubtful.includes(failure) ? 'doubtful' : 'useless' }
}

/** What is wrong with a file that can never be read; null when the failure may be temporary. */
export function readFailure(error: unknown): ExtractionFailure | null {
  return error instanceof ExtractionError ? error.failure : null
}

/** A text of punctuation alone. */
export class NoWordsError extends Error {
  override readonly name = 'NoWordsError'
}

/** Whether a file has pages that are pictures, which `recogniseFile` reads. */
export function needsRecognition(error: unknown): boolean {
  return error instanceof ScannedPagesError
}
