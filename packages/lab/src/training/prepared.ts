import { gramHashes, longestPart, read, type TokenFacts, tokenFacts } from '@penmark/detector/lab'
import type { Item } from '../corpora/collection.ts'

/** A text as numbers, ready for training. `grams` holds hashes first and ranks once the n-grams are chosen. */
export interface Example {
  item: Item
  ai: boolean
  facts: TokenFacts
  grams: Int32Array
  words: number
}

export function prepareExample(item: Item): Example {
  const reading = read(item.text)
  const facts = tokenFacts(reading.tokens.slice(0, longestPart))
  return { item, ai: item.label === 'ai', facts, grams: gramHashes(facts), words: reading.proseWords }
}
