import type { MarkedParagraph, Passage } from './evidence/passages.ts'
import { distinctivePhrases } from './evidence/phrases.ts'

/** Open questions that fit any passage; each passage gets the next one. */
const openQuestions = ['ask.own', 'ask.example', 'ask.source', 'ask.first'] as const

/** A question about a passage, as a key of the locale file with its phrase. */
export interface Question {
  key: 'ask.phrase' | (typeof openQuestions)[number]
  phrase: string
}

/** How many passages a conversation has time for. */
const discussed = 4
/** How many characters of a passage are quoted. */
const quotedCharacters = 320

const functionWords = new Set(
  'a an and are as at be been but by can could for from had has have he her his i in is it its may must my not of on or our she should so some than that the their there these they this those to was we were which while who will with would you your'.split(
    ' ',
  ),
)
/**
 * A fragment to ask about has at least two words, one of them with this many letters, and continues for this
 * many words after the phrase.
 */
const longWord = 7
const wordsAfter = 4

/**
 * The phrase with the words that follow it up to the next punctuation, without small words at its ends:
 * "fostering" alone makes an odd question, "fostering a sense of unity" a good one. Null if nothing remains
 * to ask about.
 */
function askableFragment(phrase: string, text: string): string | null {
  const found = text
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .indexOf(phrase.replaceAll(/[^\p{L}\p{N}]+$/gu, '').toLowerCase())
  if (found === -1) return null
  const rest = text.replaceAll(/\s+/g, ' ').slice(found)
  const words = (/^[^.,;:!?()"“”«»]*/.exec(rest)?.[0] ?? '')
    .trim()
    .split(' ')
    .slice(0, phrase.split(' ').length + wordsAfter)
  const isSmall = (word: string | undefined) => word !== undefined && functionWords.has(word.toLowerCase())
  while (isSmall(words[0])) words.shift()
  while (isSmall(words.at(-1))) words.pop()
  return words.length > 1 && words.some((word) => word.length >= longWord) ? words.join(' ') : null
}

/** Questions about a passage: about up to two of its fragments, and one open question. */
export function questionsAbout({ number, sentences }: Pick<Passage, 'number' | 'sentences'>): Question[] {
  const text = sentences.map((sentence) => sentence.text).join('')
  const distinctive = distinctivePhrases(
    sentences.flatMap(({ evidence }) => evidence ?? []),
    'machine',
  )
  const fragments = new Set(distinctive.flatMap(({ phrase }) => askableFragment(phrase, text) ?? []))
  const open = openQuestions[(number - 1) % openQuestions.length] ?? 'ask.own'
  return [
    ...[...fragments].slice(0, 2).map((phrase) => ({ key: 'ask.phrase' as const, phrase })),
    { key: open, phrase: '' },
  ]
}

/** A passage to talk about, with its beginning and its questions. */
export interface Topic {
  number: number
  paragraph: number
  quote: string
  questions: Question[]
}

function quoteOf(text: string): string {
  if (text.length <= quotedCharacters) return text
  const cut = text.slice(0, quotedCharacters)
  const blank = cut.lastIndexOf(' ')
  return `${blank > 0 ? cut.slice(0, blank) : cut.replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The passages to talk about, strong ones first and otherwise the longest, in the order of the text. */
export function topicsOf(paragraphs: readonly MarkedParagraph[]): Topic[] {
  const passages = paragraphs.flatMap(({ number: paragraph, passages }) =>
    passages.map((passage) => ({ passage, paragraph })),
  )
  const length = ({ sentences }: Passage) => sentences.reduce((sum, { text }) => sum + text.length, 0)
  const rank = ({ strength }: Passage) => (strength === 'strong' ? 0 : 1)
  return passages
    .toSorted((a, b) => rank(a.passage) - rank(b.passage) || length(b.passage) - length(a.passage))
    .slice(0, discussed)
    .sort((a, b) => a.passage.number - b.passage.number)
    .map(({ passage, paragraph }) => ({
      number: passage.number,
      paragraph,
      quote: quoteOf(
        passage.sentences
          .map(({ text }) => text)
          .join('')
          .trim(),
      ),
      questions: questionsAbout(passage),
    }))
}
