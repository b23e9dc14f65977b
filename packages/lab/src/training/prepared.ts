import { gramHashes, hashText, type Lexicon, longestPart, numbersOf, type Prepared, read, tokenFacts } from '@penmark/detector/lab'
import { noisyTokens } from '../attacks/noise.ts'
import type { Item } from '../corpora/collection.ts'
import { randomStream } from '../random.ts'

/** A text with fewer tokens teaches nothing. */
export const smallestText = 30

/** A text's tokens as numbers. `grams` holds hashes first and ranks once the n-grams are chosen. */
export type Numbers = Prepared

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

/** What is learned from is read as it is written: the weights know slips by the noisy copies. */
function asWritten(tokens: readonly string[]): Numbers {
  const facts = tokenFacts(tokens.slice(0, longestPart))
  return { facts, grams: gramHashes(facts) }
}

/** A text to judge, with slips of spelling mended as the detector mends them. */
export function prepareExample(item: Item, lexicon: Lexicon): Example {
  const reading = read(item.text)
  return { item, ai: item.label === 'ai', words: reading.proseWords, ...numbersOf(reading.tokens.slice(0, longestPart), lexicon) }
}

export function prepareTraining(item: Item): TrainingExample {
  const reading = read(item.text)
  const noise = randomStream(hashText(item.text, 7))
  return {
    item,
    ai: item.label === 'ai',
    words: reading.proseWords,
    ...asWritten(reading.tokens),
    noisy: asWritten(noisyTokens(reading.tokens, noise)),
  }
}
