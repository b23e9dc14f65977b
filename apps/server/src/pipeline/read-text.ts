import { type ExtractedFact, type Extractor, type FileType, paragraphsOfText } from '@penmark/extract'

/** What is counted, scored and shown, with what was found in the file. */
export interface ReadText {
  text: string
  pageCount: number | null
  /** What the whole file turned out to be; null for a pasted text. */
  fileType: FileType | null
  facts: ExtractedFact[]
}

/** Text in a form that the database can hold and that hashes the same everywhere. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** Reads a file in a contained child. Throws `ExtractionError` with the teacher's sentence for a file that cannot be read. */
export async function readFileText(extractor: Extractor, path: string, signal: AbortSignal): Promise<ReadText> {
  const { text, pageCount, fileType, facts } = await extractor.extract(path, signal)
  return { text: storable(text), pageCount, fileType, facts }
}

/** Takes pasted text apart as a plain text file would be, so that both give the same score. */
export function readPastedText(pasted: string): string {
  return paragraphsOfText(pasted).join('\n\n')
}
