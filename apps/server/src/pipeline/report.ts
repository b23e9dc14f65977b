import { createHash } from 'node:crypto'
import os from 'node:os'
import type { Worker } from 'node:worker_threads'
import { type FrozenReport, severityOf } from '@penmark/contract'
import { countWords, type DetectionRecord } from '@penmark/detector'
import { createGate, terminateOutside } from '@penmark/detector/compiled-code'
import type { ExtractedFact } from '@penmark/extract'
import type { Detection, DetectorThreadData } from './detector-messages.ts'
import { createDetectorPool, type DetectOptions, type DetectorPool, type PoolOptions, type Ready } from './detector-pool.ts'
import { readPastedText } from './extract.ts'
import { startThread } from './start-thread.ts'

interface ReportInput {
  document_id: string
  text: string
  /** Words as counted against the allowance. */
  words: number
  record: DetectionRecord
  /** Facts about the text's references. */
  references: ExtractedFact[]
  /** Facts about the file. */
  facts: ExtractedFact[]
  detector: Pick<Scorer, 'name' | 'version' | 'modelHash'>
  now: Date
}

/** The frozen result of a document. */
export function makeReport({ document_id, text, words, record, references, facts, detector, now }: ReportInput): FrozenReport {
  return {
    ...record,
    document_id,
    status: 'COMPLETED',
    status_reason: null,
    words,
    paragraph_results: record.results,
    facts: [...record.facts, ...withNotes(references, facts), ...facts].map((fact) => ({ ...fact, severity: severityOf(fact) })),
    detector: { name: detector.name, version: detector.version, model_hash: detector.modelHash },
    text_hash: createHash('sha256').update(text).digest('hex'),
    created_at: now.toISOString(),
  }
}

/** Notes are not part of the text, and whole styles cite in them: beside notes, nothing says that an entry is cited nowhere. */
function withNotes(references: ExtractedFact[], facts: ExtractedFact[]): ExtractedFact[] {
  const hasNotes = facts.some(({ kind, name }) => kind === 'left-out' && name === 'notes')
  return hasNotes ? references.filter(({ kind }) => kind !== 'uncited-reference') : references
}

export interface Scorer extends Omit<Ready, 'kind' | 'systemThread'>, Pick<DetectorPool, 'close'> {
  detect(text: string, options: DetectOptions): Promise<Detection>
  /** A pasted text, normalised like a plain text file. */
  readPasted(text: string, options: DetectOptions): Promise<string>
  countWords(text: string, options: DetectOptions): Promise<number>
}

interface ScorerOptions extends Partial<Pick<PoolOptions, 'size' | 'limitMs' | 'maxWaiting'>> {
  /** Path of the bundled thread; by default it runs from source. */
  bundled?: string | undefined
}

/**
 * A page or two: the slowest, a series of accents, takes 35 ms. Longer texts run in a thread, because a million characters would block this
 * process for up to four seconds.
 */
const inProcessCharacters = 10_000

/** Loads a model into its own threads, so that scoring never blocks the API. */
export async function createScorer(modelFile: string, { bundled, ...options }: ScorerOptions = {}): Promise<Scorer> {
  const size = Math.min(2, os.availableParallelism())
  const gates = new WeakMap<Worker, SharedArrayBuffer>()
  const pool = createDetectorPool({
    startThread: (lane) => {
      const gate = createGate()
      const data: DetectorThreadData = { modelFile, lowPriority: lane === 'long', gate }
      const thread = startThread('./detector-thread.ts', bundled, data)
      gates.set(thread, gate)
      return thread
    },
    stopThread: (thread) => terminateOutside(thread, gates.get(thread) ?? createGate()),
    size,
    ...options,
  })
  const { kind: _, systemThread: __, ...loaded } = await pool.open()
  const unexpected = () => new Error('The detector answered another question.')
  return {
    ...loaded,
    async detect(text, options) {
      const answer = await pool.ask({ kind: 'score', text }, options)
      if (answer.kind !== 'score') throw unexpected()
      return { record: answer.record, references: answer.references }
    },
    async readPasted(text, options) {
      if (text.length <= inProcessCharacters) return readPastedText(text)
      const answer = await pool.ask({ kind: 'normalise', text }, options)
      if (answer.kind !== 'normalise') throw unexpected()
      return answer.text
    },
    async countWords(text, options) {
      if (text.length <= inProcessCharacters) return countWords(text)
      const answer = await pool.ask({ kind: 'count', text }, options)
      if (answer.kind !== 'count') throw unexpected()
      return answer.words
    },
    close: pool.close,
  }
}
