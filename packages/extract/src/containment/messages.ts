import type { Extraction, ExtractionFailure } from '../extraction.ts'

export interface Order {
  path: string
}

/** First message of a child process, once loaded. If it dies after this, the file is at fault. */
export const ready = 'ready'

/** `unexpected` names an error that says nothing about the file; it holds none of its text. */
export type Answer = { extraction: Extraction } | { failure: ExtractionFailure; message: string } | { unexpected: string }
