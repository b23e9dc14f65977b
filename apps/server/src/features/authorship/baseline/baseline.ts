import {
  type Baseline,
  type BaselineCounts,
  baselineLargest,
  type ClassBaseline,
  type Document,
  distributionBins,
  type FrozenReport,
  routes,
  scoreBands,
  verdictAtPercent,
} from '@penmark/contract'
import { readWithBaseline } from '@penmark/wording'
import { ne } from 'drizzle-orm'
import { boolean, integer, pgTable } from 'drizzle-orm/pg-core'
import type { Binder } from '../../../http/bind.ts'
import type { Caller, Owner } from '../../../http/caller.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import { type Connection, type Database, time } from '../../../services/database/database.ts'
import { readClassGroup } from '../../classes/index.ts'
import { requireResults } from '../../documents/index.ts'

export function bindBaseline({ bind }: Binder, database: Database): void {
  bind(routes.readBaseline, ({ id }, caller) => readBaseline(database, id, caller))
  bind(routes.readClassBaseline, ({ id }, caller) => readClassBaseline(database, id, caller))
}

/**
 * Compares a frozen report with the texts written in class. Computed on each request, because marks change
 * and the report must not.
 */
export async function compareWithBaseline(
  database: Database,
  document: Document,
  report: FrozenReport,
): Promise<Baseline> {
  const { id, teacher_id, word_count, character_count } = document
  const { score, detector } = report
  if (score === null || detector === null) return readWithBaseline(report, { own: null, school: null })
  const text = { id, score, word_count, character_count, model_hash: detector.model_hash }
  const own = await selectBaselineCounts(database, teacher_id, text)
  const school = (await selectIsShared(database)) ? await selectBaselineCounts(database, null, text) : null
  // If nobody else has marked a text, the school's counts would only repeat the teacher's own.
  return readWithBaseline(report, { own, school: school !== null && school.n > own.n ? school : null })
}

/** The caller's own report compared with the texts written in class; 409 while there is no report. */
async function readBaseline(database: Database, id: string, caller: Owner): Promise<Baseline> {
  const { document, first } = await requireResults(database, id, caller)
  return compareWithBaseline(database, document, first)
}

/** The scores of the texts that the caller's own class wrote in class. */
async function readClassBaseline(database: Database, id: string, caller: Caller): Promise<ClassBaseline> {
  await readClassGroup(database, id, caller)
  return selectClassCounts(database, caller.teacher_id, id)
}

export function isBaselineShared(connection: Connection): Promise<boolean> {
  return selectIsShared(connection)
}

/**
 * Switches the comparison with counts of the whole installation's texts on or off. Repeating changes nothing.
 */
export async function shareBaseline(
  database: Database,
  is_shared: boolean,
  administrator: Owner,
): Promise<void> {
  await database.transaction(async (connection) => {
    if (!(await updateIsShared(connection, is_shared, new Date()))) return
    await recordAction(connection, administrator, {
      action: is_shared ? 'school-baseline.switch-on' : 'school-baseline.switch-off',
      target_id: 'school-baseline',
    })
  })
}

/** At most one row: whether reports are compared with the texts of the whole installation. */
const schoolBaseline = pgTable('school_baseline', {
  id: integer().primaryKey(),
  is_shared: boolean().notNull(),
  changed_at: time().notNull().defaultNow(),
})

interface ComparedText {
  id: string
  score: number
  word_count: number | null
  character_count: number | null
  model_hash: string
}

/**
 * The newest texts written in class, of one teacher or (null) of all, by the score of the model that scored
 * the compared text. Texts of equal score and length are copies. The conditions match the partial indexes.
 */
export async function selectBaselineCounts(
  connection: Connection,
  teacher_id: string | null,
  { id, score, word_count, character_count, model_hash }: ComparedText,
): Promise<BaselineCounts> {
  const { rows } = await connection.query(
    `select least(floor(score * ${distributionBins}), ${distributionBins - 1})::int as bin, count(*)::float8 as texts,
       (count(*) filter (where score >= $2))::float8 as exceeding
     from (
       select distinct d.score, d.word_count, d.character_count
       from (
         select id, score, word_count, character_count from documents
         where written_in_class and ${teacher_id === null ? '$6::uuid is null' : 'teacher_id = $6::uuid'} and status = 'COMPLETED' and score is not null
           and not is_sample
         order by created_at desc limit ${baselineLargest}
       ) d
       where d.id <> $1::uuid and (d.score, d.word_count, d.character_count) is distinct from ($2::float8, $3::int, $4::int)
         and (select r.model_hash from reports r where r.document_id = d.id order by r.created_at limit 1) = $5
     ) text
     group by bin`,
    [id, score, word_count, character_count, model_hash, teacher_id],
  )
  const counts = Array.from({ length: distributionBins }, () => 0)
  let exceeding = 0
  for (const row of rows) {
    counts[Number(row.bin)] = Number(row.texts)
    exceeding += Number(row.exceeding)
  }
  return { n: counts.reduce((sum, texts) => sum + texts, 0), exceeding, counts }
}

/**
 * The newest texts that a class wrote in class, by their recorded scores. Texts of equal score and length are
 * copies.
 */
export async function selectClassCounts(
  connection: Connection,
  teacher_id: string,
  class_group_id: string,
): Promise<ClassBaseline> {
  const { rows } = await connection.query(
    `select least(floor(score * ${distributionBins}), ${distributionBins - 1})::int as bin, count(*)::float8 as texts,
       (count(*) filter (where score >= ${scoreBands.amber / 100}))::float8 as unusual,
       (count(*) filter (where score >= ${verdictAtPercent / 100}))::float8 as flagged
     from (
       select distinct d.score, d.word_count, d.character_count
       from (
         select score, word_count, character_count from documents
         where written_in_class and teacher_id = $1 and class_group_id = $2 and status = 'COMPLETED' and score is not null and not is_sample
         order by created_at desc limit ${baselineLargest}
       ) d
     ) text
     group by bin`,
    [teacher_id, class_group_id],
  )
  const baseline: ClassBaseline = {
    n: 0,
    unusual: 0,
    flagged: 0,
    counts: Array.from({ length: distributionBins }, () => 0),
  }
  for (const { bin, texts, unusual, flagged } of rows) {
    baseline.counts[Number(bin)] = Number(texts)
    baseline.n += Number(texts)
    baseline.unusual += Number(unusual)
    baseline.flagged += Number(flagged)
  }
  return baseline
}

async function selectIsShared({ orm }: Connection): Promise<boolean> {
  const [row] = await orm.select({ is_shared: schoolBaseline.is_shared }).from(schoolBaseline)
  return row?.is_shared ?? false
}

/** Returns whether it changed. */
async function updateIsShared(connection: Connection, is_shared: boolean, now: Date): Promise<boolean> {
  if ((await selectIsShared(connection)) === is_shared) return false
  const set = { is_shared, changed_at: now }
  const changed = await connection.orm
    .insert(schoolBaseline)
    .values({ id: 1, ...set })
    .onConflictDoUpdate({ target: schoolBaseline.id, set, setWhere: ne(schoolBaseline.is_shared, is_shared) })
    .returning()
  return changed.length > 0
}
