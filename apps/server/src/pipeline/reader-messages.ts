import type { Extraction, ExtractionFailure, PageProgress } from '@penmark/extract'

/** To the reader's thread: read a file, give a file up, or end all children and then the thread. */
export type Order = { kind: 'read' | 'recognise'; id: number; path: string } | { kind: 'stop'; id: number } | { kind: 'close' }

/** An error loses its class and name between threads, so they are sent as data. */
export type Outcome =
  | { extraction: Extraction }
  | { scannedPages: true }
  | { failure: ExtractionFailure; message: string }
  | { error: { name: string; message: string } }

/** How reading a file ended. */
export interface Read {
  id: number
  outcome: Outcome
}

/** A scanned page is about to be read. */
export interface PageBegun {
  id: number
  progress: PageProgress
}
