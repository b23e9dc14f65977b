import { lookAlike } from '../text/confusables.ts'
import { withoutInvisible } from '../text/words.ts'

/**
 * A text as numbered words with their positions in the text, so that passages can be compared word by word.
 */
export interface ComparableText {
  /** Equal words of all texts of one comparison have the same number; `ignoredWord` matches nothing. */
  words: Int32Array
  /** Offsets of each word's first character and of the one after its last. */
  starts: Int32Array
  ends: Int32Array
}

/**
 * The number of a word that is not compared, because it is quoted, part of the assignment, or common to most
 * texts.
 */
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

/** The words of a text, each as the number that it is given. */
export function readWords(text: string, numberOf: (normalised: string) => number): ComparableText {
  const words: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (const match of text.matchAll(word)) {
    const normalised = normaliseWord(match[0])
    if (normalised === '') continue
    words.push(numberOf(normalised))
    starts.push(match.index)
    ends.push(match.index + match[0].length)
  }
  return { words: Int32Array.from(words), starts: Int32Array.from(starts), ends: Int32Array.from(ends) }
}

/** Numbers the words of the texts of one comparison. */
export class Vocabulary {
  private readonly numbers = new Map<string, number>()

  read(text: string): ComparableText {
    return readWords(text, (normalised) => this.numberOf(normalised))
  }

  private numberOf(normalised: string): number {
    const known = this.numbers.get(normalised)
    if (known !== undefined) return known
    this.numbers.set(normalised, this.numbers.size)
    return this.numbers.size - 1
  }
}

/** A range of characters including the quotation marks, end exclusive. */
interface Quotation {
  start: number
  end: number
}

const closers: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '“”'],
  ['«', '»'],
  ['‘', '’'],
])
const letterOrDigit = /[\p{L}\p{N}]/u

/**
 * The quotations of a text, in order. A quotation ends in the paragraph in which it begins: a mark that is
 * never closed must not turn the rest of the text into one. Straight single quotes are ignored, because they
 * look like apostrophes.
 */
export function quotationsOf(text: string): Quotation[] {
  const found: Quotation[] = []
  let start = -1
  let closing = ''
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\n') {
      start = -1
    } else if (start < 0) {
      const closer = closers.get(character)
      if (closer === undefined) continue
      start = at
      closing = closer
    } else if (closing.includes(character)) {
      // A closing single quote followed by a letter is an apostrophe.
      if (character === '’' && letterOrDigit.test(text.charAt(at + 1))) continue
      found.push({ start, end: at + 1 })
      start = -1
    }
  }
  return found
}

/** Longer quotations are compared, because a whole essay in quotation marks is not a quotation. */
const longestQuotation = 120

/** Ignores the words of quotations. Returns how many there were. */
export function ignoreQuotations(text: string, { words, starts }: ComparableText): number {
  let at = 0
  let ignored = 0
  for (const { start, end } of quotationsOf(text)) {
    while (at < words.length && (starts[at] as number) < start) at += 1
    const first = at
    while (at < words.length && (starts[at] as number) < end) at += 1
    if (at - first > longestQuotation) continue
    words.fill(ignoredWord, first, at)
    ignored += at - first
  }
  return ignored
}
