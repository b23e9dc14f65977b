import { ExtractionError } from '../extraction/extraction.ts'
import { joinLines } from '../extraction/hyphens.ts'
import { cleanParagraph } from '../extraction/paragraph.ts'
import { decodeText } from './charset.ts'

/** The paragraphs of a plain text file. Throws `unsupported` if the bytes are not text in a known charset. */
export function readTxt(bytes: Buffer): string[] {
  const text = decodeText(bytes)
  if (text === null) throw new ExtractionError('file_unsupported')
  return paragraphsOfText(text)
}

/**
 * Paragraphs of plain text. An empty line ends one. Lines that were wrapped at a fixed width are joined
 * again; otherwise every line is a paragraph of its own, which is how word processors save text.
 */
export function paragraphsOfText(text: string): string[] {
  const lines = text
    .replace(/\r\n?|[\u2028\u2029\u0085\v]/g, '\n')
    .replace(/\f/g, '\n\n')
    .split('\n')
    .map((line) => line.trimEnd())
  const width = wrapWidth(lines)
  const paragraphs: string[][] = []
  let open: string[] = []
  const close = () => {
    if (open.length > 0) paragraphs.push(open)
    open = []
  }
  lines.forEach((line, nth) => {
    if (line.trim() === '') {
      close()
      return
    }
    open.push(line.trim())
    const next = lines[nth + 1]
    if (width === null || next === undefined || startsItem(next) || !wasWrapped(line, next, width)) close()
  })
  close()
  return joinLines(paragraphs)
    .map(cleanParagraph)
    .filter((paragraph) => paragraph !== '')
}

/** The column at which lines were wrapped; null if they were not. */
function wrapWidth(lines: string[]): number | null {
  const followed = lines.filter((line, nth) => line.trim() !== '' && (lines[nth + 1] ?? '').trim() !== '')
  if (followed.length < 2) return null
  const width = lines.reduce((widest, line) => Math.max(widest, line.length), 0)
  if (width < 40 || width > 120) return null
  const wrapped = lines.filter((line, nth) => wasWrapped(line, lines[nth + 1] ?? '', width))
  return wrapped.length >= followed.length * 0.6 ? width : null
}

function wasWrapped(line: string, next: string, width: number): boolean {
  const word = next.trimStart().split(/\s/, 1)[0] ?? ''
  if (line.trim() === '' || word === '') return false
  const slack = /[.!?:"”’)]$/.test(line) ? 0 : Math.round(width * 0.15)
  return line.length + 1 + word.length + slack > width
}

function startsItem(line: string): boolean {
  return /^\s*(?:[-*•]|\d{1,3}[.)])\s/.test(line)
}
