import { fileTypeFromBuffer } from 'file-type'
import { isOle, openOle } from '../container/ole.ts'
import { isZip, openZip } from '../container/zip.ts'
import { ExtractionError, extractionLimits } from '../extraction/extraction.ts'
import type { FileType } from '../extraction/file-types.ts'
import { markupOf } from '../markup/kind.ts'
import { decodeText } from '../txt/charset.ts'

/** What no text contains, and almost every other file does within its first bytes. */
const binaryCharacter = /(?!\s)[\p{Cc}\ufffd]/u

/**
 * The file type by content, whatever the name; null when it is none that has a reader. RTF and web pages count as
 * DOC: Word opens them as such. An encrypted or truncated file still has its type, and reading it then
 * reports what is wrong. Never throws.
 */
export async function sniffFileType(bytes: Uint8Array): Promise<FileType | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isPdf(buffer)) return 'pdf'
  if (isZip(buffer)) return (await isDocx(buffer)) ? 'docx' : null
  if (isOle(buffer)) return oleType(buffer)
  const text = decodeText(buffer)
  const markup = markupOf(buffer, text)
  if (markup !== null) return markup === 'other' ? null : 'doc'
  if (text === null) return null
  // The first letters of an essay ("BMW", "The free") may be those by which files of pictures or films are
  // known.
  const isProse = !binaryCharacter.test(text.slice(0, headBytes))
  return isProse ||
    (await fileTypeFromBuffer(buffer.subarray(0, headBytes)).catch(() => undefined)) === undefined
    ? 'txt'
    : null
}

/** How many bytes from the beginning of a file `sniffHead` inspects. */
export const headBytes = 65_536

/** Parts that only spreadsheets and presentations have. */
const otherOpenXmlNames = ['xl/workbook', 'xl/worksheets/', 'xl/styles', 'ppt/presentation', 'ppt/slides/']
const openXmlNames = ['[Content_Types].xml', 'word/', '_rels/', 'docProps/', 'customXml/']
const utf16 = (name: string) => Buffer.from(name, 'utf16le')

/**
 * The likely type of a file of `sizeBytes` by its first `headBytes`, in bounded time. A type that only the
 * whole file could rule out counts as likely; reading the file then decides. Never throws.
 */
export async function sniffHead(head: Uint8Array, sizeBytes: number): Promise<FileType | null> {
  const buffer = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, headBytes))
  if (sizeBytes <= buffer.length) return sniffFileType(buffer)
  if (isPdf(buffer)) return 'pdf'
  if (isZip(buffer)) return zipTypeOfHead(buffer)
  if (isOle(buffer)) return oleTypeOfHead(buffer)
  return sniffFileType(withoutCutCharacter(buffer))
}

async function zipTypeOfHead(head: Buffer): Promise<FileType | null> {
  const known = await fileTypeFromBuffer(head).catch(() => undefined)
  if (known !== undefined && known.ext !== 'zip') return known.ext === 'docx' ? 'docx' : null
  const holds = (name: string) => head.includes(name)
  return openXmlNames.some(holds) && !otherOpenXmlNames.some(holds) ? 'docx' : null
}

/** The list of streams may be anywhere in the file, outside the head: most such files are Word documents. */
function oleTypeOfHead(head: Buffer): FileType | null {
  if (head.includes(utf16('EncryptedPackage'))) return 'docx'
  if (head.includes(utf16('WordDocument'))) return 'doc'
  return head.includes(utf16('Workbook')) || head.includes(utf16('PowerPoint Document')) ? null : 'doc'
}

/** The head may end within a UTF-8 character, which would make it invalid. */
function withoutCutCharacter(head: Buffer): Buffer {
  for (let back = 1; back <= 3; back++) {
    const byte = head[head.length - back] ?? 0
    if (byte >= 0xc0) return head.subarray(0, -back)
    if (byte < 0x80) break
  }
  return head
}

function isPdf(buffer: Buffer): boolean {
  const at = buffer.subarray(0, 1024).indexOf('%PDF-')
  return at === 0 || (at > 0 && buffer.includes(' obj'))
}

async function isDocx(buffer: Buffer): Promise<boolean> {
  try {
    const zip = await openZip(buffer, extractionLimits)
    zip.close()
    return zip.names.some((name) => /^word\/document\d*\.xml$/i.test(name))
  } catch (error) {
    const unlisted = buffer.includes('word/document.xml') || buffer.includes('[Content_Types].xml')
    return error instanceof ExtractionError && unlisted
  }
}

function oleType(buffer: Buffer): FileType | null {
  try {
    const ole = openOle(buffer)
    if (ole.has('EncryptedPackage')) return 'docx'
    return ole.has('WordDocument') ? 'doc' : null
  } catch {
    // Its list of streams is unreadable; treating it as the likeliest type reports it as damaged.
    return 'doc'
  }
}
