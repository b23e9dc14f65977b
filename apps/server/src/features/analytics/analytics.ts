import {
  type Analytics,
  type ClassAnalytics,
  type ClassTally,
  type ExpectedFlags,
  flaggedScore,
  isId,
  lengthsFrom,
  type MonthTally,
  Problem,
  type PublishedRate,
  scoreTenths,
  type Tally,
  verdictAtPercent,
} from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Pipeline } from '../../pipeline/pipeline.ts'
import {
  type ClassCounts,
  type Counts,
  type MonthCounts,
  selectClassCounts,
  selectMonthCounts,
  selectOptionalClassCounts,
} from './store.ts'

export interface AnalyticsDependencies {
  database: Database
  /** The active detector: the expected number of false flags follows from its published rates. */
  detector: Pick<Pipeline['detector'], 'name' | 'version' | 'rates'>
}

export async function readAnalytics({ database, detector }: AnalyticsDependencies, caller: Caller): Promise<Analytics> {
  const { name, version, rates } = detector
  const months = await selectMonthCounts(database, caller.teacher_id, null)
  return { detector: { name, version }, rates, all: toTally(together(months), rates), months: months.map(toMonth) }
}

export async function listClassTallies({ database, detector }: AnalyticsDependencies, caller: Caller): Promise<ClassTally[]> {
  return (await selectClassCounts(database, caller.teacher_id)).map((counts) => toClassTally(counts, detector.rates))
}

export async function readClassAnalytics(
  { database, detector }: AnalyticsDependencies,
  id: string,
  caller: Caller,
): Promise<ClassAnalytics> {
  const counts = isId(id) ? await selectOptionalClassCounts(database, caller.teacher_id, id) : null
  if (!counts) throw new Problem('not_found', 'There is no such class. It may have been deleted.')
  const months = await selectMonthCounts(database, caller.teacher_id, id)
  return { ...toClassTally(counts, detector.rates), months: months.map(toMonth) }
}

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

function toTally(counts: Counts, rates: readonly PublishedRate[]): Tally {
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

function toClassTally(counts: ClassCounts, rates: readonly PublishedRate[]): ClassTally {
  const { class_group_id, class_name, academic_year } = counts
  return { class_group_id, class_name, academic_year, ...toTally(counts, rates) }
}

function toMonth(counts: MonthCounts): MonthTally {
  const { month, documents, scored, byScore } = counts
  return { month, documents, scored, mean: meanOf(counts), flagged: fromTenth(byScore, verdictAtPercent / 100) }
}

const add = (a: readonly number[], b: readonly number[]) =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, i) => (a[i] ?? 0) + (b[i] ?? 0))

const noScores = Array.from({ length: scoreTenths }, () => 0)

/** The sums of several sets. */
function together(parts: readonly Counts[]): Counts {
  return {
    documents: sum(parts.map(({ documents }) => documents)),
    scored: sum(parts.map(({ scored }) => scored)),
    thousandths: sum(parts.map(({ thousandths }) => thousandths)),
    byScore: parts.map(({ byScore }) => byScore).reduce(add, noScores),
    byLength: parts.map(({ byLength }) => byLength).reduce(add, []),
  }
}
