/** Limits for one file; why they exist: docs/decisions/0011-one-process-per-file.md. */
export interface ExtractionLimits {
  /** Bytes of the file itself. */
  fileBytes: number
  /** Pages of a PDF. */
  pages: number
  /** Declared unpacked size of all parts of a DOCX, checked before unpacking. */
  unpackedBytes: number
  /** Parts inside a DOCX. */
  zipEntries: number
  /** UTF-16 units of the extracted text. */
  characters: number
}

export const extractionLimits: ExtractionLimits = {
  fileBytes: 25 * 1024 * 1024,
  pages: 500,
  unpackedBytes: 200 * 1024 * 1024,
  zipEntries: 10_000,
  characters: 2_000_000,
}
