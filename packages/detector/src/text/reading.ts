import { type Normalised, normalise } from './normalise.ts'
import { type ParagraphKind, paragraphKinds, paragraphs, type Range, sentences, trimmed } from './pieces.ts'
import { countWords } from './words.ts'

interface ReadSentence {
  /** UTF-16 offsets in the given text. */
  start: number
  end: number
  words: number
  /** Tokens `from`…`to` of the reading; equal where the paragraph is left out of the score. */
  from: number
  to: number
}

interface ReadParagraph {
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
  removed: { invisible: number; lookAlike: number }
}

function backTo(given: string, folded: Normalised, range: Range): Range {
  const { map } = folded
  return map === null ? range : trimmed(given, { start: map[range.start] ?? 0, end: map[range.end] ?? given.length })
}

/** Splits a text. Any string has a reading; an empty one has no paragraph. */
export function read(given: string): Reading {
  const folded = normalise(given)
  const { text } = folded
  const ranges = paragraphs(text)
  const kinds = paragraphKinds(text, ranges)
  const all: string[] = []
  let words = 0
  let proseWords = 0
  const read: ReadParagraph[] = []
  ranges.forEach((range, i) => {
    const outer = backTo(given, folded, range)
    if (outer.end <= outer.start) return
    // Invisible characters before a paragraph belong to it: only white space may be between paragraphs.
    const gap = given.slice(read.at(-1)?.end ?? 0, outer.start)
    outer.start -= gap.length - gap.search(/\S|$/)
    const kind = kinds[i] as ParagraphKind
    const parts = sentences(text, range)
    let paragraphWords = 0
    const pieces = parts.map((part, k): ReadSentence => {
      const body = text.slice(part.start, part.end)
      const count = countWords(body)
      paragraphWords += count
      const from = all.length
      if (kind === 'prose') for (const token of tokens(body)) all.push(token)
      const start = k === 0 ? outer.start : (folded.map?.[part.start] ?? part.start)
      return { start, end: outer.end, words: count, from, to: all.length }
    })
    // Each sentence ends where the next begins, so that they concatenate to the paragraph.
    for (let k = 0; k + 1 < pieces.length; k++) (pieces[k] as ReadSentence).end = (pieces[k + 1] as ReadSentence).start
    words += paragraphWords
    if (kind === 'prose') proseWords += paragraphWords
    read.push({ start: outer.start, end: outer.end, kind, words: paragraphWords, sentences: pieces })
  })
  return { paragraphs: read, tokens: all, words, proseWords, removed: { invisible: folded.invisible, lookAlike: folded.lookAlike } }
}

/**
 * Tokens of normalised text: words with an inner apostrophe, digits, single punctuation marks. White space is skipped. White space before a
 * dash is matched only from its start, or a million spaces would take quadratic time.
 */
const token = /[\p{L}\p{M}]+(?:'[\p{L}]+)?|\d+|(?:(?<!\s)\s+)?(?:\u2014|--+)\s*|\s-\s|[^\s\p{L}\p{M}\d]/gu
/** The same for plain ASCII text, which the runtime matches faster. */
const plainToken = /[A-Za-z]+(?:'[A-Za-z]+)?|\d+|(?:(?<!\s)\s+)?--+\s*|\s-\s|[^\sA-Za-z\d]/g
const ascii = /^[\t\n\r\x20-\x7e]*$/

const markdown =
  /^[ \t]*(?:#{1,6}[ \t]+|[-*+\u2022][ \t]+|>[ \t]*)|\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<![\p{L}\d])_{1,2}(?=\p{L})|(?<=[\p{L}.!?,])_{1,2}(?![\p{L}\d])|`+/gmu
const markdownSign = /[#*_`>\u2022]|^[ \t]*[+-]/m

/** The text without markdown, so that neither a pasted answer nor a student's bullet is scored by its layout. */
function withoutMarkdown(text: string): string {
  return markdownSign.test(text) ? text.replace(markdown, '') : text
}

/** The features convert to lower case: the first letter's case is a fact about a token. All dashes become `—`. */
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
