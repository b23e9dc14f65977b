import type { CalibrationBand } from '@penmark/detector/lab'
import type { ScoredItem } from './scored-items.ts'
import { auc, clopperPearson, truePositivesAt } from './statistics/roc.ts'

/** Texts of one kind and how many of them reach the thresholds. Shares keep 7 decimals, so that rounding them matches the counts. */
export interface Rate {
  group: string
  n: number
  /** At a score of 0.5 or more. */
  flagged: number
  rate: number
  interval: { low: number; high: number }
}

export interface Separation {
  group: string
  human: number
  ai: number
  auc: number | null
  /** Machine texts found at the threshold that flags 5, 1 and 0.1 % of these human texts. */
  tpr_at_5: number | null
  tpr_at_1: number | null
  tpr_at_0_1: number | null
}

const round = (value: number, places: number): number => Number(value.toFixed(places))
const optional = (value: number | null): number | null => (value === null ? null : round(value, 7))

export function rateOf(group: string, scored: readonly ScoredItem[]): Rate {
  const flagged = scored.filter(({ score }) => score >= 0.5).length
  const { low, high } = clopperPearson(flagged, scored.length)
  return {
    group,
    n: scored.length,
    flagged,
    rate: scored.length === 0 ? 0 : round(flagged / scored.length, 7),
    interval: { low: round(low, 7), high: round(high, 7) },
  }
}

/** The rates that every report states for its length: of dated student texts that were not used to choose the thresholds. */
export function ratesOfBands(bands: readonly CalibrationBand[]): Rate[] {
  return bands.map(({ from, to, falsePositiveRate, falsePositiveN: n }) => {
    const flagged = Math.round((falsePositiveRate ?? 0) * n)
    const { low, high } = clopperPearson(flagged, n)
    return {
      group: to === null ? `${from} and more` : `${String(from).padStart(3, ' ')}–${to}`,
      n,
      flagged,
      rate: n === 0 ? 0 : round(flagged / n, 7),
      interval: { low: round(low, 7), high: round(high, 7) },
    }
  })
}

/** One rate per group, in alphabetical order; texts whose group is null are left out. */
export function ratesBy(scored: readonly ScoredItem[], groupOf: (one: ScoredItem) => string | null): Rate[] {
  const groups = new Map<string, ScoredItem[]>()
  for (const one of scored) {
    const group = groupOf(one)
    if (group === null) continue
    const list = groups.get(group)
    if (list === undefined) groups.set(group, [one])
    else list.push(one)
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([group, list]) => rateOf(group, list))
}

export function separation(group: string, scored: readonly ScoredItem[]): Separation {
  const human = scored.filter(({ item }) => item.label === 'human').map(({ margin }) => margin)
  const ai = scored.filter(({ item }) => item.label === 'ai').map(({ margin }) => margin)
  return {
    group,
    human: human.length,
    ai: ai.length,
    auc: optional(auc(human, ai)),
    tpr_at_5: optional(truePositivesAt(human, ai, 0.05)),
    tpr_at_1: optional(truePositivesAt(human, ai, 0.01)),
    tpr_at_0_1: optional(truePositivesAt(human, ai, 0.001)),
  }
}
