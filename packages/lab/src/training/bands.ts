import { type CalibrationBand, knotsFor, type Model, scoreOf, wordsBetween } from '@penmark/detector/lab'
import { studentKinds } from '../corpora/sources.ts'
import { randomStream } from '../random.ts'
import { crop, type Unseen } from './stretches.ts'

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

const scoreSteps = 1001

/** How many lie at each step or above. */
function runningTotal(counts: Uint32Array): Uint32Array {
  const atLeast = new Uint32Array(counts.length)
  let sum = 0
  for (let k = counts.length - 1; k >= 0; k--) {
    sum += counts[k] as number
    atLeast[k] = sum
  }
  return atLeast
}

/** Histograms of student scores per length band: each text counts once in every band that it can fill. */
export function fillBands(
  bands: readonly [number, number | null][],
  humans: readonly Unseen[],
  cuts: Pick<Model, 'knots' | 'kindCuts'>,
  seed: number,
): CalibrationBand[] {
  const random = randomStream(seed)
  const students = humans.filter(({ example }) => studentKinds.has(example.item.source.kind))
  return bands.map(([from, to]) => {
    const counts = new Uint32Array(scoreSteps)
    let n = 0
    for (const { example, odds, kind } of students) {
      const highest = Math.min(example.words, to ?? example.words)
      if (highest < from) continue
      const range = crop(example, Math.floor(from + random() * (highest - from + 1)), random)
      if (range === null) continue
      const knots = knotsFor(cuts, kind(range.from, range.to))
      const score = scoreOf(knots, wordsBetween(example.facts, range.from, range.to), odds(range.from, range.to))
      counts[Math.round(score * 1000)] = (counts[Math.round(score * 1000)] as number) + 1
      n++
    }
    const atLeast = runningTotal(counts)
    return { from, to, n, atLeast, falsePositiveRate: n === 0 ? null : (atLeast[500] as number) / n }
  })
}
