import { fact, type TokenFacts } from './token-facts.ts'

/**
 * Measures of style, in the order in which `measureStyle` fills them. All are rates or means: none grows with
 * length.
 */
export const styleMeasures = [
  'sentence-length',
  'sentence-variation',
  'commas',
  'semicolons',
  'dashes',
  'quotes',
  'brackets',
  'exclamations',
  'contractions',
  'rare-words',
  'function-words',
  'word-length',
  'word-length-variation',
  'long-words',
  'numbers',
  'vocabulary',
] as const
export type StyleMeasure = (typeof styleMeasures)[number]
export const styleSize = styleMeasures.length
/** Number of bins of a new model. */
export const styleBins = 16

/**
 * A word counts as new if it did not occur in this many tokens before it, so that the measure does not depend
 * on length.
 */
const newAfter = 60

/** The input of the style measures: a text's tokens, or many texts end to end. */
export type StyleFacts = Pick<TokenFacts, 'words' | 'facts' | 'lengths' | 'since'>

/**
 * Fills `out` (length `styleSize`) with the measures of tokens `from`…`to`. `isCommon` says whether a word
 * hash belongs to the vocabulary shared by many sources; other words count as rare (names, misspellings).
 */
export function measureStyle(
  facts: StyleFacts,
  from: number,
  to: number,
  isCommon: (word: number) => boolean,
  out: Float32Array,
): void {
  const counts = new Uint32Array(11)
  let words = 0
  let letters = 0
  let lettersSquared = 0
  let longWords = 0
  let rare = 0
  let sentenceCount = 0
  let sentenceSum = 0
  let sentenceSquares = 0
  let current = 0
  let newWords = 0
  const close = (): void => {
    sentenceSum += current
    sentenceSquares += current * current
    sentenceCount++
    current = 0
  }
  for (let i = from; i < to; i++) {
    const bits = facts.facts[i] as number
    const since = facts.since[i] as number
    if (since >= newAfter || since > i - from) newWords++
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest)
      counts[bit] = (counts[bit] as number) + 1
    }
    if ((bits & fact.word) !== 0) {
      const length = facts.lengths[i] as number
      words++
      current++
      letters += length
      lettersSquared += length * length
      if (length > 8) longWords++
      if (length > 2 && (bits & fact.contraction) === 0 && !isCommon(facts.words[i] as number)) rare++
    } else if ((bits & fact.sentenceEnd) !== 0 && current > 0) close()
  }
  if (current > 3 || sentenceCount === 0) close()
  const perWord = 1 / Math.max(1, words)
  const share = (bit: number): number => (counts[31 - Math.clz32(bit)] as number) * perWord
  const mean = sentenceSum / sentenceCount
  const meanLetters = letters * perWord
  out[0] = Math.log(1 + mean)
  out[1] =
    sentenceCount > 1
      ? Math.sqrt(Math.max(0, sentenceSquares / sentenceCount - mean * mean)) / (mean + 1)
      : 0.4
  out[2] = share(fact.comma)
  out[3] = share(fact.semicolon)
  out[4] = share(fact.dash)
  out[5] = share(fact.quote)
  out[6] = share(fact.bracket)
  out[7] = share(fact.exclamation)
  out[8] = share(fact.contraction)
  out[9] = rare * perWord
  out[10] = share(fact.functionWord)
  out[11] = meanLetters
  out[12] = Math.sqrt(Math.max(0, lettersSquared * perWord - meanLetters * meanLetters))
  out[13] = longWords * perWord
  out[14] = share(fact.number)
  out[15] = newWords / Math.max(1, to - from)
}

/** The bin of a measure: `edges` holds `bins - 1` ascending edges per measure. */
export function styleBin(
  edges: Float32Array,
  measure: number,
  value: number,
  bins: number = styleBins,
): number {
  let bin = 0
  const at = measure * (bins - 1)
  while (bin < bins - 1 && value > (edges[at + bin] as number)) bin++
  return bin
}
