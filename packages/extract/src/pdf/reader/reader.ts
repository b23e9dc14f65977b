import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { getDocumentProxy } from 'unpdf'
import { ExtractionError } from '../../extraction/extraction.ts'
import type { Operators } from './operators.ts'

/**
 * The PDF reader calls `ArrayBuffer.prototype.transferToFixedLength`, which Node 20 lacks. Without it the
 * reader silently gives up a page at its first font. A copy works as well, because the old buffer is not used
 * again.
 */
if (!('transferToFixedLength' in ArrayBuffer.prototype)) {
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    configurable: true,
    writable: true,
    value(this: ArrayBuffer, length = this.byteLength): ArrayBuffer {
      const copy = new ArrayBuffer(length)
      new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)))
      return copy
    },
  })
}

/** The part of the PDF reader that we use; its own types refer to files that it does not ship. */
export interface PdfDocument {
  numPages: number
  /** Pages are numbered from 1. */
  getPage(number: number): Promise<PdfPage>
  getMetadata(): Promise<{ info: object }>
  destroy(): Promise<void>
}

export interface PdfPage {
  getViewport(options: { scale: number }): { width: number; height: number; transform: number[] }
  /** The paper in the page's own units: left, bottom, right, top. */
  view: number[]
  getOperatorList(): Promise<Operators>
  commonObjs: PdfObjects
  objs: PdfObjects
  cleanup(): void
}

/** Fonts and pictures among others, by the name that operators use. */
export interface PdfObjects {
  has(name: string): boolean
  get(name: string, callback?: (found: unknown) => void): unknown
}

/** Usually only the text is needed: images are not decoded, fonts never drawn. */
const readerOptions = {
  verbosity: 0,
  isEvalSupported: false,
  stopAtErrors: false,
  maxImageSize: 1,
  disableFontFace: true,
  useSystemFonts: false,
}

/**
 * Gives the reader the character maps that a PDF names instead of containing them, as files in Chinese,
 * Japanese and Korean fonts do.
 */
class CharacterMaps {
  readonly #folder: string

  constructor({ cMapUrl }: { cMapUrl: string }) {
    this.#folder = cMapUrl
  }

  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !/^[\w-]+\.bcmap$/.test(filename))
      throw new Error('The PDF reader asked for another file.')
    return new Uint8Array(await readFile(path.join(this.#folder, filename)))
  }
}

/** Rejects with `encrypted` if a password is needed, otherwise with `damaged`. */
export async function openPdf(
  bytes: Buffer,
  { characterMaps, ...options }: { maxImageSize?: number; characterMaps?: string | undefined } = {},
): Promise<PdfDocument> {
  try {
    // A copy, because the reader transfers the array's buffer.
    const opened: unknown = await getDocumentProxy(new Uint8Array(bytes), {
      ...readerOptions,
      ...options,
      ...(characterMaps === undefined
        ? {}
        : { cMapUrl: `${characterMaps}/`, cMapPacked: true, BinaryDataFactory: CharacterMaps }),
    })
    if (!isDocument(opened)) throw new TypeError('The PDF reader returned no document.')
    return opened
  } catch (cause) {
    throw new ExtractionError(
      cause instanceof Error && cause.name === 'PasswordException' ? 'file_encrypted' : 'file_damaged',
      {},
      { cause },
    )
  }
}

function isDocument(opened: unknown): opened is PdfDocument {
  return typeof opened === 'object' && opened !== null && 'numPages' in opened && 'getPage' in opened
}
