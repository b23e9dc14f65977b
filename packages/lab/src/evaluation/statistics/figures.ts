import type { CalibrationBand } from '@penmark/detector/lab'
import { grouped } from '../../sampling.ts'
import type { ScoredItem } from '../verdicts/scored-items.ts'
import { auc, clopperPearson, equalErrorAccuracy, truePositivesAt } from './roc.ts'

/**
 * Texts of one kind and how many of them reach the thresholds. Shares keep 7 decimals, so that rounding them
 * matches the counts.
 */
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

/**
 * The rates that every report states for its length: of dated student texts that were not used to choose the
 * thresholds.
 */
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
  const human = marginsOf(scored, 'human')
  const ai = marginsOf(scored, 'ai')
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

const isHuman = ({ item }: ScoredItem): boolean => item.label === 'human'
const isAi = ({ item }: ScoredItem): boolean => item.label === 'ai'
const marginsOf = (scored: readonly ScoredItem[], label: string): number[] =>
  scored.filter(({ item }) => item.label === label).map(({ margin }) => margin)

export interface Accuracy {
  human: number
  ai: number
  /** At the released threshold. */
  accuracy: number
  balanced_accuracy: number
  /** Where the shares of flagged human texts and missed machine texts are equal. */
  equal_error_accuracy: number
}

/** Shares of correct results at the released threshold, and at the threshold of equal errors. */
export function accuracyOf(scored: readonly ScoredItem[]): Accuracy {
  const human = scored.filter(isHuman)
  const ai = scored.filter(isAi)
  const rightHuman = human.filter(({ score }) => score < 0.5).length
  const rightAi = ai.filter(({ score }) => score >= 0.5).length
  return {
    human: human.length,
    ai: ai.length,
    accuracy: round((rightHuman + rightAi) / Math.max(1, scored.length), 7),
    balanced_accuracy: round(
      (rightHuman / Math.max(1, human.length) + rightAi / Math.max(1, ai.length)) / 2,
      7,
    ),
    equal_error_accuracy: round(
      equalErrorAccuracy(marginsOf(scored, 'human'), marginsOf(scored, 'ai')) ?? 0,
      7,
    ),
  }
}

/** Sources with at least so many texts of both labels. */
const bothLabels = 30

/** Mean accuracy over the sources with both labels, at each one's own threshold of equal errors. */
export function equalErrorOverSources(scored: readonly ScoredItem[]): number {
  const all = [...grouped(scored, ({ item }) => item.source.name).values()].flatMap((list) => {
    const human = marginsOf(list, 'human')
    const ai = marginsOf(list, 'ai')
    return human.length < bothLabels || ai.length < bothLabels ? [] : [equalErrorAccuracy(human, ai) ?? 0]
  })
  return round(all.reduce((sum, value) => sum + value, 0) / Math.max(1, all.length), 7)
}

/** Mean share of correct results over sources, with human and machine sources weighted equally. */
export function balancedOverSources(scored: readonly ScoredItem[]): number {
  const mean = (wanted: (one: ScoredItem) => boolean): number => {
    const rates = ratesBy(scored.filter(wanted), ({ item }) => item.source.name).filter(({ n }) => n >= 30)
    return rates.reduce((sum, { rate }) => sum + rate, 0) / Math.max(1, rates.length)
  }
  return round((1 - mean(isHuman) + mean(isAi)) / 2, 7)
}
