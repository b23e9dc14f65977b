import { bandOf, rarityOf, scoreOf, standardise } from './model/calibrate.ts'
import type { SegmentationModel } from './model/model.ts'
import { type Predictor, type Prepared, wordsBetween } from './model/predict.ts'

/** A sentence's tokens in the prepared text. */
export interface SentenceTokens {
  from: number
  to: number
}

/**
 * A sentence is scored in three windows: around it, up to it and from it on, so that a change of author blurs
 * at most one of them.
 */
const windowShapes = [
  { side: 'both', words: 45 },
  { side: 'before', words: 60 },
  { side: 'after', words: 60 },
] as const
/**
 * The windows from which a sentence of a text by two authors is judged: around it, up to it or from it on,
 * each grown to a number of words.
 */
const segmentationWindows: readonly (readonly [side: 'both' | 'before' | 'after', words: number])[] = [
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
/** Indices of the windows whose length is a feature too, because at a text's ends they stay short. */
const lengthFeatures = [1, 2, 5, 6, 7]
/** Odds of the windows, lengths of some, odds of the whole text, length of the sentence. */
export const segmentationFeatureCount = segmentationWindows.length + lengthFeatures.length + 2
const smallestWindow = 30

interface Window {
  first: number
  last: number
  words: number
}

/**
 * The maximum width of a window. Sentences of punctuation contain no words, and a text of a million of them
 * would take quadratic time.
 */
const widestWindow = 400

/**
 * Grows a window from a sentence, on both sides in turn or on one, until it has enough words, reaches the
 * maximum width, or the text ends.
 */
function growWindow(
  words: readonly number[],
  at: number,
  side: 'both' | 'before' | 'after',
  wantedWords: number,
): Window {
  let first = at
  let last = at
  let sum = words[at] as number
  while (sum < wantedWords && last - first < widestWindow) {
    const before = side !== 'after' && first > 0
    const after = side !== 'before' && last + 1 < words.length
    if (!before && !after) break
    if (before && (!after || at - first <= last - at)) sum += words[--first] as number
    else sum += words[++last] as number
  }
  return { first, last, words: sum }
}

/**
 * The score of each sentence, from the mean of its windows; null if all of them are too short, or the
 * sentence is left out of the score. A high score is not a finding, because in a long text some windows
 * always stand out.
 */
export function judgeSentences(
  predictor: Predictor,
  text: Prepared,
  sentences: readonly SentenceTokens[],
): (number | null)[] {
  const { scales, windowNulls } = predictor.model
  const judged = sentences.filter(({ from, to }) => to > from)
  const words = judged.map(({ from, to }) => wordsBetween(text.facts, from, to))
  const computed = new Map<string, number>()
  const logOdds = ({ first, last }: Window): number => {
    const key = `${first}-${last}`
    const known = computed.get(key)
    if (known !== undefined) return known
    const odds = predictor.rangeLogOdds(
      text,
      (judged[first] as SentenceTokens).from,
      (judged[last] as SentenceTokens).to,
    )
    computed.set(key, odds)
    return odds
  }
  const results = judged.map((_, i) => {
    const around = windowShapes
      .map((shape) => growWindow(words, i, shape.side, shape.words))
      .filter((window) => window.words >= smallestWindow)
    if (around.length === 0) return null
    const meanWords = Math.round(around.reduce((sum, window) => sum + window.words, 0) / around.length)
    const band = bandOf(windowNulls, meanWords)
    if (band === null) return null
    // The null distribution is that of single windows. Their mean varies less, so the score errs in the
    // writer's favour.
    const mean = around.reduce((sum, window) => sum + logOdds(window), 0) / around.length
    return scoreOf(rarityOf(band, standardise(scales, meanWords, mean), meanWords))
  })
  let at = 0
  return sentences.map(({ from, to }) => (to <= from ? null : (results[at++] ?? null)))
}

/**
 * Features of each sentence, `segmentationFeatureCount` long. `logOdds` is that of the whole text. Sentences
 * must have tokens.
 */
export function segmentationFeatures(
  predictor: Predictor,
  text: Prepared,
  sentences: readonly SentenceTokens[],
  logOdds: number,
): Float64Array[] {
  const words = sentences.map(({ from, to }) => wordsBetween(text.facts, from, to))
  const computed = new Map<number, number>()
  const oddsOf = ({ first, last }: Window): number => {
    const key = first * sentences.length + last
    const known = computed.get(key)
    if (known !== undefined) return known
    const odds = predictor.rangeLogOdds(
      text,
      (sentences[first] as SentenceTokens).from,
      (sentences[last] as SentenceTokens).to,
    )
    computed.set(key, odds)
    return odds
  }
  return sentences.map((_, i) => {
    const windows = segmentationWindows.map(([side, wantedWords]) => growWindow(words, i, side, wantedWords))
    const lengths = lengthFeatures.map((shape) => Math.log(Math.max(1, (windows[shape] as Window).words)))
    return Float64Array.from([
      ...windows.map(oddsOf),
      ...lengths,
      logOdds,
      Math.log(1 + (words[i] as number)),
    ])
  })
}

/** The log-odds of a sentence by itself, from its features: those of the first window. */
export const ownLogOdds = (features: Float64Array): number => features[0] as number

/** Larger log-odds are cut, so that no sentence outvotes all others. */
const largestOdds = 20

/** Smooths log-odds along a text with a hidden Markov chain of two authors, read forwards and backwards. */
export function smoothed(logOdds: readonly number[], stay: number): number[] {
  const n = logOdds.length
  const likelihood = logOdds.map(
    (odds) => 1 / (1 + Math.exp(-Math.max(-largestOdds, Math.min(largestOdds, odds)))),
  )
  const forward = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const before =
      i === 0 ? 0.5 : (forward[i - 1] as number) * stay + (1 - (forward[i - 1] as number)) * (1 - stay)
    const p = likelihood[i] as number
    forward[i] = (before * p) / (before * p + (1 - before) * (1 - p))
  }
  const out = Array.from({ length: n }, () => 0)
  let machine = 0.5
  for (let i = n - 1; i >= 0; i--) {
    const f = forward[i] as number
    out[i] = Math.log(f + 1e-9) - Math.log(1 - f + 1e-9) + Math.log(machine) - Math.log(1 - machine)
    const p = likelihood[i] as number
    const up = machine * p
    const down = (1 - machine) * (1 - p)
    const same = up * stay + down * (1 - stay)
    const other = up * (1 - stay) + down * stay
    machine = same / (same + other)
  }
  return out
}

/** Log-odds of each sentence from its features, smoothed along the text. */
export function segmentationLogOdds(
  { weights, bias, stay }: SegmentationModel,
  described: readonly Float64Array[],
): number[] {
  return smoothed(
    described.map((features) =>
      features.reduce((sum, value, k) => sum + value * (weights[k] as number), bias),
    ),
    stay,
  )
}
