import { extend } from './hash.ts'
import { fact, type TokenFacts } from './token-facts.ts'

/**
 * Word 1- to 3-grams, shape 2- to 5-grams, then skeletons of 3 and 4: each slot with the number of tokens it
 * spans. A skeleton is a function word or punctuation mark with the next ones after it, whatever is between
 * them; it counts as one token wide.
 */
export const gramSpans = [1, 2, 3, 2, 3, 4, 5, 1, 1] as const
export const gramSlots = gramSpans.length
/** Hashes of n-grams are cut to this many bits; a model may compare fewer of them. */
export const gramBits = 26
const mask = (1 << gramBits) - 1
const wordSeed = 0x9747b28c | 0
const shapeSeed = 0x51ed270b
const skeletonSeed = 0x3c6ef372
export const skeletonSlot = 7
/** A skeleton's members are within this many tokens. */
const skeletonReach = 14

/** Whether a token is a function word or punctuation, which do not depend on the topic. */
function isTopicFree(bits: number): boolean {
  return (bits & fact.functionWord) !== 0 || (bits & fact.word) === 0
}

/**
 * Hashes of all n-grams: `out[i * gramSlots + slot]` starts at token `i`. Slots that would pass the end hold
 * -1.
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
    if (!isTopicFree(facts.facts[i] as number)) continue
    hash = extend(skeletonSeed, shapes[i] as number, 1)
    const end = Math.min(size, i + skeletonReach)
    for (let k = i + 1, n = 1; k < end && n < 4; k++) {
      if (!isTopicFree(facts.facts[k] as number)) continue
      hash = extend(hash, shapes[k] as number, ++n)
      if (n >= 3) out[at + skeletonSlot + n - 3] = hash & mask
    }
  }
  return out
}
