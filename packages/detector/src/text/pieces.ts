import { countWords } from './words.ts'

/** A stretch of a text: UTF-16 offsets, end exclusive. */
export interface Range {
  start: number
  end: number
}

const space = /\s/

/** The range without white space at its ends; an empty range has start = end. */
export function trimmed(text: string, range: Range): Range {
  let { start, end } = range
  while (start < end && space.test(text[start] as string)) start++
  while (end > start && space.test(text[end - 1] as string)) end--
  return { start, end }
}

const blankLine = /\n[^\S\n]*(?:\n[^\S\n]*)+/g
const sentenceEnd = /[.!?…:;]["')\]]*\s*$/

/** Whether lines end at a page width: most are long, of similar length, and stop mid-sentence. */
function isWrapped(lines: readonly string[]): boolean {
  if (lines.length < 3) return false
  const body = lines.slice(0, -1).filter((line) => line.trim().length > 0)
  const open = body.filter((line) => line.trim().length >= 40 && line.trim().length <= 110 && !sentenceEnd.test(line)).length
  return open > body.length / 2
}

/** Paragraphs in order. Only line breaks and white space are between them. A hard-wrapped block stays one paragraph. */
export function paragraphs(text: string): Range[] {
  const ranges: Range[] = []
  const add = (start: number, end: number): void => {
    const range = trimmed(text, { start, end })
    if (range.end > range.start) ranges.push(range)
  }
  const block = (start: number, end: number): void => {
    const lines = text.slice(start, end).split('\n')
    if (isWrapped(lines)) {
      add(start, end)
      return
    }
    let at = start
    for (const line of lines) {
      add(at, at + line.length)
      at += line.length + 1
    }
  }
  let from = 0
  for (const match of text.matchAll(blankLine)) {
    block(from, match.index)
    from = match.index + match[0].length
  }
  block(from, text.length)
  return ranges
}

const abbreviations = new Set(
  'mr mrs ms dr prof sr jr st vs etc eg ie al fig figs no nos vol vols pp ed eds ch sec eq cf ca approx dept univ inc ltd co corp gen col lt sgt capt rev hon gov sen rep jan feb mar apr jun jul aug sep sept oct nov dec'.split(
    ' ',
  ),
)
/**
 * Punctuation that may end a sentence. White space must follow, but is checked separately: in the pattern it would be searched again from
 * every mark of a long series.
 */
const stop = /[.!?…]+["')\]]*/g
const lastWord = /([A-Za-z]+(?:\.[A-Za-z]+)*)$/

function closesSentence(text: string, range: Range, stopStart: number, stopEnd: number): boolean {
  let next = stopEnd
  while (next < range.end && space.test(text[next] as string)) next++
  if (next >= range.end) return true
  const mark = text[stopStart] as string
  const follower = text[next] as string
  const continues = follower >= 'a' && follower <= 'z'
  if (mark !== '.') return !continues || text.slice(stopEnd, next).includes('\n')
  if (text[stopStart + 1] === '.') return !continues
  const word = lastWord.exec(text.slice(Math.max(range.start, stopStart - 24), stopStart))?.[1] ?? ''
  if (word.length === 1 && word >= 'A' && word <= 'Z' && word !== 'I') return false
  if (word.includes('.') || abbreviations.has(word.toLowerCase())) return false
  return !continues
}

/** Sentences of a paragraph, in order and without gaps: white space belongs to the sentence before it. */
export function sentences(text: string, paragraph: Range): Range[] {
  const ranges: Range[] = []
  const body = text.slice(paragraph.start, paragraph.end)
  let from = paragraph.start
  for (const match of body.matchAll(stop)) {
    const stopStart = paragraph.start + match.index
    const stopEnd = stopStart + match[0].length
    if (!space.test(text.charAt(stopEnd)) || !closesSentence(text, paragraph, stopStart, stopEnd)) continue
    let end = stopEnd
    while (end < paragraph.end && space.test(text[end] as string)) end++
    if (end > from) ranges.push({ start: from, end })
    from = end
  }
  if (from < paragraph.end) ranges.push({ start: from, end: paragraph.end })
  return ranges
}

/** How a paragraph affects the score: only prose is scored. */
export type ParagraphKind = 'prose' | 'heading' | 'references'

const ended = /[.!?…:;,]["')\]]*\s*$/
const referencesTitle = /^\W*(?:\d+\.?\s*)?(?:references|bibliography|works cited|reference list|sources cited)\W*$/i
const longestHeading = 12

/**
 * Kinds of the paragraphs, in order. Where most of the words would be left out, nothing is: the layout of such a text cannot be trusted.
 */
export function paragraphKinds(text: string, paragraphs: readonly Range[]): ParagraphKind[] {
  const counts = paragraphs.map((range) => countWords(text.slice(range.start, range.end)))
  let references = false
  const kinds = paragraphs.map((range, i): ParagraphKind => {
    const body = text.slice(range.start, range.end)
    if (referencesTitle.test(body)) references = true
    if (references) return 'references'
    return (counts[i] ?? 0) <= longestHeading && !ended.test(body) ? 'heading' : 'prose'
  })
  const total = counts.reduce((sum, n) => sum + n, 0)
  const left = counts.reduce((sum, n, i) => (kinds[i] === 'prose' ? sum : sum + n), 0)
  return left * 2 > total ? paragraphs.map(() => 'prose') : kinds
}
