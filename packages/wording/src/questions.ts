import type { MarkedParagraph, Passage } from './passages.ts'
import { distinctivePhrases } from './phrases.ts'

/** Open questions that fit any passage; each passage gets the next one. */
const openQuestions = ['ask.own', 'ask.example', 'ask.source', 'ask.first'] as const

/** A question about a passage, as a key of the locale file with the sentence that it quotes. */
export interface Question {
  key: 'ask.sentence' | (typeof openQuestions)[number]
  sentence: string
}

/** How many passages a conversation has time for. */
const discussed = 3
/** How many characters of a passage are quoted. */
const quotedCharacters = 320
/** A longer sentence is quoted by its beginning. */
const askedCharacters = 220
/** Fewer words are a heading or an aside. */
const askedWords = 5

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The sentence with the most telling phrase, without its full stop; null if no sentence has one. */
function askedSentence({ sentences }: Pick<Passage, 'sentences'>): string | null {
  const distinctive = distinctivePhrases(
    sentences.flatMap(({ evidence }) => evidence ?? []),
    'machine',
  )
  const texts = sentences.map(({ text }) => oneLine(text))
  for (const { phrase } of distinctive) {
    const words = oneLine(phrase).toLowerCase()
    const found = texts.find(
      (text) => text.toLowerCase().includes(words) && text.split(' ').length >= askedWords,
    )
    if (found !== undefined) return shortened(found, askedCharacters).replace(/[.\s]+$/, '')
  }
  return null
}

/** Questions about a passage: what one of its sentences means, and an open one. */
export function questionsAbout(passage: Pick<Passage, 'number' | 'sentences'>): Question[] {
  const sentence = askedSentence(passage)
  const open = openQuestions[(passage.number - 1) % openQuestions.length] ?? 'ask.own'
  return [
    ...(sentence === null ? [] : [{ key: 'ask.sentence' as const, sentence }]),
    { key: open, sentence: '' },
  ]
}

/** A passage to talk about, with its beginning and its questions. */
export interface Topic {
  number: number
  paragraph: number
  quote: string
  questions: Question[]
}

/** Cut between words. */
export function shortened(text: string, characters: number): string {
  if (text.length <= characters) return text
  const cut = text.slice(0, characters)
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
      quote: shortened(
        passage.sentences
          .map(({ text }) => text)
          .join('')
          .trim(),
        quotedCharacters,
      ),
      questions: questionsAbout(passage),
    }))
}
