import type { PublishedRate } from '@penmark/contract'
import type { DetectionRecord } from '@penmark/detector'
import type { ExtractedFact } from '@penmark/extract'

/** What a detector thread is started with. */
export interface DetectorThreadData {
  modelFile: string
  /** Whether it runs at a lower priority, because it scores the long texts. */
  lowPriority: boolean
}

/** A request about one text: normalise a pasted one, count its words, or score it. */
export interface Request {
  kind: 'read' | 'count' | 'judge'
  text: string
}

/** What is known about a text: the detector's record and facts about its references. */
export interface Detection {
  record: DetectionRecord
  references: ExtractedFact[]
}

export type Answer = { kind: 'read'; text: string } | { kind: 'count'; words: number } | ({ kind: 'judge' } & Detection)

/** Requests to the detector's thread that are handled in order and answered together. */
export interface Question {
  id: number
  requests: Request[]
}

export type Outcome = { answer: Answer } | { error: Error }

/** Messages of the thread: first that the model is loaded, then the results of each question's requests. */
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
  | { kind: 'done'; id: number; outcomes: Outcome[] }
