import { grouped } from '../grouped.ts'
import type { Accuracy } from './card.ts'
import { ratesBy } from './figures.ts'
import type { ScoredItem } from './scored-items.ts'
import { equalErrorAccuracy } from './statistics/roc.ts'

const isHuman = ({ item }: ScoredItem): boolean => item.label === 'human'
const isAi = ({ item }: ScoredItem): boolean => item.label === 'ai'
const aboves = (scored: readonly ScoredItem[], label: string): number[] =>
  scored.filter(({ item }) => item.label === label).map(({ margin }) => margin)
const round = (value: number): number => Number(value.toFixed(7))

/** Shares of correct results at the released threshold, and at the threshold of equal errors. */
export function accuracy(scored: readonly ScoredItem[]): Accuracy {
  const human = scored.filter(isHuman)
  const ai = scored.filter(isAi)
  const rightHuman = human.filter(({ score }) => score < 0.5).length
  const rightAi = ai.filter(({ score }) => score >= 0.5).length
  return {
    human: human.length,
    ai: ai.length,
    accuracy: round((rightHuman + rightAi) / Math.max(1, scored.length)),
    balanced_accuracy: round((rightHuman / Math.max(1, human.length) + rightAi / Math.max(1, ai.length)) / 2),
    equal_error_accuracy: round(equalErrorAccuracy(aboves(scored, 'human'), aboves(scored, 'ai')) ?? 0),
  }
}

/** Sources with at least so many texts of both labels. */
const bothLabels = 30

/** Mean accuracy over the sources with both labels, at each one's own threshold of equal errors. */
export function equalErrorOverSources(scored: readonly ScoredItem[]): number {
  const all = [...grouped(scored, ({ item }) => item.source.name).values()].flatMap((list) => {
    const human = aboves(list, 'human')
    const ai = aboves(list, 'ai')
    return human.length < bothLabels || ai.length < bothLabels ? [] : [equalErrorAccuracy(human, ai) ?? 0]
  })
  return round(all.reduce((sum, value) => sum + value, 0) / Math.max(1, all.length))
}

/** Mean share of correct results over sources, with human and machine sources weighted equally. */
export function balancedOverSources(scored: readonly ScoredItem[]): number {
  const mean = (wanted: (one: ScoredItem) => boolean): number => {
    const rates = ratesBy(scored.filter(wanted), ({ item }) => item.source.name).filter(({ n }) => n >= 30)
    return rates.reduce((sum, { rate }) => sum + rate, 0) / Math.max(1, rates.length)
  }
  return round((1 - mean(isHuman) + mean(isAi)) / 2)
}
