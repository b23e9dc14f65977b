import { gramBits } from '../features/grams.ts'

/** Number of one bits among 32. */
function countOnes(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * A set of n-gram hashes with the rank of each, in 4 MB at 24 bits: one lookup for an unknown hash, two for a
 * known one.
 */
export class GramIndex {
  readonly size: number
  /** How many bits of the hashes are compared. */
  readonly bits: number
  readonly #bits: Uint32Array
  readonly #before: Uint32Array

  /** `hashes` are distinct and below 2^bits; their rank is their position in ascending order. */
  constructor(hashes: ArrayLike<number>, bits: number = gramBits) {
    this.bits = bits
    this.#bits = new Uint32Array(1 << (bits - 5))
    this.#before = new Uint32Array(1 << (bits - 5))
    for (let i = 0; i < hashes.length; i++) {
      const hash = hashes[i] as number
      this.#bits[hash >>> 5] = (this.#bits[hash >>> 5] as number) | (1 << (hash & 31))
    }
    let sum = 0
    for (let word = 0; word < this.#bits.length; word++) {
      this.#before[word] = sum
      sum += countOnes(this.#bits[word] as number)
    }
    this.size = sum
  }

  /** The rank of a hash among the known ones, or -1. */
  find(hash: number): number {
    const word = this.#bits[hash >>> 5] as number
    const bit = 1 << (hash & 31)
    return (word & bit) === 0 ? -1 : (this.#before[hash >>> 5] as number) + countOnes(word & (bit - 1))
  }

  /** Replaces hashes by ranks in place; unknown ones become -1. */
  rank(hashes: Int32Array): Int32Array {
    const mask = (1 << this.bits) - 1
    for (let i = 0; i < hashes.length; i++) {
      const hash = hashes[i] as number
      if (hash >= 0) hashes[i] = this.find(hash & mask)
    }
    return hashes
  }
}

const bits = 20

/** The vocabulary shared by many sources, as a set of truncated word hashes. */
export class WordSet {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array = new Uint8Array(1 << (bits - 3))) {
    this.bytes = bytes
  }

  add(word: number): void {
    const at = word >>> (32 - bits)
    this.bytes[at >>> 3] = (this.bytes[at >>> 3] as number) | (1 << (at & 7))
  }

  has(word: number): boolean {
    const at = word >>> (32 - bits)
    return ((this.bytes[at >>> 3] as number) & (1 << (at & 7))) !== 0
  }
}
