import { fact, type TokenFacts } from './token-facts.ts'

/** Measures of style, in the order in which `measureStyle` fills them. All are rates or means: none grows with length. */
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
export const styleSize = styleMeasures.length
export const styleBins = 8

/** Tokens over which the share of different words is counted, so that it does not depend on length. */
const vocabularyWindow = 60

function differentWords(words: Uint32Array, from: number, to: number): number {
  let sum = 0
  let windows = 0
  for (let start = from; start === from || start + vocabularyWindow <= to; start += vocabularyWindow) {
    const end = Math.min(to, start + vocabularyWindow)
    if (end <= start) break
    const seen = new Set<number>()
    for (let i = start; i < end; i++) seen.add(words[i] as number)
    sum += seen.size / (end - start)
    windows++
  }
  return windows === 0 ? 1 : sum / windows
}

/**
 * Fills `out` (length `styleSize`) with the measures of tokens `from`…`to`. `isCommon` says whether a word hash belongs to
 * the vocabulary that many sources share; the rest count as rare (names, slips of spelling).
 */
export function measureStyle(facts: TokenFacts, from: number, to: number, isCommon: (word: number) => boolean, out: Float32Array): void {
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
  const close = (): void => {
    sentenceSum += current
    sentenceSquares += current * current
    sentenceCount++
    current = 0
  }
  for (let i = from; i < to; i++) {
    const bits = facts.facts[i] as number
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
  out[1] = sentenceCount > 1 ? Math.sqrt(Math.max(0, sentenceSquares / sentenceCount - mean * mean)) / (mean + 1) : 0.4
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
  out[15] = differentWords(facts.words, from, to)
}

/** The bin of a measure: `edges` holds `styleBins - 1` rising edges per measure. */
export function styleBin(edges: Float32Array, measure: number, value: number): number {
  let bin = 0
  const at = measure * (styleBins - 1)
  while (bin < styleBins - 1 && value > (edges[at + bin] as number)) bin++
  return bin
}
