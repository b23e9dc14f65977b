import { and, asc, desc, eq, gte, inArray, isNotNull, ne, not, sql } from 'drizzle-orm'
import type { Connection } from '../../../services/database/database.ts'
import { documents, documentTexts, documentTombstones } from './tables.ts'

export type DocumentRow = typeof documents.$inferSelect
export type NewDocument = typeof documents.$inferInsert

const isOwn = (teacher_id: string, id: string) =>
  and(eq(documents.teacher_id, teacher_id), eq(documents.id, id))

export async function insertDocuments({ orm }: Connection, rows: NewDocument[]): Promise<DocumentRow[]> {
  return orm.insert(documents).values(rows).returning()
}

export async function selectOptionalDocument(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<DocumentRow | null> {
  const [row] = await orm.select().from(documents).where(isOwn(teacher_id, id))
  return row ?? null
}

export async function selectOptionalDocumentForUpdate(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<DocumentRow | null> {
  const [row] = await orm.select().from(documents).where(isOwn(teacher_id, id)).for('update')
  return row ?? null
}

/**
 * Those of the documents that are still refused for too few words. One that another transaction holds is left
 * out: the caller may hold the teacher's row, which is locked after documents.
 */
export async function selectRefusedForUpdate({ orm }: Connection, ids: string[]): Promise<DocumentRow[]> {
  if (ids.length === 0) return []
  // A row that merely refers to a document, such as a notice that is being written, does not hold it.
  return orm
    .select()
    .from(documents)
    .where(and(inArray(documents.id, ids), eq(documents.status, 'LIMIT_EXCEEDED')))
    .orderBy(documents.created_at, documents.id)
    .for('no key update', { skipLocked: true })
}

/** The places in the queue, from 1, of those of the documents that wait. */
export async function selectQueuePositions(
  connection: Connection,
  ids: string[],
): Promise<Map<string, number>> {
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
  const { document_id, text } = documentTexts
  const [row] = await orm.select({ text }).from(documentTexts).where(eq(document_id, id))
  return row?.text ?? null
}

/** The stored texts of these documents, by document id. */
export async function selectTexts({ orm }: Connection, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { document_id, text } = documentTexts
  const rows = await orm.select({ document_id, text }).from(documentTexts).where(inArray(document_id, ids))
  return new Map(rows.map((row) => [row.document_id, row.text]))
}

/** Stores texts, replacing earlier ones of the same documents. */
export async function insertTexts(
  { orm }: Connection,
  texts: (typeof documentTexts.$inferInsert)[],
): Promise<void> {
  if (texts.length === 0) return
  const set = { text: sql`excluded.text`, profile: null }
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
      failure: null,
      stage: null,
      reading_page: null,
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
  await orm
    .insert(documentTombstones)
    .values({ document_id: id, teacher_id, status, word_count, is_sample, created_at, deleted_at: now })
}

export async function deleteTombstone({ orm }: Connection, document_id: string): Promise<void> {
  await orm.delete(documentTombstones).where(eq(documentTombstones.document_id, document_id))
}

export async function selectIsDeleted(
  { orm }: Connection,
  teacher_id: string,
  document_id: string,
): Promise<boolean> {
  const rows = await orm
    .select({ id: documentTombstones.document_id })
    .from(documentTombstones)
    .where(
      and(eq(documentTombstones.teacher_id, teacher_id), eq(documentTombstones.document_id, document_id)),
    )
  return rows.length > 0
}

/** Which of the keys belong to a document. */
export async function selectKnownKeys({ orm }: Connection, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await orm
    .select({ key: documents.blob_key })
    .from(documents)
    .where(inArray(documents.blob_key, keys))
  return rows.flatMap(({ key }) => key ?? [])
}

/** Which of these documents the teacher still has. */
export async function selectExistingIds(
  { orm }: Connection,
  teacher_id: string,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { id } = documents
  const rows = await orm
    .select({ id })
    .from(documents)
    .where(and(eq(documents.teacher_id, teacher_id), inArray(id, ids)))
  return rows.map((row) => row.id)
}

/** Some documents of a teacher with their files. */
export async function selectFiles({ orm }: Connection, teacher_id: string, limit: number) {
  return orm
    .select({ id: documents.id, blob_key: documents.blob_key })
    .from(documents)
    .where(eq(documents.teacher_id, teacher_id))
    .limit(limit)
}

/** The status of a document; null once it is deleted. */
export async function selectOptionalOutcome({ orm }: Connection, id: string) {
  const { status, failure, finding, word_count, ai_share, score, label, standing, standing_reasons } =
    documents
  const result = { finding, word_count, ai_share, score, label }
  const shown = { status, failure, ...result, standing, standing_reasons }
  const [row] = await orm.select(shown).from(documents).where(eq(documents.id, id))
  return row ?? null
}

/** Bytes of this teacher's unprocessed documents that are kept for another try. */
export async function selectUnprocessedBytes(connection: Connection, teacher_id: string): Promise<number> {
  const { rows } = await connection.query(
    `select coalesce(sum(size_bytes), 0)::float8 as bytes from documents
     where teacher_id = $1 and status in ('ERROR', 'LIMIT_EXCEEDED') and is_content_kept`,
    [teacher_id],
  )
  return Number(rows[0]?.bytes)
}

export async function selectIdsInClass(
  { orm }: Connection,
  teacher_id: string,
  class_group_id: string,
): Promise<string[]> {
  const rows = await orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.teacher_id, teacher_id), eq(documents.class_group_id, class_group_id)))
  return rows.map(({ id }) => id)
}

export type Assignment = Pick<DocumentRow, 'student_id' | 'class_group_id' | 'student_sort'>

export async function updateAssignment(
  { orm }: Connection,
  id: string,
  assignment: Assignment,
  now: Date,
): Promise<DocumentRow | null> {
  const [row] = await orm
    .update(documents)
    .set({ ...assignment, updated_at: now })
    .where(eq(documents.id, id))
    .returning()
  return row ?? null
}

/** Null if the teacher has no such document, or its mark is unchanged. */
export async function updateWrittenInClass(
  { orm }: Connection,
  teacher_id: string,
  id: string,
  written_in_class: boolean,
  now: Date,
): Promise<DocumentRow | null> {
  const [row] = await orm
    .update(documents)
    .set({ written_in_class, updated_at: now })
    .where(and(isOwn(teacher_id, id), ne(documents.written_in_class, written_in_class)))
    .returning()
  return row ?? null
}

/**
 * Clears a student or a class from all documents of a teacher and returns their ids. Rows are locked in a
 * fixed order, so that two such calls cannot deadlock.
 */
export async function updateUnassigned(
  { orm }: Connection,
  teacher_id: string,
  field: 'student_id' | 'class_group_id',
  id: string,
  now: Date,
): Promise<string[]> {
  const affected = orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.teacher_id, teacher_id), eq(documents[field], id)))
    .orderBy(asc(documents.id))
    .for('update')
  const cleared = field === 'student_id' ? { student_id: null, student_sort: '' } : { class_group_id: null }
  const rows = await orm
    .update(documents)
    .set({ ...cleared, updated_at: now })
    .where(inArray(documents.id, affected))
    .returning({ id: documents.id })
  return rows.map((row) => row.id)
}

export async function updateStudentSort(
  { orm }: Connection,
  student_id: string,
  student_sort: string,
): Promise<void> {
  await orm
    .update(documents)
    .set({ student_sort })
    .where(and(eq(documents.student_id, student_id), ne(documents.student_sort, student_sort)))
}

export async function selectIsAssigned(
  { orm }: Connection,
  teacher_id: string,
  class_group_id: string,
): Promise<boolean> {
  const rows = await orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.teacher_id, teacher_id), eq(documents.class_group_id, class_group_id)))
    .limit(1)
  return rows.length > 0
}

// Must match the index on samples literally.
const isSampleOf = (teacher_id: string) =>
  and(eq(documents.teacher_id, teacher_id), sql`${documents.is_sample}`)

export async function selectHasSamples({ orm }: Connection, teacher_id: string): Promise<boolean> {
  const rows = await orm.select({ id: documents.id }).from(documents).where(isSampleOf(teacher_id)).limit(1)
  return rows.length > 0
}

export async function selectSamplesForUpdate(
  { orm }: Connection,
  teacher_id: string,
): Promise<DocumentRow[]> {
  return orm.select().from(documents).where(isSampleOf(teacher_id)).orderBy(documents.id).for('update')
}

/** The documents of a class or a batch. */
export type DocumentsOf = { class_group_id: string } | { batch_id: string }

const comparable = {
  id: documents.id,
  original_filename: documents.original_filename,
  student_id: documents.student_id,
  words: sql<number>`coalesce(${documents.word_count}, 0)`,
}
export type ComparableDocument = Pick<DocumentRow, 'id' | 'original_filename' | 'student_id'> & {
  words: number
}

export async function selectComparable(
  { orm }: Connection,
  teacher_id: string,
  of: DocumentsOf,
  limit: number,
): Promise<ComparableDocument[]> {
  const isOf =
    'class_group_id' in of
      ? eq(documents.class_group_id, of.class_group_id)
      : eq(documents.batch_id, of.batch_id)
  return orm
    .select(comparable)
    .from(documents)
    .where(
      and(
        eq(documents.teacher_id, teacher_id),
        isOf,
        eq(documents.status, 'COMPLETED'),
        not(documents.is_sample),
      ),
    )
    .orderBy(asc(documents.created_at), asc(documents.id))
    .limit(limit)
}

export const areOwn = (teacher_id: string, ids: string[]) =>
  and(eq(documents.teacher_id, teacher_id), inArray(documents.id, ids))

export async function selectComparables(
  { orm }: Connection,
  teacher_id: string,
  ids: string[],
): Promise<ComparableDocument[]> {
  return ids.length === 0 ? [] : orm.select(comparable).from(documents).where(areOwn(teacher_id, ids))
}

export async function selectCountInBatch(
  { orm }: Connection,
  teacher_id: string,
  batch_id: string,
): Promise<number> {
  return orm.$count(documents, and(eq(documents.teacher_id, teacher_id), eq(documents.batch_id, batch_id)))
}

export async function selectOwnTexts(
  { orm }: Connection,
  teacher_id: string,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await orm
    .select({ id: documents.id, text: documentTexts.text })
    .from(documents)
    .innerJoin(documentTexts, eq(documentTexts.document_id, documents.id))
    .where(areOwn(teacher_id, ids))
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/** The first characters of the texts by document id, without documents that are not the teacher's. */
export async function selectTextStarts(
  { orm }: Connection,
  teacher_id: string,
  ids: string[],
  characters: number,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await orm
    .select({ id: documents.id, text: sql<string>`left(${documentTexts.text}, ${characters}::int)` })
    .from(documents)
    .innerJoin(documentTexts, eq(documentTexts.document_id, documents.id))
    .where(areOwn(teacher_id, ids))
  return new Map(rows.map(({ id, text }) => [id, text]))
}

export type ScoredDocument = Pick<
  DocumentRow,
  'id' | 'original_filename' | 'created_at' | 'written_in_class'
> & { score: number }

export interface NewestOfStudent {
  limit: number
  /** If given, only documents written in class with at least this many words. */
  knownFrom?: number
}

export async function selectNewestOfStudent(
  { orm }: Connection,
  teacher_id: string,
  student_id: string,
  { limit, knownFrom }: NewestOfStudent,
): Promise<ScoredDocument[]> {
  const isKnown =
    knownFrom === undefined
      ? undefined
      : and(documents.written_in_class, gte(documents.word_count, knownFrom))
  const { id, original_filename, created_at, written_in_class, score } = documents
  const rows = await orm
    .select({ id, original_filename, created_at, written_in_class, score })
    .from(documents)
    .where(
      and(
        eq(documents.student_id, student_id),
        eq(documents.teacher_id, teacher_id),
        eq(documents.status, 'COMPLETED'),
        isNotNull(score),
        not(documents.is_sample),
        isKnown,
      ),
    )
    .orderBy(desc(created_at), desc(id))
    .limit(limit)
  return rows.map((row) => ({ ...row, score: row.score ?? 0 }))
}

/** Locks rows in a fixed order, so that two such calls cannot deadlock. */
export async function selectOwnIdsForKeyShare(
  { orm }: Connection,
  teacher_id: string,
  ids: string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await orm
    .select({ id: documents.id })
    .from(documents)
    .where(areOwn(teacher_id, ids))
    .orderBy(asc(documents.id))
    .for('key share')
  return rows.map(({ id }) => id)
}
