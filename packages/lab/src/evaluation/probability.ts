import { bandOf, type Model, shareAt } from '@penmark/detector/lab'
import { evenWeights } from '../training/calibration/fit-probabilities.ts'
import type { ScoredItem } from './verdicts/scored-items.ts'

/**
 * How well a stated probability holds on texts not used for fitting. Both labels are weighted equally, and
 * within each all sources.
 */
export interface ProbabilityFigure {
  texts: number
  /** Expected calibration error over ten bins of equal width, weighted. */
  ece: number
  brier: number
  bins: { from: number; n: number; weight: number; stated: number; machine: number }[]
}

const binCount = 10

export function measureProbability(scored: readonly ScoredItem[], model: Model): ProbabilityFigure {
  const rows = scored.flatMap(({ item, words, rarity }) => {
    const band = bandOf(model.probabilities, words)
    return band === null
      ? []
      : [{ source: item.source.name, ai: item.label === 'ai', words, rarity, stated: shareAt(band, rarity) }]
  })
  const weights = evenWeights(rows)
  const bins = Array.from({ length: binCount }, () => ({ n: 0, weight: 0, stated: 0, machine: 0 }))
  let brier = 0
  rows.forEach(({ ai, stated }, i) => {
    const weight = weights[i] as number
    const bin = bins[Math.min(binCount - 1, Math.floor(stated * binCount))] as (typeof bins)[number]
    bin.n++
    bin.weight += weight
    bin.stated += weight * stated
    bin.machine += ai ? weight : 0
    brier += weight * (stated - (ai ? 1 : 0)) ** 2
  })
  const round = (value: number): number => Number(value.toFixed(4))
  return {
    texts: rows.length,
    ece: round(bins.reduce((sum, { stated, machine }) => sum + Math.abs(stated - machine), 0)),
    brier: round(brier),
    bins: bins.flatMap(({ n, weight, stated, machine }, i) =>
      n === 0
        ? []
        : [
            {
              from: i / binCount,
              n,
              weight: round(weight),
              stated: round(stated / weight),
              machine: round(machine / weight),
            },
          ],
    ),
  }
}
