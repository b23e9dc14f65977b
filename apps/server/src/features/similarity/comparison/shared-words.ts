import { countWords } from '@penmark/detector/words'

/** The words that these texts share, never more than one of them has: a comparison counts some in parts. */
export function sharedWords(words: number, texts: readonly string[]): number {
  return Math.min(words, ...texts.map(countWords))
}
