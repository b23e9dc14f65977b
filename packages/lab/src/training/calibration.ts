import { type CalibrationBand, type Predictor, type ScoreKnot, scoreOf, wordsBetween } from '@penmark/detector/lab'
import { randomStream } from '../random.ts'
import type { Example } from './prepared.ts'

/** Lengths in words at which the cuts are measured; between them they are interpolated. */
export const knotWords = [30, 45, 65, 95, 140, 200, 300, 450, 700]
export const documentBands: readonly [number, number | null][] = [
  [50, 99],
  [100, 149],
  [150, 249],
  [250, 399],
  [400, 699],
  [700, null],
]
export const windowBands: readonly [number, number | null][] = [
  [30, 49],
  [50, 69],
  [70, 89],
  [90, null],
]
/** False-positive points of the scores 0.5 and 0.7. */
export const halfRate = 0.01
export const strictRate = 0.002

const scoreSteps = 1001

/** A stretch of `words` words from a random place, as tokens; null where the text is shorter. */
function crop(example: Example, words: number, random: () => number): { from: number; to: number } | null {
  const { facts } = example
  if (example.words < words) return null
  const tokens = Math.min(facts.size, Math.round((facts.size * words) / example.words))
  const from = Math.floor(random() * (facts.size - tokens + 1))
  return { from, to: from + tokens }
}

/** The value that a share of `rate` of the sorted values reaches or exceeds. */
export function upperQuantile(sorted: Float64Array, rate: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil((1 - rate) * sorted.length)))] ?? 0
}

export type Odds = (example: Example, from: number, to: number) => number

/** Cuts per length, from crops of human texts. */
export function chooseKnots(humans: readonly Example[], odds: Odds, seed: number): ScoreKnot[] {
  const random = randomStream(seed)
  const knots = knotWords.map((words) => {
    const values: number[] = []
    for (const human of humans) {
      const range = crop(human, words, random)
      if (range !== null) values.push(odds(human, range.from, range.to))
    }
    const sorted = Float64Array.from(values).sort()
    return { words, half: upperQuantile(sorted, halfRate), strict: upperQuantile(sorted, strictRate), n: sorted.length }
  })
  return knots.filter(({ n }) => n >= 1000).map(({ words, half, strict }) => ({ words, half, strict: Math.max(strict, half + 0.05) }))
}

/** Histograms of human scores per length band: each text counts once in every band that it can fill. */
export function fillBands(
  bands: readonly [number, number | null][],
  humans: readonly Example[],
  knots: readonly ScoreKnot[],
  odds: Odds,
  seed: number,
): CalibrationBand[] {
  const random = randomStream(seed)
  return bands.map(([from, to]) => {
    const counts = new Uint32Array(scoreSteps)
    let n = 0
    let flagged = 0
    for (const human of humans) {
      const highest = Math.min(human.words, to ?? human.words)
      if (highest < from) continue
      const range = crop(human, Math.floor(from + random() * (highest - from + 1)), random)
      if (range === null) continue
      const words = wordsBetween(human.facts, range.from, range.to)
      const score = scoreOf(knots, words, odds(human, range.from, range.to))
      counts[Math.round(score * 1000)] = (counts[Math.round(score * 1000)] as number) + 1
      n++
      if (score >= 0.5) flagged++
    }
    const atLeast = new Uint32Array(scoreSteps)
    let sum = 0
    for (let k = scoreSteps - 1; k >= 0; k--) {
      sum += counts[k] as number
      atLeast[k] = sum
    }
    return { from, to, n, atLeast, falsePositiveRate: n === 0 ? null : flagged / n }
  })
}

export function oddsOf(predictor: Predictor): Odds {
  return (example, from, to) => predictor.rangeLogOdds(example, from, to)
}
