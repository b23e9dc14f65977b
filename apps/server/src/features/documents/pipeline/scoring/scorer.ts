import { createHash } from 'node:crypto'
import os from 'node:os'
import type { Worker } from 'node:worker_threads'
import { type Findings, type FrozenReport, severityOf } from '@penmark/contract'
import { countWords, type Detection } from '@penmark/detector'
import { createGate, terminateOutside } from '@penmark/detector/compiled-code'
import { type ExtractedFact, type FileType, reliableReferences } from '@penmark/extract'
import { type ReadText, readPastedText } from '../reading/text.ts'
import type { DetectorThreadData, ScoredText } from './detector-messages.ts'
import {
  createDetectorPool,
  type DetectOptions,
  type DetectorPool,
  type PoolOptions,
  type Ready,
} from './detector-pool.ts'
import { startThread } from './start-thread.ts'

/** The names of fields that `A` has, at any depth, and `B` lacks. */
type Lacking<A, B> = A extends readonly (infer One)[]
  ? B extends readonly (infer Other)[]
    ? Lacking<One, Other>
    : never
  : A extends object
    ?
        | Exclude<keyof A, keyof B>
        | { [K in keyof A & keyof B]: Lacking<A[K], NonNullable<B[K]>> }[keyof A & keyof B]
    : never

/**
 * A field that the contract does not declare would be dropped when the report is sent. So it is asked for here
 * as something that no detection has, and does not compile.
 */
type Declared = Detection & Record<Lacking<Detection, Findings>, never>

interface ReportInput extends ScoredText {
  document_id: string
  text: string
  /** Words as counted against the allowance. */
  words: number
  detection: Declared
  /** Null for pasted text. */
  fileType: FileType | null
  /** Facts about the file. */
  facts: ExtractedFact[]
  detector: Pick<Scorer['detector'], 'name' | 'version' | 'modelHash'>
  now: Date
}

/** The frozen result of a document. */
export function makeReport({
  document_id,
  text,
  words,
  detection,
  references,
  fileType,
  facts,
  detector,
  now,
}: ReportInput): FrozenReport {
  return {
    ...detection,
    document_id,
    status: 'COMPLETED',
    status_reason: null,
    words,
    paragraph_results: detection.results,
    facts: [...detection.facts, ...reliableReferences(references, { fileType, facts }), ...facts].map(
      (fact) => ({
        ...fact,
        severity: severityOf(fact),
      }),
    ),
    detector: { name: detector.name, version: detector.version, model_hash: detector.modelHash },
    text_hash: createHash('sha256').update(text).digest('hex'),
    created_at: now.toISOString(),
  }
}

/** Scores texts in threads of its own. */
export interface Scorer extends Pick<DetectorPool, 'close'> {
  readonly detector: Omit<Ready, 'kind' | 'systemThread'>
  detect(text: string, options: DetectOptions): Promise<ScoredText>
  /** A pasted text, normalised like a plain text file. */
  readPasted(text: string, options: DetectOptions): Promise<ReadText>
  countWords(text: string, options: DetectOptions): Promise<number>
  /**
   * The frozen result of a text. Throws a `Problem` (final, with a message for the teacher) for a text that
   * takes too long.
   */
  report(document_id: string, read: ReadText, words: number, options: DetectOptions): Promise<FrozenReport>
}

interface ScorerOptions extends Partial<Pick<PoolOptions, 'size' | 'limitMs' | 'maxWaiting'>> {
  /** Path of the bundled thread; by default it runs from source. */
  bundled?: string | undefined
}

/**
 * A page or two: the slowest, a series of accents, takes 35 ms. Longer texts run in a thread, because a
 * million characters would block this process for up to four seconds.
 */
const inProcessCharacters = 10_000

/** Loads a model into its own threads, so that scoring never blocks the API. */
export async function createScorer(
  modelFile: string,
  { bundled, ...options }: ScorerOptions = {},
): Promise<Scorer> {
  const size = Math.min(2, os.availableParallelism())
  const gates = new WeakMap<Worker, SharedArrayBuffer>()
  const pool = createDetectorPool({
    startThread: (lane) => {
      const gate = createGate()
      const data: DetectorThreadData = { modelFile, lowPriority: lane === 'long', gate }
      const thread = startThread(new URL('./detector-thread.ts', import.meta.url), bundled, data)
      gates.set(thread, gate)
      return thread
    },
    stopThread: (thread) => terminateOutside(thread, gates.get(thread) ?? createGate()),
    size,
    ...options,
  })
  const { kind: _, systemThread: __, ...detector } = await pool.open()
  const unexpected = () => new Error('The detector answered another question.')
  const detect = async (text: string, options: DetectOptions) => {
    const answer = await pool.ask({ kind: 'score', text }, options)
    if (answer.kind !== 'score') throw unexpected()
    return { detection: answer.detection, references: answer.references }
  }
  const normalise = async (text: string, options: DetectOptions) => {
    if (text.length <= inProcessCharacters) return readPastedText(text)
    const answer = await pool.ask({ kind: 'normalise', text }, options)
    if (answer.kind !== 'normalise') throw unexpected()
    return answer.text
  }
  return {
    detector,
    detect,
    readPasted: async (text, options) => ({
      text: await normalise(text, options),
      pageCount: null,
      fileType: null,
      facts: [],
    }),
    async countWords(text, options) {
      if (text.length <= inProcessCharacters) return countWords(text)
      const answer = await pool.ask({ kind: 'count', text }, options)
      if (answer.kind !== 'count') throw unexpected()
      return answer.words
    },
    async report(document_id, { text, fileType, facts }, words, options) {
      const scored = await detect(text, options)
      return makeReport({
        document_id,
        text,
        words,
        ...scored,
        fileType,
        facts,
        detector,
        now: new Date(),
      })
    },
    close: pool.close,
  }
}
