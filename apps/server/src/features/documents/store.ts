import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { documents, documentTexts, documentTombstones } from './tables.ts'

export type DocumentRow = typeof documents.$inferSelect
export type NewDocument = typeof documents.$inferInsert

const isOwn = (teacher_id: string, id: string) => and(eq(documents.teacher_id, teacher_id), eq(documents.id, id))

export async function insertDocuments({ orm }: Connection, rows: NewDocument[]): Promise<DocumentRow[]> {
  return orm.insert(documents).values(rows).returning()
}

export async function selectOptionalDocument({ orm }: Connection, teacher_id: string, id: string): Promise<DocumentRow | null> {
  const [row] = await orm.select().from(documents).where(isOwn(teacher_id, id))
  return row ?? null
}

export async function selectOptionalDocumentForUpdate({ orm }: Connection, teacher_id: string, id: string): Promise<DocumentRow | null> {
  const [row] = await orm.select().from(documents).where(isOwn(teacher_id, id)).for('update')
  return row ?? null
}

/** Places in the queue, from 1, of the given documents that wait. */
export async function selectQueuePositions(connection: Connection, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await connection.query(
    `select id, position from (
       select id, (row_number() over (order by (processing_priority = 'HIGH') desc, queue_turn, queued_at, id))::int as position
       from documents where status = 'QUEUED'
     ) waiting where id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [String(row.id), Number(row.position)]))
}

export async function selectOptionalText({ orm }: Connection, id: string): Promise<string | null> {
  const [row] = await orm.select().from(documentTexts).where(eq(documentTexts.document_id, id))
  return row?.text ?? null
}

/** The stored texts of these documents, by document id. */
export async function selectTexts({ orm }: Connection, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await orm.select().from(documentTexts).where(inArray(documentTexts.document_id, ids))
  return new Map(rows.map(({ document_id, text }) => [document_id, text]))
}

/** Stores texts, replacing earlier ones of the same documents. */
export async function insertTexts({ orm }: Connection, texts: (typeof documentTexts.$inferInsert)[]): Promise<void> {
  if (texts.length === 0) return
  const set = { text: sql`excluded.text` }
  await orm.insert(documentTexts).values(texts).onConflictDoUpdate({ target: documentTexts.document_id, set })
}

export async function deleteText({ orm }: Connection, document_id: string): Promise<void> {
  await orm.delete(documentTexts).where(eq(documentTexts.document_id, document_id))
}

/** Queues a document (again) under a new job; an older job of it becomes ineffective. */
export async function updateQueued(
  { orm }: Connection,
  { id, teacher_id, processing_priority }: Pick<DocumentRow, 'id' | 'teacher_id' | 'processing_priority'>,
  job_id: string,
  now: Date,
  runs: number,
): Promise<DocumentRow | null> {
  const [row] = await orm
    .update(documents)
    .set({
      status: 'QUEUED',
      status_reason: null,
      stage: null,
      job_id,
      runs,
      processing_priority,
      queued_at: now,
      queue_turn: sql`next_turn(${teacher_id}, ${processing_priority})`,
      alive_at: null,
      updated_at: now,
    })
    .where(eq(documents.id, id))
    .returning()
  return row ?? null
}

/** Erases the document with its text and results; a tombstone keeps what the counters need. */
export async function deleteDocument({ orm }: Connection, row: DocumentRow, now: Date): Promise<void> {
  const { id, teacher_id, status, word_count, is_sample, created_at } = row
  await orm.delete(documents).where(eq(documents.id, id))
  await orm.insert(documentTombstones).values({ document_id: id, teacher_id, status, word_count, is_sample, created_at, deleted_at: now })
}

export async function selectIsDeleted({ orm }: Connection, teacher_id: string, document_id: string): Promise<boolean> {
  const rows = await orm
    .select({ id: documentTombstones.document_id })
    .from(documentTombstones)
    .where(and(eq(documentTombstones.teacher_id, teacher_id), eq(documentTombstones.document_id, document_id)))
  return rows.length > 0
}

/** Which of the keys belong to a document. */
export async function selectKnownKeys({ orm }: Connection, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await orm.select({ key: documents.blob_key }).from(documents).where(inArray(documents.blob_key, keys))
  return rows.flatMap(({ key }) => key ?? [])
}
