import type { Extraction, FailureParams } from '../extraction/extraction.ts'
import type { FileFailureCode } from '../extraction/failures.ts'
import type { EngineFiles } from '../recognition/engine.ts'

export interface ReadRequest {
  path: string
  /** Folder of the character maps for PDFs. */
  characterMaps: string
  /** Set if pages that are pictures are to be recognised. */
  engine?: EngineFiles
}

/**
 * First message of a child process, once loaded. If it ends after this without a result, the file is at
 * fault.
 */
export const ready = 'ready'

/** `unexpected` names an error unrelated to the file; it contains none of its text. */
export type ReadResult =
  | { extraction: Extraction }
  | { scannedPages: true }
  | { failure: FileFailureCode; params: FailureParams }
  | { unexpected: string }

/** Sent before each scanned page is read. */
export interface PageProgress {
  page: number
  pages: number
}

export type ChildMessage = typeof ready | PageProgress | ReadResult
