import type { Extraction, ExtractionFailure } from '../extraction.ts'
import type { EngineFiles } from '../recognition/engine.ts'

export interface Order {
  path: string
  /** Given if pages that are pictures are to be read. */
  engine?: EngineFiles
}

/** First message of a child process, once loaded. If it dies after this, the file is at fault. */
export const ready = 'ready'

/** `unexpected` names an error unrelated to the file; it contains none of its text. */
export type Answer =
  | { extraction: Extraction }
  | { scannedPages: true }
  | { failure: ExtractionFailure; message: string }
  | { unexpected: string }

/** Sent before each scanned page is read. */
export interface PageProgress {
  page: number
  pages: number
}

export type ChildMessage = typeof ready | PageProgress | Answer
