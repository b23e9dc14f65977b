import { and, asc, eq, gt, inArray, lt, max, type SQL, sql } from 'drizzle-orm'
import type { Connection } from '../../../../services/database/database.ts'
import { writingBatches, writingSubmissions } from '../tables.ts'

type SubmissionRow = typeof writingSubmissions.$inferSelect
export type BatchRow = typeof writingBatches.$inferSelect

/** The rows of a record that match `where` in order, at most `limit`. */
async function selectBatches(
  { orm }: Connection,
  submission_id: string,
  where: SQL | undefined,
  limit: number,
): Promise<BatchRow[]> {
  return orm
    .select()
    .from(writingBatches)
    .where(and(eq(writingBatches.submission_id, submission_id), where))
    .orderBy(asc(writingBatches.seq))
    .limit(limit)
}

export function selectBatchesAfter(
  connection: Connection,
  submission_id: string,
  seq: number,
  limit: number,
): Promise<BatchRow[]> {
  return selectBatches(connection, submission_id, gt(writingBatches.seq, seq), limit)
}

/** The rows with entries from this one on. */
export function selectBatchesFromEntry(
  connection: Connection,
  submission_id: string,
  entry: number,
  limit: number,
): Promise<BatchRow[]> {
  const isFrom = gt(sql`${writingBatches.first_entry} + ${writingBatches.entry_count}`, entry)
  return selectBatches(connection, submission_id, isFrom, limit)
}

/** The rows with steps that follow this version of the text. */
export function selectBatchesFromVersion(
  connection: Connection,
  submission_id: string,
  version: number,
  limit: number,
): Promise<BatchRow[]> {
  const isFrom = gt(sql`${writingBatches.first_version} + ${writingBatches.step_count}`, version)
  return selectBatches(connection, submission_id, and(isFrom, gt(writingBatches.step_count, 0)), limit)
}

export async function insertBatches(
  { orm }: Connection,
  rows: (typeof writingBatches.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await orm.insert(writingBatches).values(rows)
}

/** The last batch of a text, and the number of the last entry that each editor sent. */
export async function selectLastEntries(
  { orm }: Connection,
  submission_id: string,
): Promise<{ client: string; seq: number; last_n: number }[]> {
  const rows = await orm
    .select({
      client: writingBatches.client,
      seq: max(writingBatches.seq),
      last_n: max(writingBatches.last_n),
    })
    .from(writingBatches)
    .where(eq(writingBatches.submission_id, submission_id))
    .groupBy(writingBatches.client)
  return rows.map(({ client, seq, last_n }) => ({ client, seq: seq ?? 0, last_n: last_n ?? 0 }))
}

/** Texts at rest whose record has grown since it was packed. */
export async function selectUnpacked(
  { orm }: Connection,
  idleSince: Date,
  limit: number,
): Promise<{ id: string; entries: number }[]> {
  const { id, entries, packed_entries, last_written_at } = writingSubmissions
  return orm
    .select({ id, entries })
    .from(writingSubmissions)
    .where(and(gt(entries, packed_entries), lt(last_written_at, idleSince)))
    .limit(limit)
}

export async function deleteBatches(
  { orm }: Connection,
  submission_id: string,
  seqs: number[],
): Promise<void> {
  await orm
    .delete(writingBatches)
    .where(and(eq(writingBatches.submission_id, submission_id), inArray(writingBatches.seq, seqs)))
}

/** A teacher's own submission with its task. */
export async function selectOptionalOwn(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<SubmissionRow | null> {
  const [row] = await orm
    .select()
    .from(writingSubmissions)
    .where(and(eq(writingSubmissions.teacher_id, teacher_id), eq(writingSubmissions.id, id)))
  return row ?? null
}

/** The submission whose text became this document of the teacher. */
export async function selectOptionalOfDocument(
  { orm }: Connection,
  teacher_id: string,
  document_id: string,
): Promise<SubmissionRow | null> {
  const [row] = await orm
    .select()
    .from(writingSubmissions)
    .where(
      and(eq(writingSubmissions.teacher_id, teacher_id), eq(writingSubmissions.document_id, document_id)),
    )
  return row ?? null
}

/** The submissions whose texts became these documents. */
export async function selectOfDocuments(
  { orm }: Connection,
  document_ids: readonly string[],
): Promise<SubmissionRow[]> {
  return orm
    .select()
    .from(writingSubmissions)
    .where(inArray(writingSubmissions.document_id, [...document_ids]))
}

/** Which of these documents of the teacher were handed in from a writing task. */
export async function selectHandedIn(
  { orm }: Connection,
  teacher_id: string,
  document_ids: string[],
): Promise<string[]> {
  if (document_ids.length === 0) return []
  const { document_id } = writingSubmissions
  const rows = await orm
    .select({ document_id })
    .from(writingSubmissions)
    .where(and(eq(writingSubmissions.teacher_id, teacher_id), inArray(document_id, document_ids)))
  return rows.flatMap((row) => row.document_id ?? [])
}
