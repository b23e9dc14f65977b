import { type Normalised, normalise } from './normalise.ts'
import { speakerLabels } from './speakers.ts'
import { countWords } from './words.ts'

export interface ReadSentence {
  /** UTF-16 offsets in the original text. */
  start: number
  end: number
  words: number
  /** Tokens `from`…`to` of the reading; equal if the paragraph is left out of the score. */
  from: number
  to: number
}

export interface ReadParagraph {
  start: number
  end: number
  kind: ParagraphKind
  words: number
  sentences: ReadSentence[]
}

/** A text split into pieces with offsets, and the tokens of its prose. */
export interface Reading {
  paragraphs: ReadParagraph[]
  tokens: string[]
  /** All words, and those of the prose alone. */
  words: number
  proseWords: number
}

function rangeInOriginal(original: string, folded: Normalised, range: Range): Range {
  const { map } = folded
  return map === null
    ? range
    : trimmed(original, { start: map[range.start] ?? 0, end: map[range.end] ?? original.length })
}

/** Splits a text. Any string has a reading; an empty one has no paragraph. */
export function read(original: string): Reading {
  const folded = normalise(original)
  const { text } = folded
  const ranges = paragraphs(text)
  const kinds = paragraphKinds(text, ranges)
  const labels = speakerLabels(text, ranges)
  const all: string[] = []
  let words = 0
  let proseWords = 0
  const result: ReadParagraph[] = []
  ranges.forEach((range, i) => {
    const outer = rangeInOriginal(original, folded, range)
    if (outer.end <= outer.start) return
    // Invisible characters before a paragraph belong to it: only white space may be between paragraphs.
    const gap = original.slice(result.at(-1)?.end ?? 0, outer.start)
    outer.start -= gap.length - gap.search(/\S|$/)
    const kind = kinds[i] as ParagraphKind
    const parts = sentences(text, range)
    let paragraphWords = 0
    const pieces = parts.map((part, k): ReadSentence => {
      const body = text.slice(part.start, part.end)
      const count = countWords(body)
      paragraphWords += count
      const from = all.length
      // The name of a speaker is part of the first sentence, but not of what is scored.
      const scored = body.slice(Math.max(0, range.start + (labels[i] as number) - part.start))
      if (kind === 'prose') for (const token of tokens(scored)) all.push(token)
      const start = k === 0 ? outer.start : (folded.map?.[part.start] ?? part.start)
      return { start, end: outer.end, words: count, from, to: all.length }
    })
    // Each sentence ends where the next begins, so that they concatenate to the paragraph.
    for (let k = 0; k + 1 < pieces.length; k++)
      (pieces[k] as ReadSentence).end = (pieces[k + 1] as ReadSentence).start
    words += paragraphWords
    if (kind === 'prose') proseWords += paragraphWords
    result.push({ start: outer.start, end: outer.end, kind, words: paragraphWords, sentences: pieces })
  })
  return { paragraphs: result, tokens: all, words, proseWords }
}

/**
 * Tokens of normalised text: words with an inner apostrophe, digits, single punctuation marks. White space is
 * skipped. White space before a dash is matched only from its start, or a million spaces would take quadratic
 * time.
 */
const token = /[\p{L}\p{M}]+(?:'[\p{L}]+)?|\d+|(?:(?<!\s)\s+)?(?:\u2014|--+)\s*|\s-\s|[^\s\p{L}\p{M}\d]/gu
/** The same for plain ASCII text, which the runtime matches faster. */
const plainToken = /[A-Za-z]+(?:'[A-Za-z]+)?|\d+|(?:(?<!\s)\s+)?--+\s*|\s-\s|[^\sA-Za-z\d]/g
const ascii = /^[\t\n\r\x20-\x7e]*$/

const markdown =
  /^[ \t]*(?:#{1,6}[ \t]+|[-*+\u2022][ \t]+|>[ \t]*)|\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<![\p{L}\d])_{1,2}(?=\p{L})|(?<=[\p{L}.!?,])_{1,2}(?![\p{L}\d])|`+/gmu
const markdownSign = /[#*_`>\u2022]|^[ \t]*[+-]/m

/**
 * The text without markdown, so that neither a pasted answer nor a student's bullet is scored by its layout.
 */
function withoutMarkdown(text: string): string {
  return markdownSign.test(text) ? text.replace(markdown, '') : text
}

/** Tokens keep their case, because a capital may mark a name. All dashes become `—` and all numbers `#`. */
export function tokens(normalised: string): string[] {
  const text = withoutMarkdown(normalised)
  const found = text.match(ascii.test(text) ? plainToken : token) ?? []
  for (let i = 0; i < found.length; i++) {
    const text = found[i] as string
    const first = text.charCodeAt(0)
    if (first <= 32 || first === 0x2014 || (first === 45 && text.length > 1)) found[i] = '—'
    else if (first >= 48 && first <= 57) found[i] = '#'
  }
  return found
}

/** A stretch of a text: UTF-16 offsets, end exclusive. */
interface Range {
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
  const open = body.filter(
    (line) => line.trim().length >= 40 && line.trim().length <= 110 && !sentenceEnd.test(line),
  ).length
  return open > body.length / 2
}

/**
 * Paragraphs in order. Only line breaks and white space are between them. A hard-wrapped block stays one
 * paragraph.
 */
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
 * Punctuation that may end a sentence. White space must follow, but is checked separately: in the pattern it
 * would be searched again from every mark of a long series.
 */
const stop = /[.!?…]+["')\]]*/g
const lastWord = /([A-Za-z]+(?:\.[A-Za-z]+)*)$/

function endsSentence(text: string, range: Range, stopStart: number, stopEnd: number): boolean {
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
    if (!space.test(text.charAt(stopEnd)) || !endsSentence(text, paragraph, stopStart, stopEnd)) continue
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
const referencesTitle =
  /^\W*(?:\d+\.?\s*)?(?:references|bibliography|works cited|reference list|sources cited)\W*$/i
const longestHeading = 12

/** What stands above an essay: whose it is, for whom, and when; a title with its label. */
const headerLines = [
  /^\W*(?:full name|name|student|pupil|author|class|course|module|form|year|grade|period|section|group|teacher|instructor|professor|lecturer|tutor|school|date|subject|assignment|task|title|topic|word count|candidate)(?: name| number| group| title| id| no)?\.?(?: ?:| [–—-] )/i,
  /^\W*\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\W*$/,
  /^\W*\d{1,2}(?:st|nd|rd|th)? \p{L}{3,12},? \d{4}\W*$/u,
  /^\W*\p{L}{3,12} \d{1,2}(?:st|nd|rd|th)?,? \d{4}\W*$/u,
  /^\W*(?:mr|mrs|ms|miss|dr|prof|professor)\.? \p{L}{1,30}(?:[ -]\p{L}{1,30})?\W{0,5}$/iu,
]

/**
 * Kinds of the paragraphs, in order. If most of the words would be left out, nothing is, because the layout
 * of such a text cannot be trusted.
 */
export function paragraphKinds(text: string, paragraphs: readonly Range[]): ParagraphKind[] {
  const counts = paragraphs.map((range) => countWords(text.slice(range.start, range.end)))
  let references = false
  let hasBegun = false
  const kinds = paragraphs.map((range, i): ParagraphKind => {
    const body = text.slice(range.start, range.end)
    const isShort = (counts[i] ?? 0) <= longestHeading
    if (!isShort) hasBegun = true
    if (referencesTitle.test(body)) references = true
    if (references) return 'references'
    const isHeader = !hasBegun && headerLines.some((line) => line.test(body))
    return isShort && (isHeader || !ended.test(body)) ? 'heading' : 'prose'
  })
  const total = counts.reduce((sum, n) => sum + n, 0)
  const left = counts.reduce((sum, n, i) => (kinds[i] === 'prose' ? sum : sum + n), 0)
  return left * 2 > total ? paragraphs.map(() => 'prose') : kinds
}
