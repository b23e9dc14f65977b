import type { PublishedRate } from '@penmark/contract'
import type { Detection } from '@penmark/detector'
import type { ExtractedFact } from '@penmark/extract'

/** What a detector thread is started with. */
export interface DetectorThreadData {
  modelFile: string
  /** Whether it runs at a lower priority, because it scores the long texts. */
  lowPriority: boolean
  /** See `compiled-code.ts`. */
  gate: SharedArrayBuffer
}

/** A request about one text: normalise a pasted text, count its words, or score it. */
export interface DetectorRequest {
  kind: 'normalise' | 'count' | 'score'
  text: string
}

/** What is known about a text: what the detector says of it, and facts about its references. */
export interface ScoredText {
  detection: Detection
  references: ExtractedFact[]
}

export type DetectorAnswer =
  | { kind: 'normalise'; text: string }
  | { kind: 'count'; words: number }
  | ({ kind: 'score' } & ScoredText)

/** Requests that a detector thread handles in order and answers together. */
export interface RequestBatch {
  id: number
  requests: DetectorRequest[]
}

export type RequestOutcome = { answer: DetectorAnswer } | { error: Error }

/** What a thread sends: once that the model is loaded, then the outcomes of each batch. */
export type ThreadMessage =
  | {
      kind: 'ready'
      /** The thread's system id on Linux; null elsewhere. */
      systemThread: number | null
      name: string
      version: string
      modelHash: string
      minimumWords: number
      rates: PublishedRate[]
    }
  | { kind: 'done'; id: number; outcomes: RequestOutcome[] }
