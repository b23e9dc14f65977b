import { gramHashes, hashText, longestPart, read, type TokenFacts, tokenFacts } from '@penmark/detector/lab'
import { noisyTokens } from '../attacks/noise.ts'
import type { Item } from '../corpora/collection.ts'
import { randomStream } from '../random.ts'

/** A text with fewer tokens teaches nothing. */
export const smallestText = 30

/** A text's tokens as numbers. `grams` holds hashes first and ranks once the n-grams are chosen. */
export interface Numbers {
  facts: TokenFacts
  grams: Int32Array
}

export interface Example extends Numbers {
  item: Item
  ai: boolean
  /** Words of its prose. */
  words: number
}

/** A text to learn from, with a copy that carries noise. */
export interface TrainingExample extends Example {
  noisy: Numbers
}

function numbersOf(tokens: readonly string[]): Numbers {
  const facts = tokenFacts(tokens.slice(0, longestPart))
  return { facts, grams: gramHashes(facts) }
}

export function prepareExample(item: Item): Example {
  const reading = read(item.text)
  return { item, ai: item.label === 'ai', words: reading.proseWords, ...numbersOf(reading.tokens) }
}

export function prepareTraining(item: Item): TrainingExample {
  const reading = read(item.text)
  const noise = randomStream(hashText(item.text, 7))
  return {
    item,
    ai: item.label === 'ai',
    words: reading.proseWords,
    ...numbersOf(reading.tokens),
    noisy: numbersOf(noisyTokens(reading.tokens, noise)),
  }
}
