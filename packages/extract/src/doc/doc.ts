import iconv from 'iconv-lite'
import { isOle, type OleFile, openOle } from '../container/ole.ts'
import { historyFacts, wordStarts } from '../extraction/editing-history.ts'
import {
  type ExtractedFact,
  ExtractionError,
  type ExtractionLimits,
  type Reading,
} from '../extraction/extraction.ts'
import { HiddenText } from '../extraction/hidden-text.ts'
import { metadataFacts } from '../extraction/metadata.ts'
import { cleanParagraph } from '../extraction/paragraph.ts'
import { decodeHtml, readHtml } from '../markup/html.ts'
import { markupOf } from '../markup/kind.ts'
import { readRtf } from '../markup/rtf.ts'
import { readWebArchive } from '../markup/web-archive.ts'
import {
  type DocHiddenRun,
  type DocPiece,
  hasShading,
  isEncrypted,
  readHiddenRuns,
  readLengths,
  readPieces,
  tableName,
} from './pieces.ts'

/**
 * The text of a Word 97–2003 file: body and text boxes, without headers, footers, notes, comments, removed or
 * hidden text.
 */
export async function readDoc(bytes: Buffer, limits: ExtractionLimits): Promise<Reading> {
  if (!isOle(bytes)) return readMarkup(bytes, limits)
  const ole = openOle(bytes)
  const main = ole.read('WordDocument')
  if (!main) throw new ExtractionError('file_damaged')
  if (main.readUInt16LE(0) !== 0xa5ec) {
    throw new ExtractionError('word_too_old')
  }
  if (isEncrypted(main)) throw new ExtractionError('file_encrypted')
  const table = ole.read(tableName(main))
  if (!table) throw new ExtractionError('file_damaged')
  const lengths = readLengths(main)
  if (lengths.body + lengths.textBoxes > limits.characters) throw new ExtractionError('content_too_large')

  const pieces = readPieces(main, table)
  const found = readHiddenRuns(main, table)
  const runs = hasShading(main) ? found.filter(({ kind }) => kind !== 'white') : found
  const hidden = new HiddenText()
  const body = partText(visibleText(pieces, 0, lengths.body, runs, hidden))
  // Text boxes have fills of their own, and lie on pictures.
  const inBoxes = runs.filter(({ kind }) => kind !== 'white')
  const boxes = partText(
    visibleText(pieces, lengths.body + lengths.between, lengths.textBoxes, inBoxes, hidden),
  )
  const paragraphs = [...body.paragraphs, ...boxes.paragraphs]
  const words = paragraphs.reduce((sum, paragraph) => sum + wordStarts(paragraph).length, 0)
  return {
    paragraphs,
    pageCount: null,
    facts: [
      ...readSummary(ole, words),
      ...hidden.facts(),
      { kind: 'left-out', name: 'notes', value: null, count: body.notes },
    ],
  }
}

/** Word opens RTF and web pages as documents, so programs give them the same name. */
async function readMarkup(bytes: Buffer, limits: ExtractionLimits): Promise<Reading> {
  const kind = markupOf(bytes)
  if (kind === 'rtf') return readRtf(bytes, limits)
  if (kind !== 'web-page' && kind !== 'web-archive') throw new ExtractionError('file_damaged')
  const page = kind === 'web-page' ? readHtml(decodeHtml(bytes), limits) : await readWebArchive(bytes, limits)
  return { paragraphs: page.paragraphs, pageCount: null, facts: page.hidden.facts() }
}

interface DocText {
  paragraphs: string[]
  notes: number
}

/** Control characters of the format, [MS-DOC] 2.4.1. */
const mark = {
  picture: '\u0001',
  note: '\u0002',
  cell: '\u0007',
  lineBreak: '\u000b',
  pageBreak: '\u000c',
  paragraph: '\r',
  fieldStart: '\u0013',
  fieldResult: '\u0014',
  fieldEnd: '\u0015',
  hyphen: '\u001e',
}

/** Control characters that are kept where the text around them is removed. */
const structure = new Set([mark.paragraph, mark.cell, mark.fieldStart, mark.fieldResult, mark.fieldEnd])

/** The visible characters, up to `length`; hidden ones go to `hidden`. */
function visibleText(
  pieces: DocPiece[],
  from: number,
  length: number,
  runs: DocHiddenRun[],
  hidden: HiddenText,
): string {
  const parts: string[] = []
  let position = 0
  for (const piece of pieces) {
    const start = Math.max(0, from - position)
    const end = Math.min(piece.text.length, from + length - position)
    if (start < end) parts.push(...visibleParts(piece, start, end, runs, hidden))
    position += piece.text.length
  }
  return parts.join('')
}

function visibleParts(
  piece: DocPiece,
  start: number,
  end: number,
  runs: DocHiddenRun[],
  hidden: HiddenText,
): string[] {
  const index = (offset: number) => Math.ceil((offset - piece.from) / piece.bytesPerCharacter)
  const parts: string[] = []
  let at = start
  for (const run of runs) {
    const first = Math.max(at, index(run.from))
    const last = Math.min(end, index(run.to))
    if (first >= last) continue
    parts.push(piece.text.slice(at, first))
    const text = piece.text.slice(first, last)
    if (run.kind !== 'removed') hidden.add(run.kind, text)
    parts.push(Array.from(text, (char) => (structure.has(char) ? char : '')).join(''))
    at = last
  }
  parts.push(piece.text.slice(at, end))
  return parts
}

/** A field in the text, [MS-DOC] 2.8.25: its code, then its result. */
interface Field {
  /** The beginning of the code, enough to recognise a table of contents. */
  code: string
  inResult: boolean
  inContents: boolean
}

/** "TOC" and the character after it. */
const recognisedUnits = 4

function isContents({ code, inContents }: Field): boolean {
  return inContents || /^TOC\b/.test(code)
}

/**
 * Splits the text into paragraphs. Table cells are paragraphs; field codes and tables of contents are left
 * out.
 */
export function partText(text: string): DocText {
  let notes = 0
  let paragraph = ''
  const paragraphs: string[] = []
  const fields: Field[] = []
  const close = () => {
    for (const part of paragraph.split(/\n\s*\n/)) paragraphs.push(cleanParagraph(part))
    paragraph = ''
  }
  for (const char of text) {
    const field = fields.at(-1)
    if (char === mark.fieldStart)
      fields.push({ code: '', inResult: false, inContents: field !== undefined && isContents(field) })
    else if (char === mark.fieldEnd) fields.pop()
    else if (char === mark.fieldResult && field) field.inResult = true
    else if (field && !field.inResult) {
      if (field.code.length < recognisedUnits) field.code = (field.code + char).trimStart()
    } else if (field && isContents(field)) continue
    else if (char === mark.paragraph || char === mark.cell || char === mark.pageBreak) close()
    else if (char === mark.lineBreak) paragraph += '\n'
    else if (char === mark.hyphen) paragraph += '-'
    else if (char === mark.note) notes++
    else if (char !== mark.picture) paragraph += char
  }
  close()
  return { paragraphs: paragraphs.filter((found) => found !== ''), notes }
}

/** Property numbers of the summary stream, [MS-OLEPS] 3.1. */
const names: Record<number, string> = {
  2: 'title',
  4: 'author',
  8: 'last-author',
  12: 'created',
  13: 'modified',
  18: 'producer',
  7: 'template',
  9: 'saves',
}
const editingTime = 10

/** Metadata and editing history of an old Word file with so many words. An unreadable summary yields none. */
export function readSummary(ole: OleFile, words: number): ExtractedFact[] {
  try {
    const stream = ole.read('\u0005SummaryInformation')
    if (!stream) return []
    const { minutes, saves, template, producer, ...found } = readProperties(stream)
    return [
      ...metadataFacts({ ...found, producer }),
      ...historyFacts(words, { minutes, saves, template, producer }, null),
    ]
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

function readProperties(stream: Buffer): Record<string, string> {
  const set = stream.readUInt32LE(44)
  const found: Record<string, string> = {}
  const entries = Array.from({ length: Math.min(100, stream.readUInt32LE(set + 4)) }, (_, nth) => ({
    id: stream.readUInt32LE(set + 8 + nth * 8),
    at: set + stream.readUInt32LE(set + 12 + nth * 8),
  }))
  const page = entries.find((entry) => entry.id === 1)
  const charset = page && stream.readUInt16LE(page.at + 4) === 65001 ? 'utf-8' : 'windows-1252'
  for (const { id, at } of entries) {
    // A duration in the form of a date: hundreds of nanoseconds.
    if (id === editingTime && stream.readUInt32LE(at) === 0x40)
      found.minutes = String(stream.readBigUInt64LE(at + 4) / 600_000_000n)
    const name = names[id]
    const value = name ? readValue(stream, at, charset) : null
    if (name && value) found[name] = value
  }
  return found
}

function readValue(stream: Buffer, at: number, charset: string): string | null {
  const type = stream.readUInt32LE(at)
  const length = stream.readUInt32LE(at + 4)
  if (type === 0x1e) return iconv.decode(stream.subarray(at + 8, at + 8 + length), charset)
  if (type === 0x1f) return stream.toString('utf16le', at + 8, at + 8 + length * 2)
  if (type !== 0x40) return null
  const milliseconds = Number(stream.readBigUInt64LE(at + 4) / 10_000n) - 11_644_473_600_000
  return milliseconds > 0 && milliseconds < 8e12 ? new Date(milliseconds).toISOString() : null
}
