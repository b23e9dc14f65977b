import { and, asc, desc, eq, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm'
import type { Connection } from '../../../../services/database/database.ts'
import { writingSessions, writingSubmissions, writingTasks, writingTexts } from '../tables.ts'

export type SubmissionRow = typeof writingSubmissions.$inferSelect
export type TaskRow = typeof writingTasks.$inferSelect

/** A submission with its task. */
export interface SubmissionWithTask {
  submission: SubmissionRow
  task: TaskRow
}

const columns = { submission: writingSubmissions, task: writingTasks }

export async function selectOptionalByLink(
  { orm }: Connection,
  link_hash: string,
): Promise<SubmissionWithTask | null> {
  const [row] = await orm
    .select(columns)
    .from(writingSubmissions)
    .innerJoin(writingTasks, eq(writingTasks.id, writingSubmissions.task_id))
    .where(eq(writingSubmissions.link_hash, link_hash))
  return row ?? null
}

export async function selectOptionalBySession(
  { orm }: Connection,
  secret_hash: string,
): Promise<SubmissionWithTask | null> {
  const [row] = await orm
    .select(columns)
    .from(writingSessions)
    .innerJoin(writingSubmissions, eq(writingSubmissions.id, writingSessions.submission_id))
    .innerJoin(writingTasks, eq(writingTasks.id, writingSubmissions.task_id))
    .where(eq(writingSessions.secret_hash, secret_hash))
  return row ?? null
}

/**
 * The submissions of these sessions, locked in a fixed order, so that two groups of batches cannot wait for
 * each other.
 */
export async function selectBySessionsForUpdate(
  { orm }: Connection,
  secret_hashes: string[],
): Promise<{ secret_hash: string; submission: SubmissionRow }[]> {
  return orm
    .select({ secret_hash: writingSessions.secret_hash, submission: writingSubmissions })
    .from(writingSessions)
    .innerJoin(writingSubmissions, eq(writingSubmissions.id, writingSessions.submission_id))
    .where(inArray(writingSessions.secret_hash, secret_hashes))
    .orderBy(asc(writingSubmissions.id))
    .for('update', { of: writingSubmissions })
}

export async function selectOptionalForUpdate(
  { orm }: Connection,
  id: string,
): Promise<SubmissionRow | null> {
  const [row] = await orm.select().from(writingSubmissions).where(eq(writingSubmissions.id, id)).for('update')
  return row ?? null
}

export async function selectOptionalTaskById({ orm }: Connection, id: string): Promise<TaskRow | null> {
  const [row] = await orm.select().from(writingTasks).where(eq(writingTasks.id, id))
  return row ?? null
}

/** The text of a student in a task, locked until the transaction ends. */
export async function selectOptionalOfStudentForUpdate(
  { orm }: Connection,
  task_id: string,
  student_id: string,
): Promise<SubmissionRow | null> {
  const isTheirs = and(eq(writingSubmissions.task_id, task_id), eq(writingSubmissions.student_id, student_id))
  const [row] = await orm.select().from(writingSubmissions).where(isTheirs).for('update')
  return row ?? null
}

/** Adds the text of a student who needs no personal link. Does nothing if there is one. */
export async function insertUnlinked(
  { orm }: Connection,
  row: Pick<SubmissionRow, 'id' | 'task_id' | 'teacher_id' | 'student_id'>,
  now: Date,
): Promise<void> {
  await orm
    .insert(writingSubmissions)
    .values({ ...row, link_created_at: now, created_at: now })
    .onConflictDoNothing()
}

export async function updateSubmission(
  { orm }: Connection,
  id: string,
  change: Partial<SubmissionRow>,
): Promise<void> {
  await orm.update(writingSubmissions).set(change).where(eq(writingSubmissions.id, id))
}

/** Records when a link was first opened; false if it was before. */
export async function updateFirstOpened(
  { orm }: Connection,
  id: string,
  link_opened_at: Date,
): Promise<boolean> {
  const rows = await orm
    .update(writingSubmissions)
    .set({ link_opened_at })
    .where(and(eq(writingSubmissions.id, id), isNull(writingSubmissions.link_opened_at)))
    .returning({ id: writingSubmissions.id })
  return rows.length > 0
}

export type Progress = Pick<
  SubmissionRow,
  'id' | 'words' | 'entries' | 'version' | 'hash' | 'last_written_at'
>

/** Stores how far these texts have come, with one statement. */
export async function updateProgress(connection: Connection, rows: readonly Progress[]): Promise<void> {
  if (rows.length === 0) return
  await connection.query(
    `update writing_submissions s set words = p.words, entries = p.entries, version = p.version, hash = p.hash, last_written_at = p.last_written_at
     from jsonb_to_recordset($1::jsonb) as p (id uuid, words integer, entries integer, version integer, hash text, last_written_at timestamptz)
     where s.id = p.id`,
    [JSON.stringify(rows)],
  )
}

export async function insertSession(
  { orm }: Connection,
  row: typeof writingSessions.$inferInsert,
): Promise<void> {
  await orm.insert(writingSessions).values(row)
}

/** Records the use of a session unless that was done since `before`. */
export async function updateSessionUsed(
  { orm }: Connection,
  secret_hash: string,
  now: Date,
  before: Date,
): Promise<void> {
  await orm
    .update(writingSessions)
    .set({ last_used_at: now })
    .where(and(eq(writingSessions.secret_hash, secret_hash), lt(writingSessions.last_used_at, before)))
}

/** Keeps the sessions of a submission that were used last. */
export async function deleteOldSessions(
  { orm }: Connection,
  submission_id: string,
  keep: number,
): Promise<void> {
  const latest = orm
    .select({ id: writingSessions.id })
    .from(writingSessions)
    .where(eq(writingSessions.submission_id, submission_id))
    .orderBy(desc(writingSessions.last_used_at), desc(writingSessions.id))
    .limit(keep)
  await orm
    .delete(writingSessions)
    .where(and(eq(writingSessions.submission_id, submission_id), notInArray(writingSessions.id, latest)))
}

export type TextRow = typeof writingTexts.$inferSelect

export async function selectOptionalText(
  { orm }: Connection,
  submission_id: string,
): Promise<TextRow | null> {
  const [row] = await orm.select().from(writingTexts).where(eq(writingTexts.submission_id, submission_id))
  return row ?? null
}

export async function upsertTexts({ orm }: Connection, rows: TextRow[]): Promise<void> {
  if (rows.length === 0) return
  const set = { version: sql`excluded.version`, body: sql`excluded.body` }
  await orm.insert(writingTexts).values(rows).onConflictDoUpdate({ target: writingTexts.submission_id, set })
}

/** Those of these tasks that belong to no class. */
export async function selectTasksWithoutClass(
  { orm }: Connection,
  ids: string[],
): Promise<Pick<TaskRow, 'id' | 'teacher_id'>[]> {
  return orm
    .select({ id: writingTasks.id, teacher_id: writingTasks.teacher_id })
    .from(writingTasks)
    .where(and(inArray(writingTasks.id, ids), isNull(writingTasks.class_group_id)))
}
