import {
  type Analytics,
  type ClassAnalytics,
  type ClassTally,
  type ExpectedFlags,
  type Figures,
  isId,
  lengthsFrom,
  type MonthTally,
  noFigures,
  type PublishedRate,
  routes,
  scoreTenths,
  strictScore,
  type Tally,
  verdictAtPercent,
} from '@penmark/contract'
import type { Binder } from '../../../http/bind.ts'
import type { Caller } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Connection, Database, Row } from '../../../services/database/database.ts'
import { readFigures, readFiguresOfClasses } from '../../documents/index.ts'

export function bindAnalytics({ bind }: Binder, dependencies: AnalyticsDependencies): void {
  bind(routes.readAnalytics, (_input, caller) => readAnalytics(dependencies, caller))
  bind(routes.listClassTallies, (_input, caller) => listClassTallies(dependencies, caller))
  bind(routes.readClassAnalytics, ({ id }, caller) => readClassAnalytics(dependencies, id, caller))
}

interface AnalyticsDependencies {
  database: Database
  /** The active detector: the expected number of false flags follows from its published rates. */
  detector: { name: string; version: string; rates: PublishedRate[] }
}

export async function readAnalytics(
  { database, detector }: AnalyticsDependencies,
  caller: Caller,
): Promise<Analytics> {
  const { name, version, rates } = detector
  const months = await selectMonthCounts(database, caller.teacher_id, null)
  return {
    detector: { name, version },
    rates,
    all: toTally(sumOf(months), rates, await readFigures(database, caller.teacher_id)),
    months: months.map(toMonth),
  }
}

export async function listClassTallies(
  { database, detector }: AnalyticsDependencies,
  caller: Caller,
): Promise<ClassTally[]> {
  const figures = await readFiguresOfClasses(database, caller.teacher_id)
  return (await selectClassCounts(database, caller.teacher_id)).map((counts) =>
    toClassTally(counts, detector.rates, figures.get(counts.class_group_id) ?? noFigures),
  )
}

async function readClassAnalytics(
  { database, detector }: AnalyticsDependencies,
  id: string,
  caller: Caller,
): Promise<ClassAnalytics> {
  const counts = isId(id) ? await selectOptionalClassCounts(database, caller.teacher_id, id) : null
  if (!counts) throw problem('not_found', 'class_unknown')
  const months = await selectMonthCounts(database, caller.teacher_id, id)
  const figures = await readFigures(database, caller.teacher_id, { class_group_id: id })
  return { ...toClassTally(counts, detector.rates, figures), months: months.map(toMonth) }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/**
 * How many scores are at least this high. They are counted in tenths, and both thresholds are whole tenths.
 */
const countFrom = (byScore: readonly number[], score: number) => sum(byScore.slice(Math.round(score * 10)))

const meanOf = ({ scored, thousandths }: Counts) =>
  scored === 0 ? null : Math.round(thousandths / scored) / 1_000

/**
 * How often a person's text of this length is flagged; null if no rate is published. If the model's length
 * ranges differ from ours, this is the highest rate that may apply. If none of its n texts was flagged, it is
 * 1/(n + 1), because zero cannot be promised.
 */
function rateAt(rates: readonly PublishedRate[], length: number): number | null {
  const from = lengthsFrom[length] ?? 0
  const below = lengthsFrom[length + 1] ?? Number.POSITIVE_INFINITY
  const fitting = rates.filter((rate) => rate.from < below && (rate.to ?? Number.POSITIVE_INFINITY) >= from)
  if (fitting.length === 0) return null
  return Math.max(...fitting.map(({ false_positive_rate, n }) => Math.max(false_positive_rate, 1 / (n + 1))))
}

/** How many documents would be flagged by chance alone if people had written all of them. */
export function expectedFlags(
  byLength: readonly number[],
  rates: readonly PublishedRate[],
): ExpectedFlags | null {
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

function toTally(counts: Counts, rates: readonly PublishedRate[], figures: Figures): Tally {
  const { documents, scored, byScore, byLength } = counts
  return {
    documents,
    scored,
    mean: meanOf(counts),
    by_score: byScore,
    flagged: countFrom(byScore, verdictAtPercent / 100),
    strictly_flagged: countFrom(byScore, strictScore),
    expected: expectedFlags(byLength, rates),
    figures,
  }
}

function toClassTally(counts: ClassCounts, rates: readonly PublishedRate[], figures: Figures): ClassTally {
  const { class_group_id, class_name, academic_year } = counts
  return { class_group_id, class_name, academic_year, ...toTally(counts, rates, figures) }
}

function toMonth(counts: MonthCounts): MonthTally {
  const { month, documents, scored, byScore } = counts
  return {
    month,
    documents,
    scored,
    mean: meanOf(counts),
    flagged: countFrom(byScore, verdictAtPercent / 100),
  }
}

const add = (a: readonly number[], b: readonly number[]) =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, i) => (a[i] ?? 0) + (b[i] ?? 0))

const noScores = Array.from({ length: scoreTenths }, () => 0)

function sumOf(parts: readonly Counts[]): Counts {
  return {
    documents: sum(parts.map(({ documents }) => documents)),
    scored: sum(parts.map(({ scored }) => scored)),
    thousandths: sum(parts.map(({ thousandths }) => thousandths)),
    byScore: parts.map(({ byScore }) => byScore).reduce(add, noScores),
    byLength: parts.map(({ byLength }) => byLength).reduce(add, []),
  }
}

/** Sums over a set of documents, from the tallies that database triggers maintain. */
interface Counts {
  documents: number
  scored: number
  /** Sum of the scores, in thousandths. */
  thousandths: number
  byScore: number[]
  byLength: number[]
}

interface ClassCounts extends Counts {
  class_group_id: string
  class_name: string
  academic_year: string | null
}

interface MonthCounts extends Counts {
  /** `2026-11` */
  month: string
}

const columns = [
  'documents',
  'scored',
  'score_thousandths',
  ...Array.from({ length: scoreTenths }, (_, tenth) => `score_${tenth}`),
  ...lengthsFrom.map((_, length) => `length_${length}`),
]
// In one string, because the drivers take ten times as long for ten thousand single values.
const sums = `concat_ws(',', ${columns.map((column) => `coalesce(sum(t.${column}), 0)`).join(', ')}) as sums`

function toCounts({ sums }: Row): Counts {
  const [documents = 0, scored = 0, thousandths = 0, ...rest] = String(sums).split(',').map(Number)
  return {
    documents,
    scored,
    thousandths,
    byScore: rest.slice(0, scoreTenths),
    byLength: rest.slice(scoreTenths),
  }
}

const toClassCounts = (row: Row): ClassCounts => ({
  class_group_id: String(row.id),
  class_name: String(row.class_name),
  academic_year: typeof row.academic_year === 'string' ? row.academic_year : null,
  ...toCounts(row),
})

/**
 * The classes of a teacher by name, including those without documents; the sample class only once it has
 * documents that are not samples.
 */
async function selectClassCounts(connection: Connection, teacher_id: string): Promise<ClassCounts[]> {
  const { rows } = await connection.query(
    `select c.id, c.class_name, c.academic_year, ${sums}
     from class_groups c left join document_tallies t on t.class_group_id = c.id and t.teacher_id = $1
     where c.teacher_id = $1 group by c.id having not c.is_sample or sum(t.documents) > 0 order by lower(c.class_name), lower(coalesce(c.academic_year, '')) desc`,
    [teacher_id],
  )
  return rows.map(toClassCounts)
}

/** Null if the teacher has no such class. */
async function selectOptionalClassCounts(
  connection: Connection,
  teacher_id: string,
  id: string,
): Promise<ClassCounts | null> {
  const { rows } = await connection.query(
    `select c.id, c.class_name, c.academic_year, ${sums}
     from class_groups c left join document_tallies t on t.class_group_id = c.id and t.teacher_id = $1
     where c.teacher_id = $1 and c.id = $2 group by c.id`,
    [teacher_id, id],
  )
  return rows[0] ? toClassCounts(rows[0]) : null
}

/** Months with uploads, oldest first: of one class, or of all documents. */
async function selectMonthCounts(
  connection: Connection,
  teacher_id: string,
  class_group_id: string | null,
): Promise<MonthCounts[]> {
  const { rows } = await connection.query(
    `select to_char(t.month, 'YYYY-MM') as month, ${sums} from document_tallies t
     where t.teacher_id = $1 and ($2::uuid is null or t.class_group_id = $2) group by t.month order by t.month`,
    [teacher_id, class_group_id],
  )
  return rows.map((row) => ({ month: String(row.month), ...toCounts(row) }))
}
