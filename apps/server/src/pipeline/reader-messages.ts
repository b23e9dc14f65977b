import type { Extraction, ExtractionFailure } from '@penmark/extract'

/** To the reader's thread: read a file, give a file up, or end all children and then the thread. */
export type Order = { kind: 'read'; id: number; path: string } | { kind: 'stop'; id: number } | { kind: 'close' }

/** An error loses its class and name between threads, so they are sent as data. */
export type Outcome =
  | { extraction: Extraction }
  | { failure: ExtractionFailure; message: string }
  | { error: { name: string; message: string } }

/** How reading a file ended. */
export interface Read {
  id: number
  outcome: Outcome
}
