import {
  type ExtractedFact,
  extractionLimits,
  type FileType,
  maxScannedPages,
  paragraphsOfText,
  sniffHead,
} from '@penmark/extract'

/** Limits of one file, as the readers enforce them. */
export const fileLimits = { ...extractionLimits, scannedPages: maxScannedPages }

/**
 * The apparent file type by its first bytes; null when it is none of ours. Only the isolated child reads the
 * rest.
 */
export function fileTypeOf(head: Uint8Array, sizeBytes: number): Promise<FileType | null> {
  return sniffHead(head, sizeBytes)
}

/** The text that is counted, scored and shown, with the file's facts. */
export interface ReadText {
  text: string
  pageCount: number | null
  /** The type of the whole file; null for a pasted text. */
  fileType: FileType | null
  facts: ExtractedFact[]
}

/** Text that the database can store and that hashes the same everywhere. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** Normalises pasted text like a plain text file, so that both give the same score. */
export function readPastedText(pasted: string): string {
  return paragraphsOfText(pasted).join('\n\n')
}
