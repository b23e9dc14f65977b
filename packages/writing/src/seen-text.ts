import { GramTable } from './gram-table.ts'
import { isSpace, kindCount, kinds, type Tokens } from './tokens.ts'

/** The characters of a text and their kinds, in order and without white space. */
interface Characters {
  units: number[]
  kinds: number[]
  /** The index of each in the tokens it was taken from. */
  at: number[]
}

export function charactersOf({ units, kinds: tokenKinds }: Pick<Tokens, 'units' | 'kinds'>): Characters {
  const characters: Characters = { units: [], kinds: [], at: [] }
  for (let at = 0; at < units.length; at++) {
    if (isSpace(units[at]!)) continue
    characters.units.push(units[at]!)
    characters.kinds.push(tokenKinds[at]!)
    characters.at.push(at)
  }
  return characters
}

const lowMultiplier = 0x01000193
const highMultiplier = 0x5bd1e995

/**
 * Every sequence of `size` characters that was ever in a text, by its hash, with the kinds of its characters.
 * White space is left out, so that text is recognised despite a changed line break.
 */
class CharacterGrams {
  private readonly size: number
  private readonly seen = new GramTable()
  /** The remainder of packed kinds by this is those of all characters but the first. */
  private readonly allButFirst: number

  constructor(size: number) {
    this.size = size
    this.allButFirst = kindCount ** (size - 1)
  }

  add(characters: Characters): void {
    let packed = 0
    let next = 0
    this.forEachGram(characters.units, (low, high, from) => {
      for (; next < from + this.size; next++)
        packed = (packed % this.allButFirst) * kindCount + characters.kinds[next]!
      this.seen.set(low, high, packed)
    })
  }

  /** The kinds of the characters in runs of at least `minLength` known ones; 0 for the others. */
  kindsOf(units: number[], minLength: number): Uint8Array {
    const found = new Uint8Array(units.length)
    let runFrom = 0
    let runTo = 0
    const close = () => {
      if (runTo - runFrom < minLength) found.fill(kinds.none, runFrom, runTo)
    }
    this.forEachGram(units, (low, high, from) => {
      const packed = this.seen.get(low, high)
      if (packed === undefined) return
      if (from > runTo) {
        close()
        runFrom = from
      }
      runTo = from + this.size
      let rest = packed
      for (let nth = runTo - 1; nth >= from; nth--) {
        if (found[nth] !== kinds.pasted) found[nth] = rest % kindCount
        rest = Math.floor(rest / kindCount)
      }
    })
    close()
    return found
  }

  /** A rolling hash of 64 bits in two halves, because a product of larger numbers would lose its last digits. */
  private forEachGram(units: number[], run: (low: number, high: number, from: number) => void): void {
    let lowLeaving = 1
    let highLeaving = 1
    for (let nth = 1; nth < this.size; nth++) {
      lowLeaving = Math.imul(lowLeaving, lowMultiplier)
      highLeaving = Math.imul(highLeaving, highMultiplier)
    }
    let low = 0
    let high = 0
    for (let at = 0; at < units.length; at++) {
      const out = at >= this.size ? units[at - this.size]! + 1 : 0
      const unit = units[at]! + 1
      low = (Math.imul(low - Math.imul(out, lowLeaving), lowMultiplier) + unit) | 0
      high = (Math.imul(high - Math.imul(out, highLeaving), highMultiplier) + unit) | 0
      if (at >= this.size - 1) run(low >>> 0, high >>> 0, at - this.size + 1)
    }
  }
}

/** Runs of this many characters are the same text. Shorter ones also occur in unrelated texts. */
const sameTextLength = 30
const longGram = 12
const shortGram = 4

/** What a text contained at any time, to find out whether inserted text is new. */
export class SeenText {
  private readonly longGrams = new CharacterGrams(longGram)
  private readonly shortGrams = new CharacterGrams(shortGram)
  private readonly deleted = new Map<string, { tokens: Tokens; missing: number }>()

  /** Remembers the text around a change, with enough context before and after it. */
  add(tokens: Tokens): void {
    const characters = charactersOf(tokens)
    this.longGrams.add(characters)
    this.shortGrams.add(characters)
  }

  addDeleted(tokens: Tokens): void {
    const key = keyOf(tokens.units)
    const before = this.deleted.get(key)
    this.deleted.set(key, { tokens, missing: (before?.missing ?? 0) + 1 })
  }

  /**
   * The piece with exactly this text that was deleted last. `isRestored` is false if every deleted copy was
   * already restored.
   */
  deletedPiece(units: Uint16Array): { tokens: Tokens; isRestored: boolean } | null {
    const piece = this.deleted.get(keyOf(units))
    if (!piece) return null
    const isRestored = piece.missing > 0
    if (isRestored) piece.missing--
    return { tokens: piece.tokens, isRestored }
  }

  /** The kind that each of these characters had when it was in the text before; 0 for new ones. */
  kindsOf(units: number[]): Uint8Array {
    if (units.length < shortGram) return new Uint8Array(units.length)
    if (units.length < longGram) return this.shortGrams.kindsOf(units, units.length)
    return this.longGrams.kindsOf(units, Math.min(sameTextLength, units.length))
  }
}

/** How many tokens on either side of a change form new sequences with it. */
export const contextTokens = 4 * longGram

function keyOf(units: Uint16Array): string {
  let key = ''
  for (let from = 0; from < units.length; from += 4_096)
    // Spreading goes through an iterator, which takes several times as long.
    key += String.fromCharCode.apply(null, units.subarray(from, from + 4_096) as unknown as number[])
  return key
}
