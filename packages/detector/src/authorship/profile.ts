import { functionWords } from '../features/token-facts.ts'
import { normalise } from '../text/normalise.ts'
import { read } from '../text/reading.ts'
import { countWords } from '../text/words.ts'

/** Function words and punctuation marks, in the order of a profile's `words_and_marks`. */
const listedWords: readonly string[] = [...functionWords]
const listedMarks = [',', '.', ';', ':', '!', '?', '-', '—', '(', '"', "'"] as const
const wordsAndMarks: readonly string[] = [...listedWords, ...listedMarks]
const indexOf = new Map(wordsAndMarks.map((name, index) => [name, index]))

/** Changes when the same text would get another profile, so that kept ones are made again. */
export const profileVersion = 1

/** How a text is written, as rates from which the text cannot be reconstructed. */
export interface WritingProfile {
  words: number
  /** In the order in which `profileOf` lists them. None depends on the text's length. */
  style: readonly number[]
  words_and_marks: readonly number[]
}

/**
 * A word counts as new if it did not occur in this many words before it, so that the measure does not depend
 * on length.
 */
const newAfter = 60
const longFrom = 7
const wordForm = /[\p{L}']+/gu
const contraction = /^[a-z]+'(?:t|s|re|ve|ll|d|m)$/

/**
 * The profile of a text's prose; headings and lists of references are left out. Takes time linear in the
 * text.
 */
export function profileOf(text: string): WritingProfile {
  const sentences = read(text)
    .paragraphs.filter(({ kind }) => kind === 'prose')
    .flatMap((paragraph) => paragraph.sentences.map(({ start, end }) => text.slice(start, end)))
  const lengths = sentences.map(countWords).filter((length) => length > 0)
  const prose = normalise(sentences.join(' ')).text
  const words = prose.toLowerCase().match(wordForm) ?? []
  const counts = Array.from(wordsAndMarks, () => 0)
  const lastSeen = new Map<string, number>()
  let [letters, long, newWords, contracted, functionWordCount] = [0, 0, 0, 0, 0]
  for (const [position, word] of words.entries()) {
    letters += word.length
    if (word.length >= longFrom) long += 1
    const last = lastSeen.get(word)
    if (last === undefined || position - last > newAfter) newWords += 1
    lastSeen.set(word, position)
    if (contraction.test(word)) contracted += 1
    const index = indexOf.get(word)
    if (index === undefined || index >= listedWords.length) continue
    counts[index] = (counts[index] ?? 0) + 1
    functionWordCount += 1
  }
  for (const character of prose) {
    const index = indexOf.get(character)
    if (index !== undefined && index >= listedWords.length) counts[index] = (counts[index] ?? 0) + 1
  }
  const perWord = (count: number) => count / Math.max(1, words.length)
  const marks = (...names: (typeof listedMarks)[number][]) =>
    perWord(names.reduce((sum, name) => sum + (counts[indexOf.get(name) ?? -1] ?? 0), 0))
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  const variance =
    lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0) / Math.max(1, lengths.length)
  return {
    words: countWords(text),
    style: [
      mean,
      Math.sqrt(variance) / Math.max(1, mean),
      perWord(letters),
      perWord(long),
      perWord(newWords),
      marks(','),
      marks(';', ':', '—', '(', '"'),
      perWord(contracted),
      marks('!', '?'),
      perWord(functionWordCount),
    ],
    words_and_marks: counts.map(perWord),
  }
}
