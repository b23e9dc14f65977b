import { lookAlike } from '../text/confusables.ts'
import { withoutInvisible } from '../text/words.ts'

/** A text as numbered words with their places in the text, so that passages can be compared word by word. */
export interface ComparableText {
  /** Equal words of all texts of one comparison have the same number; `ignoredWord` matches nothing. */
  words: Int32Array
  /** Offsets of each word's first character and of the one after its last. */
  starts: Int32Array
  ends: Int32Array
}

/** Stands for a word that is not compared: of a quotation, of the assignment, or common to most texts. */
export const ignoredWord = -1

/** Format characters belong to words, so that an invisible character inside a word does not split it. */
const word = /[\p{L}\p{N}\p{M}\p{Cf}]+(?:['’ʼ][\p{L}\p{N}\p{M}\p{Cf}]+)*/gu
const plainWord = /^[a-z0-9]+$/
const marks = /[\p{M}'’ʼ]/gu
/** Longer "words" are not prose. Cutting them keeps the work on each bounded. */
const longestWord = 64

/** The word without case, accents, apostrophes, invisible characters and letters that only look Latin. */
function normaliseWord(raw: string): string {
  const lower = raw.slice(0, longestWord).toLowerCase()
  if (plainWord.test(lower)) return lower
  const letters = withoutInvisible(lower).normalize('NFKD').replace(marks, '')
  return Array.from(letters, (letter) => lookAlike(letter.codePointAt(0) ?? 0) ?? letter)
    .join('')
    .toLowerCase()
}

/** Numbers the words of the texts of one comparison. */
export class Vocabulary {
  private readonly numbers = new Map<string, number>()

  read(text: string): ComparableText {
    const words: number[] = []
    const starts: number[] = []
    const ends: number[] = []
    for (const match of text.matchAll(word)) {
      const normalised = normaliseWord(match[0])
      if (normalised === '') continue
      words.push(this.numberOf(normalised))
      starts.push(match.index)
      ends.push(match.index + match[0].length)
    }
    return { words: Int32Array.from(words), starts: Int32Array.from(starts), ends: Int32Array.from(ends) }
  }

  private numberOf(normalised: string): number {
    const known = this.numbers.get(normalised)
    if (known !== undefined) return known
    this.numbers.set(normalised, this.numbers.size)
    return this.numbers.size - 1
  }
}
