import { fileTypeFromBuffer } from 'file-type'
import { decodeText } from './charset.ts'
import { ExtractionError, type FileType } from './extraction.ts'
import { extractionLimits } from './limits.ts'
import { isOle, openOle } from './ole.ts'
import { isZip, openZip } from './zip.ts'

/** Markup that decodes as text but is not prose; RTF and web pages are often named like Word files. */
const markup = /^\s*(?:\{\\rtf|<\?xml|<!doctype|<html|%!PS|MIME-Version:)/i

/**
 * What the bytes are, whatever the name says; null when they are none of the four. A file of the right kind that is
 * encrypted or cut short still has its kind: reading it then says what is wrong. Never throws.
 */
export async function sniffFileType(bytes: Uint8Array): Promise<FileType | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isPdf(buffer)) return 'pdf'
  if (isZip(buffer)) return (await isDocx(buffer)) ? 'docx' : null
  if (isOle(buffer)) return oleType(buffer)
  const head = buffer.subarray(0, 65_536)
  if (await fileTypeFromBuffer(head).catch(() => undefined)) return looksLikeBomText(head) ? 'txt' : null
  const text = decodeText(buffer)
  return text === null || markup.test(text.slice(0, 200)) ? null : 'txt'
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

function looksLikeBomText(head: Buffer): boolean {
  return head.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])) && decodeText(head) !== null
}
