import { ignoredWord } from './comparable-text.ts'
import { type Fingerprints, fingerprintWords } from './fingerprints.ts'
import type { Seeds } from './passages.ts'

/** A common passage by its words in the first text that contains it. */
interface CommonRun {
  text: number
  start: number
  end: number
  texts: number
}

/** How often one fingerprint of one text is compared: a text may repeat a sentence endlessly. */
const repeatsCompared = 4
/** A fingerprint's hash has 30 bits and its place in the list 22: together they sort as one exact number. */
const places = 2 ** 22

/** The fingerprints of all texts. Those of one text lie together, and equal ones form groups in the order of their texts. */
export class FingerprintIndex {
  /** The text and the first word of each fingerprint. */
  private readonly textOf: Int32Array
  private readonly wordOf: Int32Array
  /** Where the fingerprints of each text begin, and where the last ones end. */
  private readonly firstOf: Int32Array
  /** Fingerprints by hash, then by text. */
  private readonly order: Int32Array
  /** The place of each fingerprint in `order`, and for each such place where its group ends. */
  private readonly rankOf: Int32Array
  private readonly groupEnd: Int32Array
  private readonly words: readonly Int32Array[]

  constructor(words: readonly Int32Array[], chosen: readonly Fingerprints[]) {
    this.words = words
    const count = chosen.reduce((sum, { hashes }) => sum + hashes.length, 0)
    if (count > places) throw new RangeError('There are more fingerprints than can be sorted.')
    this.textOf = new Int32Array(count)
    this.wordOf = new Int32Array(count)
    this.firstOf = new Int32Array(words.length + 1)
    const keys = new Float64Array(count)
    let at = 0
    chosen.forEach(({ hashes, positions }, text) => {
      this.firstOf[text] = at
      hashes.forEach((hash, nth) => {
        this.textOf[at] = text
        this.wordOf[at] = positions[nth] as number
        keys[at] = hash * places + at
        at += 1
      })
    })
    this.firstOf[words.length] = at
    keys.sort()
    this.order = new Int32Array(count)
    this.rankOf = new Int32Array(count)
    this.groupEnd = new Int32Array(count)
    let end = count
    for (let rank = count - 1; rank >= 0; rank -= 1) {
      const key = keys[rank] as number
      const fingerprint = key % places
      this.order[rank] = fingerprint
      this.rankOf[fingerprint] = rank
      const next = rank + 1 < count ? Math.floor((keys[rank + 1] as number) / places) : -1
      if (Math.floor(key / places) !== next) end = rank + 1
      this.groupEnd[rank] = end
    }
  }

  /** Ignores the words of fingerprints that at least `least` texts share; returns their number and where they stand first. */
  ignoreCommon(least: number): { words: number; passages: CommonRun[] } {
    const common: { fingerprint: number; texts: number }[] = []
    let words = 0
    for (let rank = 0; rank < this.order.length; rank = this.groupEnd[rank] as number) {
      const texts = this.countTexts(rank)
      if (texts < least) continue
      common.push({ fingerprint: this.order[rank] as number, texts })
      for (let each = rank; each < (this.groupEnd[rank] as number); each += 1) words += this.ignore(this.order[each] as number)
    }
    return { words, passages: this.joined(common) }
  }

  /** For each later text that shares fingerprints with this one: where they stand in both. */
  seedsOf(text: number): Map<number, Seeds> {
    const found = new Map<number, Seeds>()
    const own = this.words[text] as Int32Array
    for (let fingerprint = this.firstOf[text] as number; fingerprint < (this.firstOf[text + 1] as number); fingerprint += 1) {
      const start = this.wordOf[fingerprint] as number
      if (own[start] === ignoredWord) continue
      const rank = this.rankOf[fingerprint] as number
      if (this.isRepeated(rank)) continue
      let [last, repeats] = [text, 0]
      for (let other = rank + 1; other < (this.groupEnd[rank] as number); other += 1) {
        const match = this.order[other] as number
        const later = this.textOf[match] as number
        repeats = later === last ? repeats + 1 : 1
        last = later
        if (later === text || repeats > repeatsCompared) continue
        const seeds = found.get(later) ?? { inA: [], inB: [] }
        seeds.inA.push(start)
        seeds.inB.push(this.wordOf[match] as number)
        found.set(later, seeds)
      }
    }
    return found
  }

  /** Whether the same text has the same fingerprint often enough before. */
  private isRepeated(rank: number): boolean {
    if (rank < repeatsCompared) return false
    const before = this.order[rank - repeatsCompared] as number
    const isSameGroup = this.groupEnd[rank - repeatsCompared] === this.groupEnd[rank]
    return isSameGroup && this.textOf[before] === this.textOf[this.order[rank] as number]
  }

  private countTexts(rank: number): number {
    let count = 0
    let last = -1
    for (let each = rank; each < (this.groupEnd[rank] as number); each += 1) {
      const text = this.textOf[this.order[each] as number] as number
      if (text !== last) count += 1
      last = text
    }
    return count
  }

  /** Returns how many words were not ignored before. */
  private ignore(fingerprint: number): number {
    const words = this.words[this.textOf[fingerprint] as number] as Int32Array
    const start = this.wordOf[fingerprint] as number
    let fresh = 0
    for (let at = start; at < start + fingerprintWords; at += 1) {
      if (words[at] !== ignoredWord) fresh += 1
      words[at] = ignoredWord
    }
    return fresh
  }

  /** Common fingerprints as passages of the texts in which they stand first. */
  private joined(common: readonly { fingerprint: number; texts: number }[]): CommonRun[] {
    const passages: CommonRun[] = []
    for (const { fingerprint, texts } of common.toSorted((x, y) => x.fingerprint - y.fingerprint)) {
      const text = this.textOf[fingerprint] as number
      const start = this.wordOf[fingerprint] as number
      const last = passages.at(-1)
      if (last !== undefined && last.text === text && start <= last.end) {
        last.end = start + fingerprintWords
        last.texts = Math.min(last.texts, texts)
      } else {
        passages.push({ text, start, end: start + fingerprintWords, texts })
      }
    }
    return passages.sort((x, y) => y.end - y.start - (x.end - x.start))
  }
}
