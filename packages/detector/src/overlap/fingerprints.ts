import { extend } from '../features/hash.ts'
import { ignoredWord } from './comparable-text.ts'

/**
 * Words in a fingerprint. Shorter ones would match idioms; with one word in ten replaced, 59 % of runs of
 * five words stay intact.
 */
export const fingerprintWords = 5
/**
 * One of each so many neighbouring runs is kept, so that two texts that share eight words in a row always
 * share a fingerprint.
 */
const windowSize = 4
const hashBits = 30

export interface Fingerprints {
  hashes: Int32Array
  /** The first word of each. */
  positions: Int32Array
}

/** A hash for each run of five words; -1 if one of them is ignored. */
export function runHashes(words: Int32Array): Int32Array {
  const runs = Math.max(0, words.length - fingerprintWords + 1)
  const hashes = new Int32Array(runs)
  let lastIgnored = -1
  for (let at = 0; at < words.length; at += 1) {
    if (words[at] === ignoredWord) lastIgnored = at
    const start = at - fingerprintWords + 1
    if (start < 0) continue
    if (lastIgnored >= start) {
      hashes[start] = -1
      continue
    }
    let hash = 0
    for (let nth = 0; nth < fingerprintWords; nth += 1)
      hash = extend(hash, words[start + nth] as number, nth + 1)
    hashes[start] = hash >>> (32 - hashBits)
  }
  return hashes
}

/**
 * Winnowing (Schleimer, Wilkerson and Aiken 2003): the smallest hash of each window, the last of equal ones.
 * Texts that share a run choose the same fingerprints in it, wherever it is.
 */
export function winnow(hashes: Int32Array): Fingerprints {
  const kept: number[] = []
  let chosen = -1
  const windows = Math.max(Math.min(1, hashes.length), hashes.length - windowSize + 1)
  for (let start = 0; start < windows; start += 1) {
    const end = Math.min(start + windowSize, hashes.length)
    let smallest = -1
    for (let at = start; at < end; at += 1) {
      const hash = hashes[at] as number
      if (hash >= 0 && (smallest < 0 || hash <= (hashes[smallest] as number))) smallest = at
    }
    if (smallest >= 0 && smallest !== chosen) {
      chosen = smallest
      kept.push(smallest)
    }
  }
  return { positions: Int32Array.from(kept), hashes: Int32Array.from(kept, (at) => hashes[at] as number) }
}

export interface Seeds {
  /** Positions of equal fingerprints in the two texts, in the order of the first text. */
  inA: number[]
  inB: number[]
}

/**
 * A fingerprint that several texts share: its first word in the first of them, and all of them, ascending.
 */
export interface SharedFingerprint {
  text: number
  start: number
  texts: number[]
}

/** How often the same fingerprint of one text is compared, because a text may repeat a sentence endlessly. */
const repeatsCompared = 4
/**
 * A fingerprint's hash has 30 bits and its index in the list 22, so that both sort together as one exact
 * number.
 */
const maxFingerprints = 2 ** 22

/**
 * The fingerprints of all texts. Those of one text lie together, and equal ones form groups in the order of
 * their texts.
 */
export class FingerprintIndex {
  /** The text and the first word of each fingerprint. */
  private readonly textOf: Int32Array
  private readonly wordOf: Int32Array
  /** Where the fingerprints of each text begin, and where the last ones end. */
  private readonly firstOf: Int32Array
  /** Fingerprints by hash, then by text. */
  private readonly order: Int32Array
  /** The rank of each fingerprint in `order`, and for each rank where its group ends. */
  private readonly rankOf: Int32Array
  private readonly groupEnd: Int32Array
  private readonly words: readonly Int32Array[]

  constructor(words: readonly Int32Array[], chosen: readonly Fingerprints[]) {
    this.words = words
    const count = chosen.reduce((sum, { hashes }) => sum + hashes.length, 0)
    if (count > maxFingerprints) throw new RangeError('There are more fingerprints than can be sorted.')
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
        keys[at] = hash * maxFingerprints + at
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
      const fingerprint = key % maxFingerprints
      this.order[rank] = fingerprint
      this.rankOf[fingerprint] = rank
      const next = rank + 1 < count ? Math.floor((keys[rank + 1] as number) / maxFingerprints) : -1
      if (Math.floor(key / maxFingerprints) !== next) end = rank + 1
      this.groupEnd[rank] = end
    }
  }

  /** The fingerprints that at least `minTexts` texts share, in the order of their first occurrence. */
  sharedBy(minTexts: number): SharedFingerprint[] {
    const shared: { fingerprint: number; texts: number[] }[] = []
    for (let rank = 0; rank < this.order.length; rank = this.groupEnd[rank] as number) {
      const texts = this.textsOf(rank)
      if (texts.length >= minTexts) shared.push({ fingerprint: this.order[rank] as number, texts })
    }
    return shared
      .sort((x, y) => x.fingerprint - y.fingerprint)
      .map(({ fingerprint, texts }) => ({
        text: this.textOf[fingerprint] as number,
        start: this.wordOf[fingerprint] as number,
        texts,
      }))
  }

  /**
   * Ignores the words of fingerprints that more than `maxTexts` texts share. Returns how many words that
   * were.
   */
  ignoreBeyond(maxTexts: number): number {
    let words = 0
    for (let rank = 0; rank < this.order.length; rank = this.groupEnd[rank] as number) {
      if (this.textsOf(rank).length <= maxTexts) continue
      for (let r = rank; r < (this.groupEnd[rank] as number); r += 1)
        words += this.ignore(this.order[r] as number)
    }
    return words
  }

  /** For each later text that shares fingerprints with this one, their positions in both. */
  seedsOf(text: number): Map<number, Seeds> {
    const found = new Map<number, Seeds>()
    const textWords = this.words[text] as Int32Array
    for (
      let fingerprint = this.firstOf[text] as number;
      fingerprint < (this.firstOf[text + 1] as number);
      fingerprint += 1
    ) {
      const start = this.wordOf[fingerprint] as number
      if (textWords[start] === ignoredWord) continue
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

  /** Whether the text already had this fingerprint as often as it is compared. */
  private isRepeated(rank: number): boolean {
    if (rank < repeatsCompared) return false
    const before = this.order[rank - repeatsCompared] as number
    const isSameGroup = this.groupEnd[rank - repeatsCompared] === this.groupEnd[rank]
    return isSameGroup && this.textOf[before] === this.textOf[this.order[rank] as number]
  }

  /** The texts that share the group which begins at this rank, ascending. */
  private textsOf(rank: number): number[] {
    const texts: number[] = []
    for (let r = rank; r < (this.groupEnd[rank] as number); r += 1) {
      const text = this.textOf[this.order[r] as number] as number
      if (text !== texts.at(-1)) texts.push(text)
    }
    return texts
  }

  /** Returns how many of the words were not ignored yet. */
  private ignore(fingerprint: number): number {
    const words = this.words[this.textOf[fingerprint] as number] as Int32Array
    const start = this.wordOf[fingerprint] as number
    let newlyIgnored = 0
    for (let at = start; at < start + fingerprintWords; at += 1) {
      if (words[at] !== ignoredWord) newlyIgnored += 1
      words[at] = ignoredWord
    }
    return newlyIgnored
  }
}
