import type { Extraction, ExtractionFailure } from '../extraction.ts'

export interface Order {
  path: string
}

export type Answer = { extraction: Extraction } | { failure: ExtractionFailure; message: string }
