import { hashText } from '../features/hash.ts'
import { wordSeed } from '../features/token-facts.ts'

const prime = 16777619
const letters = Array.from({ length: 26 }, (_, i) => 97 + i)
/** Shorter and longer words are not corrected. */
const shortest = 3
const longest = 24
/**
 * A word is corrected only if its best correction occurs in this many times as many texts as every other
 * candidate.
 */
const minAdvantage = 3

/**
 * Words that many people and machines write, by the hash of their lower case, with the number of texts that
 * contain each. An unknown word is corrected to the word a single slip away (a letter lost, added or
 * replaced, two letters swapped), if one is clearly more common than the others.
 */
export class Lexicon {
  /** Ascending. */
  readonly words: Uint32Array
  /** By position in `words`. */
  readonly texts: Uint16Array
  readonly #slots: Int32Array
  readonly #mask: number

  constructor(words: Uint32Array, texts: Uint16Array) {
    this.words = words
    this.texts = texts
    const size = 1 << (34 - Math.clz32(Math.max(1, words.length)))
    this.#slots = new Int32Array(size).fill(-1)
    this.#mask = size - 1
    words.forEach((word, i) => {
      let slot = word & this.#mask
      while ((this.#slots[slot] as number) >= 0) slot = (slot + 1) & this.#mask
      this.#slots[slot] = i
    })
  }

  /** Number of texts with the word of this hash; -1 if it is unknown. */
  #find(word: number): number {
    for (let slot = word & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const i = this.#slots[slot] as number
      if (i < 0) return -1
      if (this.words[i] === word) return this.texts[i] as number
    }
  }

  /**
   * The correction of a lower-case word; the word itself if it is known, or no correction is clearly better.
   */
  correct(word: string): string {
    const { length } = word
    if (length < shortest || length > longest || this.#find(hashText(word, wordSeed)) >= 0) return word
    let best = 0
    let bestHash = 0
    let second = 0
    let from = 0
    let to = 0
    let inserted = ''
    const consider = (before: number, at: number, rest: number, letterInserted: string): void => {
      const hash = tail(before, word, rest) >>> 0
      const texts = this.#find(hash)
      if (texts <= second || hash === bestHash) return
      if (texts <= best) {
        second = texts
        return
      }
      second = best
      best = texts
      bestHash = hash
      from = at
      to = rest
      inserted = letterInserted
    }
    let before: number = wordSeed | 0
    for (let at = 0; at <= length; at++) {
      for (const letter of letters) {
        const extended = Math.imul(before ^ letter, prime)
        const letterInserted = String.fromCharCode(letter)
        consider(extended, at, at, letterInserted)
        if (at < length) consider(extended, at, at + 1, letterInserted)
      }
      if (at < length && length > shortest) consider(before, at, at + 1, '')
      if (at + 1 < length) {
        const swapped = Math.imul(
          Math.imul(before ^ word.charCodeAt(at + 1), prime) ^ word.charCodeAt(at),
          prime,
        )
        consider(swapped, at, at + 2, word.charAt(at + 1) + word.charAt(at))
      }
      before = Math.imul(before ^ word.charCodeAt(at), prime)
    }
    return best < minAdvantage * second || best === 0 ? word : word.slice(0, from) + inserted + word.slice(to)
  }
}

/** Continues a hash over the rest of a word. */
function tail(hash: number, word: string, from: number): number {
  for (let i = from; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), prime)
  return hash
}

const startsWord = /^[A-Za-z]/
const capital = /^[A-Z]/
/** After these tokens a capital means nothing. Elsewhere it suggests a name, and names are not corrected. */
const sentenceOpeners = new Set(['.', '!', '?', '"', ':', '(', '—'])
/**
 * The share of misspelt words from which a text is corrected. Below it a text is read as written: correcting
 * ordinary texts costs more than it gains (docs/experiments/misspellings.md).
 */
const minMisspeltShare = 0.08

/** Tokens with corrected spelling, one for one; unchanged where few are misspelt. Only n-grams use them. */
export function withCorrectedSpelling(tokens: readonly string[], lexicon: Lexicon): readonly string[] {
  const out = [...tokens]
  let words = 0
  let corrections = 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as string
    if (!startsWord.test(token)) continue
    words++
    if (i > 0 && capital.test(token) && !sentenceOpeners.has(tokens[i - 1] as string)) continue
    const word = token.toLowerCase()
    const corrected = lexicon.correct(word)
    if (corrected === word) continue
    corrections++
    out[i] = corrected
  }
  return corrections > 0 && corrections >= minMisspeltShare * words ? out : tokens
}
