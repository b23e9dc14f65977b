import { type CalibrationBand, type ScoreKnot, scoreOf, wordsBetween } from '@penmark/detector/lab'
import { studentKinds } from '../corpora/sources.ts'
import { randomStream } from '../random.ts'
import type { Example } from './prepared.ts'

/** Lengths in words at which the cuts are measured; between them they are interpolated. */
const knotWords = [30, 45, 65, 95, 140, 200, 300, 450, 700]
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
/** The score 0.5 lies where at most this share of the human texts of every student source is reached … */
export const worstSourceRate = 0.01
/** … and at most this share of all of them. */
export const overallRate = 0.003
/** The score 0.7: at most this share of all of them. */
export const strictRate = 0.0005
/** A source with fewer texts of a length does not speak for itself. */
const smallestSource = 80
/** A source's rare scores are estimated from its highest twentieth: above it, scores of people thin out exponentially. */
const tailShare = 0.05

/** Log-odds between the scores 0.5 and 0.7, at least. */
const smallestStep = 0.4

const scoreSteps = 1001

/** A human text and the model that judges it: one that was trained without the text's whole family of sources. */
export interface Unseen {
  example: Example
  odds: (from: number, to: number) => number
}

/** A stretch of `words` words from a random place, as tokens; null where the text is shorter. */
function crop(example: Example, words: number, random: () => number): { from: number; to: number } | null {
  const { facts } = example
  if (example.words < words) return null
  const tokens = Math.min(facts.size, Math.round((facts.size * words) / example.words))
  const from = Math.floor(random() * (facts.size - tokens + 1))
  return { from, to: from + tokens }
}

/** The smallest of the values that at most a share of `rate` of them reaches. */
function upperQuantile(values: readonly number[], rate: number): number {
  const sorted = Float64Array.from(values).sort()
  const allowed = Math.floor(rate * sorted.length)
  return (sorted[sorted.length - 1 - allowed] ?? 0) + 1e-6
}

/** Like `upperQuantile` for few values: the mean height of the tail says how far beyond its foot a rarer value lies. */
function tailQuantile(values: readonly number[], rate: number): number {
  const foot = upperQuantile(values, tailShare)
  const tail = values.filter((value) => value > foot)
  const height = tail.reduce((sum, value) => sum + value - foot, 0) / Math.max(1, tail.length)
  return foot + height * Math.log(tailShare / rate)
}

/** Cuts per length, from stretches of student texts, with a limit for the worst source. */
export function chooseKnots(humans: readonly Unseen[], seed: number): ScoreKnot[] {
  const random = randomStream(seed)
  const students = humans.filter(({ example }) => studentKinds.has(example.item.source.kind))
  const knots: ScoreKnot[] = []
  knotWords.forEach((words, i) => {
    const bySource = new Map<string, number[]>()
    const add = (key: string, value: number): void => {
      const list = bySource.get(key)
      if (list === undefined) bySource.set(key, [value])
      else list.push(value)
    }
    for (const { example, odds } of students) {
      const range = crop(example, words, random)
      if (range === null) continue
      add(`${example.item.source.name}, stretches`, odds(range.from, range.to))
      // A whole text has an opening and a close; its scores can lie higher than those of any stretch of it.
      if (example.words < (knotWords[i + 1] ?? Number.POSITIVE_INFINITY))
        add(`${example.item.source.name}, whole`, odds(0, example.facts.size))
    }
    const all = [...bySource.values()].flat()
    const sources = [...bySource.values()].filter((list) => list.length >= smallestSource)
    if (sources.length < 3) return
    const half = Math.max(upperQuantile(all, overallRate), ...sources.map((list) => tailQuantile(list, worstSourceRate)))
    knots.push({ words, half, strict: Math.max(half + smallestStep, upperQuantile(all, strictRate)) })
  })
  // A longer text never needs a higher cut; where it seems to, fewer sources spoke for the shorter one.
  for (let i = knots.length - 2; i >= 0; i--) {
    const knot = knots[i] as ScoreKnot
    const longer = knots[i + 1] as ScoreKnot
    knot.half = Math.max(knot.half, longer.half)
    knot.strict = Math.max(knot.strict, longer.strict, knot.half + smallestStep)
  }
  return knots
}

/** Histograms of student scores per length band: each text counts once in every band that it can fill. */
export function fillBands(
  bands: readonly [number, number | null][],
  humans: readonly Unseen[],
  knots: readonly ScoreKnot[],
  seed: number,
): CalibrationBand[] {
  const random = randomStream(seed)
  const students = humans.filter(({ example }) => studentKinds.has(example.item.source.kind))
  return bands.map(([from, to]) => {
    const counts = new Uint32Array(scoreSteps)
    let n = 0
    for (const { example, odds } of students) {
      const highest = Math.min(example.words, to ?? example.words)
      if (highest < from) continue
      const range = crop(example, Math.floor(from + random() * (highest - from + 1)), random)
      if (range === null) continue
      const score = scoreOf(knots, wordsBetween(example.facts, range.from, range.to), odds(range.from, range.to))
      counts[Math.round(score * 1000)] = (counts[Math.round(score * 1000)] as number) + 1
      n++
    }
    const atLeast = new Uint32Array(scoreSteps)
    let sum = 0
    for (let k = scoreSteps - 1; k >= 0; k--) {
      sum += counts[k] as number
      atLeast[k] = sum
    }
    return { from, to, n, atLeast, falsePositiveRate: n === 0 ? null : (atLeast[500] as number) / n }
  })
}
