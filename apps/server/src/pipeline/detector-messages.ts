import type { PublishedRate } from '@penmark/contract'
import type { Detection } from '@penmark/detector'

/** What the detector's thread is told: texts that are judged one after the other and answered together. */
export interface Question {
  id: number
  texts: string[]
}

export type Verdict = { detection: Detection } | { error: Error }

/** What it says: once that it is loaded, then to every question a verdict on each of its texts. */
export type ThreadMessage =
  | { kind: 'ready'; name: string; version: string; modelHash: string; minimumWords: number; rates: PublishedRate[] }
  | { kind: 'judged'; id: number; verdicts: Verdict[] }
