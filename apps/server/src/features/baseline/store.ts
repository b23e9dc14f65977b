import { type BaselineCounts, baselineLargest, type ClassBaseline, distributionBins, scoreBands, verdictAtPercent } from '@penmark/contract'
import { ne } from 'drizzle-orm'
import { boolean, integer, pgTable, timestamp } from 'drizzle-orm/pg-core'
import type { Connection } from '../../database/database.ts'

/** At most one row: whether reports compare with the texts of the whole installation. */
const schoolBaseline = pgTable('school_baseline', {
  id: integer().primaryKey(),
  is_shared: boolean().notNull(),
  changed_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

export interface ComparedText {
  id: string
  score: number
  word_count: number | null
  character_count: number | null
  model_hash: string
}

/**
 * The newest texts written in class, of one teacher or (null) of all, by the score of the model that scored the compared text. Texts of equal score
 * and length are copies. The conditions match the partial indexes.
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

/** The newest texts that a class wrote in class, by their recorded scores. Texts of equal score and length are copies. */
export async function selectClassCounts(connection: Connection, teacher_id: string, class_group_id: string): Promise<ClassBaseline> {
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
  const baseline: ClassBaseline = { n: 0, unusual: 0, flagged: 0, counts: Array.from({ length: distributionBins }, () => 0) }
  for (const { bin, texts, unusual, flagged } of rows) {
    baseline.counts[Number(bin)] = Number(texts)
    baseline.n += Number(texts)
    baseline.unusual += Number(unusual)
    baseline.flagged += Number(flagged)
  }
  return baseline
}

export async function selectIsShared({ orm }: Connection): Promise<boolean> {
  const [row] = await orm.select({ is_shared: schoolBaseline.is_shared }).from(schoolBaseline)
  return row?.is_shared ?? false
}

/** Returns whether it changed. */
export async function updateIsShared(connection: Connection, is_shared: boolean, now: Date): Promise<boolean> {
  if ((await selectIsShared(connection)) === is_shared) return false
  const set = { is_shared, changed_at: now }
  const changed = await connection.orm
    .insert(schoolBaseline)
    .values({ id: 1, ...set })
    .onConflictDoUpdate({ target: schoolBaseline.id, set, setWhere: ne(schoolBaseline.is_shared, is_shared) })
    .returning()
  return changed.length > 0
}
