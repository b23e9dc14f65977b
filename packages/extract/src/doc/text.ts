import type { HiddenText } from '../hidden-text.ts'
import { cleanParagraph } from '../paragraph.ts'
import type { DocPiece } from './pieces.ts'
import type { DocHiddenRun } from './runs.ts'

export interface DocText {
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
export function visibleText(pieces: DocPiece[], from: number, length: number, runs: DocHiddenRun[], hidden: HiddenText): string {
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

function visibleParts(piece: DocPiece, start: number, end: number, runs: DocHiddenRun[], hidden: HiddenText): string[] {
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

/** Splits the text into paragraphs. Table cells are paragraphs; field codes and tables of contents are left out. */
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
    if (char === mark.fieldStart) fields.push({ code: '', inResult: false, inContents: field !== undefined && isContents(field) })
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
