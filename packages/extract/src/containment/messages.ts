import type { Extraction, ExtractionFailure } from '../extraction.ts'

export interface Order {
  path: string
}

/** What a child says first, once it has loaded: from now on it is the file's fault when it dies. */
export const ready = 'ready'

export type Answer = { extraction: Extraction } | { failure: ExtractionFailure; message: string }
