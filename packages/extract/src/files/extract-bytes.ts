import { readDoc } from '../doc/doc.ts'
import { readDocx } from '../docx/docx.ts'
import {
  type Extraction,
  ExtractionError,
  type ExtractionLimits,
  extractionLimits,
  type Reading,
  ScannedPagesError,
} from '../extraction/extraction.ts'
import type { FileType } from '../extraction/file-types.ts'
import { readPdf } from '../pdf/pdf.ts'
import type { Recognition } from '../recognition/recognise-pages.ts'
import { readTxt } from '../txt/txt.ts'
import { sniffFileType } from './file-type.ts'
import { failureOfOtherType } from './unreadable-type.ts'

/**
 * Reads a file in this process. Every failure of the file is an `ExtractionError`; other errors are ours. A
 * hostile file can exhaust time and memory, so files from outside must go through `createExtractor`.
 * `characterMaps` is the folder of the maps that PDFs name instead of containing them.
 */
export async function extractBytes(
  bytes: Uint8Array,
  limits: ExtractionLimits = extractionLimits,
  recognition?: Recognition,
  characterMaps?: string,
): Promise<Extraction> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length === 0) throw new ExtractionError('file_empty')
  if (buffer.length > limits.fileBytes) throw new ExtractionError('content_too_large')
  const fileType = await sniffFileType(buffer)
  if (fileType === null) throw new ExtractionError(await failureOfOtherType(buffer))
  const reading = await read(fileType, buffer, limits, recognition, characterMaps).catch((cause: unknown) => {
    throw cause instanceof ExtractionError ||
      cause instanceof ScannedPagesError ||
      fileType === 'txt' ||
      isSystemError(cause)
      ? cause
      : new ExtractionError('file_damaged', {}, { cause })
  })
  if (!reading.paragraphs.some((paragraph) => /[\p{L}\p{N}]/u.test(paragraph)))
    throw new ExtractionError('file_empty')
  const text = reading.paragraphs.join('\n\n')
  if (text.length > limits.characters) throw new ExtractionError('content_too_large')
  return { fileType, ...reading, text, facts: reading.facts.filter((fact) => fact.count !== 0) }
}

async function read(
  fileType: FileType,
  bytes: Buffer,
  limits: ExtractionLimits,
  recognition?: Recognition,
  characterMaps?: string,
): Promise<Reading> {
  switch (fileType) {
    case 'pdf':
      return readPdf(bytes, limits, recognition, characterMaps)
    case 'docx':
      return readDocx(bytes, limits)
    case 'doc':
      return readDoc(bytes, limits)
    case 'txt':
      return { paragraphs: readTxt(bytes), pageCount: null, facts: [] }
  }
}

/**
 * An operating system error says nothing about the file. Plain text has no structure that could be damaged.
 */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'errno' in error
}
