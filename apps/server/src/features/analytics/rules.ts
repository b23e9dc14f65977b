import {
  type ClassTally,
  type ExpectedFlags,
  flaggedScore,
  lengthsFrom,
  type MonthTally,
  type PublishedRate,
  scoreTenths,
  type Tally,
  verdictAtPercent,
} from '@penmark/contract'
import type { ClassCounts, Counts, MonthCounts } from './store.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Scores are counted in tenths, and both thresholds lie between two of them. */
const fromTenth = (byScore: readonly number[], score: number) => sum(byScore.slice(Math.round(score * 10)))

const meanOf = ({ scored, thousandths }: Counts) => (scored === 0 ? null : Math.round(thousandths / scored) / 1_000)

/**
 * How often a person's text of this length is flagged. Where the model's length ranges differ from ours, this is the highest rate that may
 * apply. Where none of its n texts was flagged, it is 1/(n + 1), because zero cannot be promised. Null where nothing is published.
 */
function rateAt(rates: readonly PublishedRate[], length: number): number | null {
  const from = lengthsFrom[length] ?? 0
  const below = lengthsFrom[length + 1] ?? Number.POSITIVE_INFINITY
  const fitting = rates.filter((rate) => rate.from < below && (rate.to ?? Number.POSITIVE_INFINITY) >= from)
  if (fitting.length === 0) return null
  return Math.max(...fitting.map(({ false_positive_rate, n }) => Math.max(false_positive_rate, 1 / (n + 1))))
}

/** How many documents would be flagged by chance alone if a person had written every one. */
export function expectedFlags(byLength: readonly number[], rates: readonly PublishedRate[]): ExpectedFlags | null {
  const known = byLength.flatMap((documents, length) => {
    const rate = rateAt(rates, length)
    return documents === 0 || rate === null ? [] : [{ documents, rate }]
  })
  if (known.length === 0) return null
  return {
    documents: sum(known.map(({ documents }) => documents)),
    flags: sum(known.map(({ documents, rate }) => documents * rate)),
    at_least_one: 1 - known.reduce((none, { documents, rate }) => none * (1 - rate) ** documents, 1),
  }
}

export function toTally(counts: Counts, rates: readonly PublishedRate[]): Tally {
  const { documents, scored, byScore, byLength } = counts
  return {
    documents,
    scored,
    mean: meanOf(counts),
    by_score: byScore,
    flagged: fromTenth(byScore, verdictAtPercent / 100),
    strictly_flagged: fromTenth(byScore, flaggedScore),
    expected: expectedFlags(byLength, rates),
  }
}

export function toClassTally(counts: ClassCounts, rates: readonly PublishedRate[]): ClassTally {
  const { class_group_id, class_name, academic_year } = counts
  return { class_group_id, class_name, academic_year, ...toTally(counts, rates) }
}

export function toMonth(counts: MonthCounts): MonthTally {
  const { month, documents, scored, byScore } = counts
  return { month, documents, scored, mean: meanOf(counts), flagged: fromTenth(byScore, verdictAtPercent / 100) }
}

const add = (a: readonly number[], b: readonly number[]) =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, i) => (a[i] ?? 0) + (b[i] ?? 0))

const noScores = Array.from({ length: scoreTenths }, () => 0)

/** The sums of several sets. */
export function together(parts: readonly Counts[]): Counts {
  return {
    documents: sum(parts.map(({ documents }) => documents)),
    scored: sum(parts.map(({ scored }) => scored)),
    thousandths: sum(parts.map(({ thousandths }) => thousandths)),
    byScore: parts.map(({ byScore }) => byScore).reduce(add, noScores),
    byLength: parts.map(({ byLength }) => byLength).reduce(add, []),
  }
}
