import { bandOf, pValue, scoreOf } from './model/calibrate.ts'
import { type PlaceModel, smoothed } from './model/places.ts'
import { type Predictor, type Prepared, wordsBetween } from './model/predict.ts'

/** A sentence's tokens in the prepared text. */
export interface SentenceTokens {
  from: number
  to: number
}

export interface SentenceJudgement {
  /** Score of the mean of the windows around the sentence; null where all of them are too short. */
  probability: number | null
  /** In a run of several sentences whose windows stand out after correction for their number. */
  marked: boolean
}

/** A sentence is judged in three windows: around it, up to it and from it on; so a change of hands blurs one of them at most. */
const windowShapes = [
  { side: 'both', words: 45 },
  { side: 'before', words: 60 },
  { side: 'after', words: 60 },
] as const
/** Windows that speak together about a sentence in a text by two hands: around it, up to it or from it on, grown to so many words. */
const placeShapes: readonly (readonly [side: 'both' | 'before' | 'after', words: number])[] = [
  ['both', 1],
  ['both', 30],
  ['both', 45],
  ['before', 40],
  ['after', 40],
  ['before', 70],
  ['after', 70],
  ['both', 90],
  ['both', 150],
]
/** Windows whose length is told beside their odds: at a text's end they stay short. */
const toldLengths = [1, 2, 5, 6, 7]
/** Odds of the windows, lengths of some, odds of the whole text, length of the sentence. */
export const placeFeatures = placeShapes.length + toldLengths.length + 2
const smallestWindow = 30
const falseDiscoveryRate = 0.01
const shortestRun = 2

/** Benjamini and Hochberg 1995: which of the p-values stay below the rate of false discoveries. */
export function discoveries(pValues: readonly number[], rate: number): boolean[] {
  const order = pValues.map((_, i) => i).sort((a, b) => (pValues[a] as number) - (pValues[b] as number))
  let last = -1
  order.forEach((index, rank) => {
    if ((pValues[index] as number) <= ((rank + 1) / pValues.length) * rate) last = rank
  })
  const found = pValues.map(() => false)
  for (let rank = 0; rank <= last; rank++) found[order[rank] as number] = true
  return found
}

/** Keeps what is true for at least `shortest` neighbours in a row. */
export function runsOnly(flags: readonly boolean[], shortest: number): boolean[] {
  const kept = flags.map(() => false)
  for (let start = 0; start < flags.length; ) {
    let end = start
    while (end < flags.length && flags[end]) end++
    if (end - start >= shortest) kept.fill(true, start, end)
    start = Math.max(end, start + 1)
  }
  return kept
}

interface Window {
  first: number
  last: number
  words: number
}

/** No window of words is so wide. Sentences of marks alone hold none, and a text of a million of them would be walked through a million times. */
const widestWindow = 400

/** Grows from a sentence, to both sides in turn or to one, until it holds enough words, is as wide as any may be, or the text ends. */
function grow(words: readonly number[], at: number, side: 'both' | 'before' | 'after', enough: number): Window {
  let first = at
  let last = at
  let sum = words[at] as number
  while (sum < enough && last - first < widestWindow) {
    const before = side !== 'after' && first > 0
    const after = side !== 'before' && last + 1 < words.length
    if (!before && !after) break
    if (before && (!after || at - first <= last - at)) sum += words[--first] as number
    else sum += words[++last] as number
  }
  return { first, last, words: sum }
}

/** Judges each sentence by the mean of its windows. Sentences without tokens (left out of the score) get null and end a run. */
export function judgeSentences(predictor: Predictor, text: Prepared, sentences: readonly SentenceTokens[]): SentenceJudgement[] {
  const { knots, windows } = predictor.model
  const judged = sentences.filter(({ from, to }) => to > from)
  const words = judged.map(({ from, to }) => wordsBetween(text.facts, from, to))
  const seen = new Map<string, number>()
  const logOdds = ({ first, last }: Window): number => {
    const key = `${first}-${last}`
    const known = seen.get(key)
    if (known !== undefined) return known
    const odds = predictor.rangeLogOdds(text, (judged[first] as SentenceTokens).from, (judged[last] as SentenceTokens).to)
    seen.set(key, odds)
    return odds
  }
  const results = judged.map((_, i) => {
    const around = windowShapes.map((shape) => grow(words, i, shape.side, shape.words)).filter((window) => window.words >= smallestWindow)
    if (around.length === 0) return null
    const meanWords = Math.round(around.reduce((sum, window) => sum + window.words, 0) / around.length)
    const band = bandOf(windows, meanWords)
    if (band === null) return null
    const probability = scoreOf(knots, meanWords, around.reduce((sum, window) => sum + logOdds(window), 0) / around.length)
    // The table holds single windows. Their mean strays less, so the p-value errs on the side of the writer.
    return { probability, p: pValue(band, probability) }
  })
  const found = discoveries(
    results.map((result) => result?.p ?? 1),
    falseDiscoveryRate,
  )
  const marked = runsOnly(found, shortestRun)
  let at = 0
  return sentences.map(({ from, to }) => {
    if (to <= from) return { probability: null, marked: false }
    const judgement = { probability: results[at]?.probability ?? null, marked: marked[at] ?? false }
    at++
    return judgement
  })
}

/** Features of each sentence, `placeFeatures` long. `logOdds` is that of the whole text. Sentences must have tokens. */
export function describePlaces(
  predictor: Predictor,
  text: Prepared,
  sentences: readonly SentenceTokens[],
  logOdds: number,
): Float64Array[] {
  const words = sentences.map(({ from, to }) => wordsBetween(text.facts, from, to))
  const seen = new Map<number, number>()
  const oddsOf = ({ first, last }: Window): number => {
    const key = first * sentences.length + last
    const known = seen.get(key)
    if (known !== undefined) return known
    const odds = predictor.rangeLogOdds(text, (sentences[first] as SentenceTokens).from, (sentences[last] as SentenceTokens).to)
    seen.set(key, odds)
    return odds
  }
  return sentences.map((_, i) => {
    const windows = placeShapes.map(([side, enough]) => grow(words, i, side, enough))
    const lengths = toldLengths.map((shape) => Math.log(Math.max(1, (windows[shape] as Window).words)))
    return Float64Array.from([...windows.map(oddsOf), ...lengths, logOdds, Math.log(1 + (words[i] as number))])
  })
}

/** Log-odds of each described sentence, smoothed along the text. */
export function placeLogOdds({ weights, bias, stay }: PlaceModel, described: readonly Float64Array[]): number[] {
  return smoothed(
    described.map((features) => features.reduce((sum, value, k) => sum + value * (weights[k] as number), bias)),
    stay,
  )
}
