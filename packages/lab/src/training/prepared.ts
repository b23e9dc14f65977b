import { gramHashes, hashText, type Lexicon, longestPart, numbersOf, type Prepared, read, tokenFacts } from '@penmark/detector/lab'
import { noisyTokens } from '../attacks/noise.ts'
import type { Item } from '../corpora/collection.ts'
import { randomStream } from '../random.ts'

/** A text with fewer tokens is not used for training. */
export const smallestText = 30

/** A text's tokens as numbers. `grams` holds hashes first, and ranks once the n-grams are chosen. */
export type Numbers = Prepared

export interface Example extends Numbers {
  item: Item
  ai: boolean
  /** Words of its prose. */
  words: number
}

/** A training text, with a noisy copy. */
export interface TrainingExample extends Example {
  noisy: Numbers
}

/** Training texts are read as written: the weights know misspellings from the noisy copies. */
function asWritten(tokens: readonly string[]): Numbers {
  const facts = tokenFacts(tokens.slice(0, longestPart))
  return { facts, grams: gramHashes(facts) }
}

/** A text to score, with its spelling corrected as in the detector. */
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
