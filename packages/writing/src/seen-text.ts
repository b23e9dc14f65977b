import { isSpace, kinds, type Tokens } from './tokens.ts'

/** The kinds of the characters of a text, in the order in which they stand, without white space. */
interface Characters {
  units: number[]
  kinds: number[]
  /** Where each stands in the tokens it was taken from. */
  at: number[]
}

export function charactersOf({ units, kinds: held }: Pick<Tokens, 'units' | 'kinds'>): Characters {
  const characters: Characters = { units: [], kinds: [], at: [] }
  for (let at = 0; at < units.length; at++) {
    if (isSpace(units[at]!)) continue
    characters.units.push(units[at]!)
    characters.kinds.push(held[at]!)
    characters.at.push(at)
  }
  return characters
}

const lowMultiplier = 0x01000193
const highMultiplier = 0x5bd1e995

/**
 * Every run of `size` characters that ever stood in a text, by its hash, with the kinds of its characters. White space is left out, so that
 * text is found again across a changed line break.
 */
class Grams {
  private readonly size: number
  private readonly seen = new Map<number, number>()

  constructor(size: number) {
    this.size = size
  }

  add(characters: Characters): void {
    this.eachGram(characters.units, (hash, from) => {
      let packed = 0
      for (let nth = 0; nth < this.size; nth++) packed = packed * 4 + characters.kinds[from + nth]!
      this.seen.set(hash, packed)
    })
  }

  /** The kinds of those characters that lie in runs of at least `least` seen ones; 0 for the others. */
  kindsOf(units: number[], least: number): Uint8Array {
    const found = new Uint8Array(units.length)
    let runFrom = 0
    let runTo = 0
    const close = () => {
      if (runTo - runFrom < least) found.fill(kinds.none, runFrom, runTo)
    }
    this.eachGram(units, (hash, from) => {
      const packed = this.seen.get(hash)
      if (packed === undefined) return
      if (from > runTo) {
        close()
        runFrom = from
      }
      runTo = from + this.size
      let rest = packed
      for (let nth = runTo - 1; nth >= from; nth--) {
        if (found[nth] !== kinds.pasted) found[nth] = rest % 4
        rest = Math.floor(rest / 4)
      }
    })
    close()
    return found
  }

  /** A rolling hash of 52 bits in two halves, as a product of 32 bits with more would lose its last digits. */
  private eachGram(units: number[], run: (hash: number, from: number) => void): void {
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
      if (at >= this.size - 1) run((high >>> 12) * 2 ** 32 + (low >>> 0), at - this.size + 1)
    }
  }
}

/** Runs of this many characters are the same text; shorter ones also stand in texts that have nothing to do with each other. */
const sameText = 30
const long = 12
const short = 4

/** What stood in a text at some time, to find out whether an inserted text is new. */
export class SeenText {
  private readonly long = new Grams(long)
  private readonly short = new Grams(short)
  private readonly deleted = new Map<string, { tokens: Tokens; left: number }>()

  /** Remembers text around a change: what stands there, and enough before and after it. */
  add(tokens: Tokens): void {
    const characters = charactersOf(tokens)
    this.long.add(characters)
    this.short.add(characters)
  }

  addDeleted(tokens: Tokens): void {
    const key = keyOf(tokens.units)
    const before = this.deleted.get(key)
    this.deleted.set(key, { tokens, left: (before?.left ?? 0) + 1 })
  }

  /** A deleted piece with exactly this text; the last one. `back` tells whether it is still missing, or was put back already. */
  deletedPiece(units: Uint16Array): { tokens: Tokens; back: boolean } | null {
    const piece = this.deleted.get(keyOf(units))
    if (!piece) return null
    const back = piece.left > 0
    if (back) piece.left--
    return { tokens: piece.tokens, back }
  }

  /** The kind that each of these characters had when it stood in the text before; 0 for new ones. */
  kindsOf(units: number[]): Uint8Array {
    if (units.length < short) return new Uint8Array(units.length)
    if (units.length < long) return this.short.kindsOf(units, units.length)
    return this.long.kindsOf(units, Math.min(sameText, units.length))
  }
}

/** How many tokens on either side of a change form new runs with it. */
export const reach = 4 * long

function keyOf(units: Uint16Array): string {
  let key = ''
  for (let from = 0; from < units.length; from += 4_096) key += String.fromCharCode(...units.subarray(from, from + 4_096))
  return key
}
