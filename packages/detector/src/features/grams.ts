import { extend } from './hash.ts'
import type { TokenFacts } from './token-facts.ts'

/** Word 1-3-grams, then shape 2-5-grams: slots of a token, each with the number of tokens it spans. */
export const gramSpans = [1, 2, 3, 2, 3, 4, 5] as const
export const gramSlots = gramSpans.length
/** Hashes of n-grams are cut to this many bits. */
export const gramBits = 24
const mask = (1 << gramBits) - 1
const wordSeed = 0x9747b28c | 0
const shapeSeed = 0x51ed270b

/**
 * Hashes of all n-grams: `out[i * gramSlots + slot]` starts at token `i`. Slots that would run over the end hold -1.
 */
export function gramHashes(facts: TokenFacts): Int32Array {
  const { size, words, shapes } = facts
  const out = new Int32Array(size * gramSlots).fill(-1)
  for (let i = 0; i < size; i++) {
    const at = i * gramSlots
    let hash = wordSeed
    for (let n = 1; n <= 3 && i + n <= size; n++) {
      hash = extend(hash, words[i + n - 1] as number, n)
      out[at + n - 1] = hash & mask
    }
    hash = shapeSeed
    for (let n = 1; n <= 5 && i + n <= size; n++) {
      hash = extend(hash, shapes[i + n - 1] as number, n)
      if (n >= 2) out[at + n + 1] = hash & mask
    }
  }
  return out
}
