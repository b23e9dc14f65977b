import type { PublishedRate } from '@penmark/contract'
import type { Detection } from '@penmark/detector'

/** What the detector's thread is told. */
export interface Question {
  id: number
  text: string
}

/** What it says: once that it is loaded, then an answer to every question. */
export type ThreadMessage =
  | { kind: 'ready'; name: string; version: string; modelHash: string; minimumWords: number; rates: PublishedRate[] }
  | { kind: 'detected'; id: number; detection: Detection }
  | { kind: 'failed'; id: number; error: Error }
