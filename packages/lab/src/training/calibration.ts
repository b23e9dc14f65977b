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
const smallestSource = 250

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

/** Cuts per length, from stretches of student texts, with a limit for the worst source. */
export function chooseKnots(humans: readonly Unseen[], seed: number): ScoreKnot[] {
  const random = randomStream(seed)
  const students = humans.filter(({ example }) => studentKinds.has(example.item.source.kind))
  const knots: ScoreKnot[] = []
  for (const words of knotWords) {
    const bySource = new Map<string, number[]>()
    for (const { example, odds } of students) {
      const range = crop(example, words, random)
      if (range === null) continue
      const list = bySource.get(example.item.source.name) ?? []
      list.push(odds(range.from, range.to))
      bySource.set(example.item.source.name, list)
    }
    const all = [...bySource.values()].flat()
    const sources = [...bySource.values()].filter((list) => list.length >= smallestSource)
    if (sources.length < 3) continue
    const half = Math.max(upperQuantile(all, overallRate), ...sources.map((list) => upperQuantile(list, worstSourceRate)))
    knots.push({ words, half, strict: Math.max(half + 0.4, upperQuantile(all, strictRate)) })
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
