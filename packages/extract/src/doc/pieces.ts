import iconv from 'iconv-lite'
import { ExtractionError } from '../extraction/extraction.ts'
import { type HiddenKind, hiddenKind, type RunFormatting } from '../extraction/hidden-text.ts'

/** A run of text that is contiguous in the stream `WordDocument`. */
export interface DocPiece {
  text: string
  /** Offset in the stream. */
  from: number
  bytesPerCharacter: 1 | 2
}

/** Lengths in characters of a document's text parts, in their order. */
interface DocLengths {
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
    between: [at.notes, at.headers, at.macros, at.comments, at.endnotes].reduce(
      (sum, offset) => sum + length(offset),
      0,
    ),
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
  if (clx[position] !== 2) throw new ExtractionError('file_damaged')
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
  if (length < 0 || from < 0 || from + length > bytes.length) throw new ExtractionError('file_damaged')
  return bytes.subarray(from, from + length)
}

/** A range of the stream with hidden text; `removed` is text deleted by a tracked change. */
export interface DocHiddenRun {
  from: number
  /** Exclusive. */
  to: number
  kind: HiddenKind | 'removed'
}

/** [MS-DOC] 2.6.1. */
const sprm = {
  removed: 0x0800,
  vanish: 0x083c,
  size: 0x4a43,
  colourIndex: 0x2a42,
  colour: 0x6870,
  shading: 0xca71,
  highlight: 0x2a0c,
}
const pageBytes = 512

/**
 * Reads the character formatting pages ([MS-DOC] 2.9.33) for hidden runs. Formatting by style is not
 * resolved.
 */
export function readHiddenRuns(main: Buffer, table: Buffer): DocHiddenRun[] {
  const from = main.readUInt32LE(0xfa)
  const plc = table.subarray(from, from + main.readUInt32LE(0xfe))
  const count = Math.floor((plc.length - 4) / 8)
  const runs: DocHiddenRun[] = []
  for (let nth = 0; nth < count; nth++) {
    const start = (plc.readUInt32LE((count + 1) * 4 + nth * 4) & 0x3fffff) * pageBytes
    const page = main.subarray(start, start + pageBytes)
    if (page.length === pageBytes) runs.push(...readFormattingPage(page))
  }
  return runs.sort((one, other) => one.from - other.from)
}

/** Codes that shade paragraphs, cells and tables, [MS-DOC] 2.6.2 and 2.6.3, and a table's style. */
const shadings = [0x442d, 0xc64d, 0xd609, 0xd612, 0xd616, 0xd60c, 0xd670, 0xd671, 0xd672, 0x563a]

/**
 * Whether anything in the file may be shaded. Which words lie on it is not worked out, so that no white text
 * of such a file is called hidden. Bytes that only happen to look like such a code do no harm.
 */
export function hasShading(main: Buffer): boolean {
  return shadings.some((code) => {
    const bytes = Buffer.alloc(2)
    bytes.writeUInt16LE(code)
    return main.includes(bytes)
  })
}

function readFormattingPage(page: Buffer): DocHiddenRun[] {
  const count = page.readUInt8(pageBytes - 1)
  const runs: DocHiddenRun[] = []
  if ((count + 1) * 4 + count > pageBytes - 1) return runs
  for (let nth = 0; nth < count; nth++) {
    const at = page.readUInt8((count + 1) * 4 + nth) * 2
    if (at === 0) continue
    const kind = kindOf(page.subarray(at + 1, at + 1 + page.readUInt8(at)))
    if (kind) runs.push({ from: page.readUInt32LE(nth * 4), to: page.readUInt32LE(nth * 4 + 4), kind })
  }
  return runs
}

function kindOf(properties: Buffer): DocHiddenRun['kind'] | null {
  const formatting: RunFormatting = {}
  let removed = false
  let at = 0
  while (at + 3 <= properties.length) {
    const code = properties.readUInt16LE(at)
    const value = at + 2
    const length = operandLength(code, properties, value)
    if (value + length > properties.length) break
    if (code === sprm.removed) removed = properties[value] === 1
    else if (code === sprm.vanish) formatting.vanish = properties[value] === 1
    else if (code === sprm.size) formatting.points = properties.readUInt16LE(value) / 2
    else if (code === sprm.colourIndex) formatting.white = properties[value] === 8
    else if (code === sprm.colour)
      formatting.white =
        [0, 1, 2].every((nth) => (properties[value + nth] ?? 0) >= 0xf4) && properties[value + 3] === 0
    else if (code === sprm.shading || code === sprm.highlight) formatting.shaded = true
    at = value + length
  }
  return removed ? 'removed' : hiddenKind(formatting, false)
}

function operandLength(code: number, properties: Buffer, at: number): number {
  const kind = code >> 13
  if (kind === 6) return 1 + properties.readUInt8(at)
  return [1, 1, 2, 4, 2, 2, 0, 3][kind] ?? 1
}
