import { bandOf, pValue, scoreOf } from './model/calibrate.ts'
import { type Predictor, type Prepared, wordsBetween } from './model/predict.ts'

/** A sentence's tokens in the prepared text. */
export interface SentenceTokens {
  from: number
  to: number
}

export interface SentenceJudgement {
  /** Score of the window around the sentence; null where even the window is too short. */
  probability: number | null
  /** In a run of several sentences whose windows stand out after correction for their number. */
  marked: boolean
}

/** A window grows to both sides of its sentence until it holds so many words. */
const windowWords = 75
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

function grow(sentences: readonly SentenceTokens[], words: readonly number[], at: number): { first: number; last: number; words: number } {
  let first = at
  let last = at
  let sum = words[at] as number
  while (sum < windowWords && (first > 0 || last + 1 < sentences.length)) {
    const left = first > 0 ? (words[first - 1] as number) : Number.POSITIVE_INFINITY
    const right = last + 1 < sentences.length ? (words[last + 1] as number) : Number.POSITIVE_INFINITY
    if (at - first <= last - at && left < Number.POSITIVE_INFINITY ? true : right === Number.POSITIVE_INFINITY)
      sum += words[--first] as number
    else sum += words[++last] as number
  }
  return { first, last, words: sum }
}

/** Judges each sentence by the window around it. Sentences without tokens (left out of the score) get null and end a run. */
export function judgeSentences(predictor: Predictor, text: Prepared, sentences: readonly SentenceTokens[]): SentenceJudgement[] {
  const { knots, windows } = predictor.model
  const judged = sentences.filter(({ from, to }) => to > from)
  const words = judged.map(({ from, to }) => wordsBetween(text.facts, from, to))
  const seen = new Map<string, { probability: number; p: number } | null>()
  const results = judged.map((_, i) => {
    const window = grow(judged, words, i)
    const key = `${window.first}-${window.last}`
    const known = seen.get(key)
    if (known !== undefined) return known
    const band = window.words < smallestWindow ? null : bandOf(windows, window.words)
    let result: { probability: number; p: number } | null = null
    if (band !== null) {
      const odds = predictor.rangeLogOdds(text, (judged[window.first] as SentenceTokens).from, (judged[window.last] as SentenceTokens).to)
      const probability = scoreOf(knots, window.words, odds)
      result = { probability, p: pValue(band, probability) }
    }
    seen.set(key, result)
    return result
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
