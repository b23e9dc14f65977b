import { comparisonStates, type Reason } from '@penmark/contract'
import { and, arrayContains, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../../../services/database/database.ts'
import type { LeftOut } from './compare-texts.ts'

/** Words that were not compared. Those of sources are missing where an earlier version compared. */
type StoredLeftOut = Omit<LeftOut, 'source'> & Partial<LeftOut>
const nothingLeftOut: LeftOut = { quotation: 0, assignment: 0, source: 0, common: 0 }

export function toLeftOut(stored: StoredLeftOut | null): LeftOut {
  return { ...nothingLeftOut, ...stored }
}

export const overlapComparisons = pgTable('overlap_comparisons', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  class_group_id: uuid(),
  batch_id: uuid(),
  /** Set for a document that was compared with earlier ones. */
  document_id: uuid(),
  assignment_text: text().notNull(),
  state: text({ enum: comparisonStates }).notNull(),
  failure: jsonb().$type<Reason>(),
  progress: doublePrecision().notNull().default(0),
  documents: integer().notNull().default(0),
  pairs: integer().notNull().default(0),
  left_out: jsonb().$type<StoredLeftOut>().notNull().default(nothingLeftOut),
  runs: integer().notNull().default(0),
  created_at: time().notNull().defaultNow(),
  completed_at: time(),
})

/** A passage by its offsets in the first text and in the second. */
interface StoredPassage {
  a: [start: number, end: number]
  b: [start: number, end: number]
  words: number
}

export const overlapPairs = pgTable('overlap_pairs', {
  id: uuid().primaryKey(),
  comparison_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  document_a: uuid().notNull(),
  document_b: uuid().notNull(),
  text_hash_a: text().notNull(),
  text_hash_b: text().notNull(),
  words: integer().notNull(),
  share_a: doublePrecision().notNull(),
  share_b: doublePrecision().notNull(),
  passages: jsonb().$type<StoredPassage[]>().notNull(),
})

const overlapCommonPassages = pgTable('overlap_common_passages', {
  id: uuid().primaryKey(),
  comparison_id: uuid().notNull(),
  teacher_id: uuid().notNull(),
  document_id: uuid().notNull(),
  text_hash: text().notNull(),
  text_start: integer().notNull(),
  text_end: integer().notNull(),
  words: integer().notNull(),
  documents: integer().notNull(),
  document_ids: uuid().array().notNull(),
})

export type ComparisonRow = typeof overlapComparisons.$inferSelect
export type PairRow = typeof overlapPairs.$inferSelect
export type CommonPassageRow = typeof overlapCommonPassages.$inferSelect
type NewComparison = typeof overlapComparisons.$inferInsert

/** The documents of a class or of an upload. */
export type Compared = { class_group_id: string } | { batch_id: string }

export const isUnfinished = inArray(overlapComparisons.state, ['waiting', 'comparing'])
export const isOf = (teacher_id: string, compared: Compared) =>
  and(
    eq(overlapComparisons.teacher_id, teacher_id),
    'class_group_id' in compared
      ? eq(overlapComparisons.class_group_id, compared.class_group_id)
      : eq(overlapComparisons.batch_id, compared.batch_id),
  )
/** Of the documents of a class or an upload, rather than of one document with earlier ones. */
export const isOfSeveral = isNull(overlapComparisons.document_id)
/**
 * A comparison of an upload is out of sight while all its documents are in the bin, from which they may come
 * back.
 */
const isShown = and(
  isOfSeveral,
  sql`(${overlapComparisons.batch_id} is null or exists (
  select 1 from documents d where d.teacher_id = ${overlapComparisons.teacher_id} and d.batch_id = ${overlapComparisons.batch_id}))`,
)
/** The row while this run may still write it: not deleted, replaced or taken over. */
const isCurrentRun = ({ id, runs }: Pick<ComparisonRow, 'id' | 'runs'>) =>
  and(
    eq(overlapComparisons.id, id),
    eq(overlapComparisons.state, 'comparing'),
    eq(overlapComparisons.runs, runs),
  )

/** Null if another comparison of the same documents was started at the same moment. */
export async function insertComparison(
  { orm }: Connection,
  row: NewComparison,
  compared: Compared,
): Promise<ComparisonRow | null> {
  await orm.delete(overlapComparisons).where(isOf(row.teacher_id, compared))
  const [inserted] = await orm.insert(overlapComparisons).values(row).onConflictDoNothing().returning()
  return inserted ?? null
}

export async function selectComparisons(
  { orm }: Connection,
  teacher_id: string,
  { class_group_id, batch_id }: { class_group_id?: string; batch_id?: string },
): Promise<ComparisonRow[]> {
  const isMatch = and(
    eq(overlapComparisons.teacher_id, teacher_id),
    class_group_id === undefined ? undefined : eq(overlapComparisons.class_group_id, class_group_id),
    batch_id === undefined ? undefined : eq(overlapComparisons.batch_id, batch_id),
    isShown,
  )
  return orm
    .select()
    .from(overlapComparisons)
    .where(isMatch)
    .orderBy(desc(overlapComparisons.created_at), overlapComparisons.id)
}

export async function selectOptionalComparison(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<ComparisonRow | null> {
  const [row] = await orm
    .select()
    .from(overlapComparisons)
    .where(and(eq(overlapComparisons.teacher_id, teacher_id), eq(overlapComparisons.id, id), isShown))
  return row ?? null
}

export async function deleteComparison({ orm }: Connection, teacher_id: string, id: string): Promise<void> {
  await orm
    .delete(overlapComparisons)
    .where(and(eq(overlapComparisons.teacher_id, teacher_id), eq(overlapComparisons.id, id)))
}

/** Starts a run; null if the comparison is gone or has ended. */
export async function markStarted({ orm }: Connection, id: string): Promise<ComparisonRow | null> {
  const [row] = await orm
    .update(overlapComparisons)
    .set({ state: 'comparing', runs: sql`${overlapComparisons.runs} + 1`, progress: 0 })
    .where(and(eq(overlapComparisons.id, id), isUnfinished))
    .returning()
  return row ?? null
}

/** False when the run may not continue. */
export async function updateIfOwnRun(
  { orm }: Connection,
  run: ComparisonRow,
  change: Partial<ComparisonRow>,
): Promise<boolean> {
  const rows = await orm
    .update(overlapComparisons)
    .set(change)
    .where(isCurrentRun(run))
    .returning({ id: overlapComparisons.id })
  return rows.length > 0
}

export async function selectUnfinishedIds({ orm }: Connection): Promise<string[]> {
  const rows = await orm.select({ id: overlapComparisons.id }).from(overlapComparisons).where(isUnfinished)
  return rows.map(({ id }) => id)
}

/** Deletes comparisons of uploads that have no document left, not even in the bin. */
export async function deleteOrphans(connection: Connection): Promise<void> {
  await connection.query(
    `delete from overlap_comparisons c where batch_id is not null and not exists (
       select 1 from documents d where d.teacher_id = c.teacher_id and d.batch_id = c.batch_id)
     and not exists (
       select 1 from bin_rows r where r.table_name = 'documents' and r.content ->> 'batch_id' = c.batch_id::text)`,
  )
}

const rowsAtOnce = 200

export async function insertPairs(
  { orm }: Connection,
  rows: (typeof overlapPairs.$inferInsert)[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await orm.insert(overlapPairs).values(rows.slice(start, start + rowsAtOnce))
}

export async function insertCommonPassages(
  { orm }: Connection,
  rows: (typeof overlapCommonPassages.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await orm.insert(overlapCommonPassages).values(rows)
}

export async function selectCommonPassages(
  { orm }: Connection,
  comparison_ids: string[],
): Promise<CommonPassageRow[]> {
  if (comparison_ids.length === 0) return []
  return orm
    .select()
    .from(overlapCommonPassages)
    .where(inArray(overlapCommonPassages.comparison_id, comparison_ids))
    .orderBy(desc(overlapCommonPassages.words), overlapCommonPassages.id)
}

export function selectPairSides(
  { orm }: Connection,
  comparison_id: string,
): Promise<Pick<PairRow, 'id' | 'document_a' | 'document_b'>[]> {
  const { id, document_a, document_b } = overlapPairs
  return orm
    .select({ id, document_a, document_b })
    .from(overlapPairs)
    .where(eq(overlapPairs.comparison_id, comparison_id))
}

/** The pairs with the largest shares first. */
export async function selectPairs(
  { orm }: Connection,
  comparison_id: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<PairRow[]> {
  return orm
    .select()
    .from(overlapPairs)
    .where(eq(overlapPairs.comparison_id, comparison_id))
    .orderBy(sql`greatest(${overlapPairs.share_a}, ${overlapPairs.share_b}) desc`, overlapPairs.id)
    .limit(limit)
    .offset(offset)
}

type DocumentPair = Pick<PairRow, 'id' | 'comparison_id' | 'words'> &
  Pick<ComparisonRow, 'class_group_id' | 'batch_id'>

/** What a document shares in the last comparisons of these documents, the largest share first. */
export async function selectDocumentPairs(
  { orm }: Connection,
  teacher_id: string,
  document_id: string,
  compared: readonly Compared[],
): Promise<DocumentPair[]> {
  if (compared.length === 0) return []
  return orm
    .select({
      id: overlapPairs.id,
      comparison_id: overlapPairs.comparison_id,
      words: overlapPairs.words,
      class_group_id: overlapComparisons.class_group_id,
      batch_id: overlapComparisons.batch_id,
    })
    .from(overlapPairs)
    .innerJoin(overlapComparisons, eq(overlapComparisons.id, overlapPairs.comparison_id))
    .where(
      and(
        eq(overlapPairs.teacher_id, teacher_id),
        or(eq(overlapPairs.document_a, document_id), eq(overlapPairs.document_b, document_id)),
        or(...compared.map((documents) => isOf(teacher_id, documents))),
      ),
    )
    .orderBy(sql`greatest(${overlapPairs.share_a}, ${overlapPairs.share_b}) desc`, overlapPairs.id)
}

type DocumentGroup = Pick<CommonPassageRow, 'comparison_id' | 'words' | 'documents'> &
  Pick<ComparisonRow, 'class_group_id' | 'batch_id'>

/**
 * The groups to which a document belongs in the last comparisons of these documents, the most words first.
 */
export async function selectDocumentGroups(
  { orm }: Connection,
  teacher_id: string,
  document_id: string,
  compared: readonly Compared[],
): Promise<DocumentGroup[]> {
  if (compared.length === 0) return []
  const { comparison_id, words, documents, document_ids } = overlapCommonPassages
  const { class_group_id, batch_id } = overlapComparisons
  return orm
    .select({ comparison_id, words, documents, class_group_id, batch_id })
    .from(overlapCommonPassages)
    .innerJoin(overlapComparisons, eq(overlapComparisons.id, comparison_id))
    .where(and(arrayContains(document_ids, [document_id]), or(...compared.map((of) => isOf(teacher_id, of)))))
    .orderBy(desc(words), overlapCommonPassages.id)
}

export async function selectPairsByIds({ orm }: Connection, ids: string[]): Promise<PairRow[]> {
  if (ids.length === 0) return []
  return orm
    .select()
    .from(overlapPairs)
    .where(inArray(overlapPairs.id, ids))
    .orderBy(sql`greatest(${overlapPairs.share_a}, ${overlapPairs.share_b}) desc`, overlapPairs.id)
}

export async function selectOptionalPair(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<PairRow | null> {
  const [row] = await orm
    .select()
    .from(overlapPairs)
    .where(and(eq(overlapPairs.teacher_id, teacher_id), eq(overlapPairs.id, id)))
  return row ?? null
}
