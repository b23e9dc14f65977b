import { getDocumentProxy } from 'unpdf'
import { extractionError } from '../failure.ts'
import type { Operators } from './paint.ts'
import './node20.ts'

/** What we use of the PDF reader; the types it ships with refer to files that it does not ship. */
export interface PdfDocument {
  numPages: number
  /** Pages count from 1. */
  getPage(number: number): Promise<PdfPage>
  getMetadata(): Promise<{ info: object }>
  destroy(): Promise<void>
}

export interface PdfPage {
  getViewport(options: { scale: number }): { width: number; height: number; transform: number[] }
  getOperatorList(): Promise<Operators>
  commonObjs: PdfObjects
  cleanup(): void
}

/** Fonts among others, by the name that operators use. */
export interface PdfObjects {
  has(name: string): boolean
  get(name: string): unknown
}

/** Pictures are never unpacked, fonts never drawn: the text alone is wanted. */
const readerOptions = {
  verbosity: 0,
  isEvalSupported: false,
  stopAtErrors: false,
  maxImageSize: 1,
  disableFontFace: true,
  useSystemFonts: false,
}

/** Rejects with `encrypted` where a password is wanted, with `damaged` on anything else. */
export async function openPdf(bytes: Buffer): Promise<PdfDocument> {
  try {
    // A copy, because the reader takes the array away from its owner.
    const opened: unknown = await getDocumentProxy(new Uint8Array(bytes), readerOptions)
    if (!isDocument(opened)) throw new TypeError('The PDF reader gave no document.')
    return opened
  } catch (cause) {
    throw extractionError(cause instanceof Error && cause.name === 'PasswordException' ? 'encrypted' : 'damaged', { cause })
  }
}

function isDocument(opened: unknown): opened is PdfDocument {
  return typeof opened === 'object' && opened !== null && 'numPages' in opened && 'getPage' in opened
}
