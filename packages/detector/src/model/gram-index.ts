import { gramBits } from '../features/grams.ts'

const blockBits = 8
const wordsPerBlock = (1 << blockBits) / 32

function ones(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** A set of n-gram hashes with the rank of each: 2 MB, small enough to stay in a processor's cache. */
export class GramIndex {
  readonly size: number
  readonly #bits: Uint32Array
  readonly #before: Uint32Array

  /** `hashes` rise strictly and are below 2^gramBits. */
  constructor(hashes: Iterable<number>) {
    this.#bits = new Uint32Array(1 << (gramBits - 5))
    for (const hash of hashes) this.#bits[hash >>> 5] = (this.#bits[hash >>> 5] as number) | (1 << (hash & 31))
    this.#before = new Uint32Array(1 << (gramBits - blockBits))
    let sum = 0
    for (let block = 0; block < this.#before.length; block++) {
      this.#before[block] = sum
      for (let i = 0; i < wordsPerBlock; i++) sum += ones(this.#bits[block * wordsPerBlock + i] as number)
    }
    this.size = sum
  }

  /** The rank of a hash among the known ones, or -1. */
  find(hash: number): number {
    const word = hash >>> 5
    const held = this.#bits[word] as number
    const bit = 1 << (hash & 31)
    if ((held & bit) === 0) return -1
    let rank = this.#before[hash >>> blockBits] as number
    for (let i = (hash >>> blockBits) * wordsPerBlock; i < word; i++) rank += ones(this.#bits[i] as number)
    return rank + ones(held & (bit - 1))
  }

  /** Replaces hashes by ranks in place; unknown ones become -1. */
  rank(hashes: Int32Array): Int32Array {
    for (let i = 0; i < hashes.length; i++) {
      const hash = hashes[i] as number
      if (hash >= 0) hashes[i] = this.find(hash)
    }
    return hashes
  }
}
