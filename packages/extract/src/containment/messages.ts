import type { Extraction, ExtractionFailure } from '../extraction.ts'

export interface Order {
  path: string
}

/** First message of a child process, once loaded. If it dies after this, the file is at fault. */
export const ready = 'ready'

/** `unexpected` names an error unrelated to the file; it contains none of its text. */
export type Answer = { extraction: Extraction } | { failure: ExtractionFailure; message: string } | { unexpected: string }
