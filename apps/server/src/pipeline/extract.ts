import {
  type ExtractedFact,
  type ExtractOptions,
  type Extractor,
  extractionLimits,
  type FileType,
  maxScannedPages,
  paragraphsOfText,
  type RecogniseOptions,
  sniffHead,
} from '@penmark/extract'

export { type ListedWork, listedWorks, matchByDoi, matchByTitle } from '@penmark/extract'

/** Limits of one file, as the readers enforce them. */
export const fileLimits = { ...extractionLimits, scannedPages: maxScannedPages }

/** The apparent file type by its first bytes; null when it is none of ours. Only the isolated child reads the rest. */
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

/** Reads a file in an isolated child. Throws `ExtractionError` with a message for the teacher for an unreadable file. */
export async function readFileText(extractor: Extractor, path: string, options: ExtractOptions): Promise<ReadText> {
  const { text, pageCount, fileType, facts } = await extractor.extract(path, options)
  return { text: storable(text), pageCount, fileType, facts }
}

/** Reads a file whose pages are pictures by text recognition, in an isolated child. Throws like `readFileText`. */
export async function recogniseFileText(extractor: Extractor, path: string, options: RecogniseOptions): Promise<ReadText> {
  const { text, pageCount, fileType, facts } = await extractor.recognise(path, options)
  return { text: storable(text), pageCount, fileType, facts }
}

/** Normalises pasted text like a plain text file, so that both give the same score. */
export function readPastedText(pasted: string): string {
  return paragraphsOfText(pasted).join('\n\n')
}
