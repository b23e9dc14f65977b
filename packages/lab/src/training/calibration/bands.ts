import {
  bandOf,
  type CalibrationBand,
  type Kind,
  type MachineBand,
  type Model,
  rarityOf,
  scoreOf,
} from '@penmark/detector/lab'

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

/** The score of a statistic measured on this many words of a kind of writing. */
export function scoreAt(
  { nulls, offsets }: Pick<Model, 'nulls' | 'offsets'>,
  words: number,
  { statistic, kind }: { statistic: number; kind: Kind | null },
): number {
  const band = bandOf(nulls, words)
  if (band === null) return 0
  return scoreOf(rarityOf(band, statistic - (offsets.find((one) => one.kind === kind)?.by ?? 0), words))
}

/** Histograms of scores per length band. */
export function fillBands(
  bands: readonly [number, number | null][],
  scores: readonly (readonly number[])[],
): CalibrationBand[] {
  return bands.map(([from, to], i) => {
    const here = scores[i] ?? []
    const counts = new Uint32Array(scoreSteps)
    for (const score of here)
      counts[Math.round(score * 1000)] = (counts[Math.round(score * 1000)] as number) + 1
    const atLeast = runningTotal(counts)
    const falsePositiveRate = here.length === 0 ? null : (atLeast[500] as number) / here.length
    return { from, to, n: here.length, atLeast, falsePositiveRate, falsePositiveN: here.length }
  })
}

/** Bins of the plot that compares a text with others. */
const machineBins = 20

/** How many machine texts of a length have which score. */
export function machineBands(texts: readonly { words: number; score: number }[]): MachineBand[] {
  return documentBands.flatMap(([from, to]) => {
    const here = texts.filter(({ words }) => words >= from && (to === null || words <= to))
    if (here.length === 0) return []
    const counts = Array.from({ length: machineBins }, () => 0)
    for (const { score } of here) {
      const bin = Math.min(machineBins - 1, Math.floor(score * machineBins))
      counts[bin] = (counts[bin] as number) + 1
    }
    return [{ from, to, counts }]
  })
}
