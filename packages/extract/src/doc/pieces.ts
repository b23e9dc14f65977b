import iconv from 'iconv-lite'
import { extractionError } from '../extraction.ts'

/** A run of text that is contiguous in the stream `WordDocument`. */
export interface DocPiece {
  text: string
  /** Offset in the stream. */
  from: number
  bytesPerCharacter: 1 | 2
}

/** Lengths in characters of a document's text parts, in their order. */
export interface DocLengths {
  body: number
  /** Footnotes, headers, macros, comments and endnotes together. */
  between: number
  textBoxes: number
}

/** Offsets in the file information block, [MS-DOC] 2.5. */
const at = {
  flags: 0x0a,
  body: 0x4c,
  notes: 0x50,
  headers: 0x54,
  macros: 0x58,
  comments: 0x5c,
  endnotes: 0x60,
  textBoxes: 0x64,
  pieces: 0x1a2,
}

export function readLengths(main: Buffer): DocLengths {
  const length = (offset: number) => main.readUInt32LE(offset)
  return {
    body: length(at.body),
    between: [at.notes, at.headers, at.macros, at.comments, at.endnotes].reduce((sum, offset) => sum + length(offset), 0),
    textBoxes: length(at.textBoxes),
  }
}

export function isEncrypted(main: Buffer): boolean {
  return (main.readUInt16LE(at.flags) & 0x0100) !== 0
}

export function tableName(main: Buffer): '0Table' | '1Table' {
  return (main.readUInt16LE(at.flags) & 0x0200) !== 0 ? '1Table' : '0Table'
}

/** The piece table, in reading order ([MS-DOC] 2.8.35). Throws `damaged` if it is inconsistent. */
export function readPieces(main: Buffer, table: Buffer): DocPiece[] {
  const clx = slice(table, main.readUInt32LE(at.pieces), main.readUInt32LE(at.pieces + 4))
  let position = 0
  while (clx[position] === 1) position += 3 + clx.readUInt16LE(position + 1)
  if (clx[position] !== 2) throw extractionError('damaged')
  const plc = slice(clx, position + 5, clx.readUInt32LE(position + 1))
  const count = Math.floor((plc.length - 4) / 12)
  const pieces: DocPiece[] = []
  for (let nth = 0; nth < count; nth++) {
    const characters = plc.readUInt32LE(nth * 4 + 4) - plc.readUInt32LE(nth * 4)
    const packed = plc.readUInt32LE((count + 1) * 4 + nth * 8 + 2)
    const narrow = (packed & 0x40000000) !== 0
    const from = narrow ? (packed & 0x3fffffff) / 2 : packed & 0x3fffffff
    const bytes = slice(main, from, narrow ? characters : characters * 2)
    pieces.push({
      text: iconv.decode(bytes, narrow ? 'windows-1252' : 'utf-16le', { stripBOM: false }),
      from,
      bytesPerCharacter: narrow ? 1 : 2,
    })
  }
  return pieces
}

function slice(bytes: Buffer, from: number, length: number): Buffer {
  if (length < 0 || from < 0 || from + length > bytes.length) throw extractionError('damaged')
  return bytes.subarray(from, from + length)
}
