import { and, count, desc, eq, getTableColumns, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Connection } from '../../../services/database/database.ts'
import { writingSessions, writingSubmissions, writingTasks } from './tables.ts'

export type WritingTaskRow = typeof writingTasks.$inferSelect
export type WritingSubmissionRow = typeof writingSubmissions.$inferSelect
/** With the numbers of its students, and of those who have begun and handed in. */
export type CountedTask = WritingTaskRow & { students: number; begun: number; handed_in: number }

const isOwn = (teacher_id: string, id: string) =>
  and(eq(writingTasks.teacher_id, teacher_id), eq(writingTasks.id, id))

// Students who left the class count if they have a text or a link.
const students = sql<number>`(select count(*)::float8 from (
  select m.student_id from class_memberships m where m.class_group_id = "writing_tasks"."class_group_id"
  union select s.student_id from writing_submissions s where s.task_id = "writing_tasks"."id") everybody)`
const inState = (condition: string) =>
  sql<number>`(select count(*)::float8 from writing_submissions s where s.task_id = "writing_tasks"."id" and ${sql.raw(condition)})`
const counted = {
  ...getTableColumns(writingTasks),
  students,
  begun: inState("s.state <> 'not-begun'"),
  handed_in: inState("s.state = 'handed-in'"),
}

interface TaskFilter {
  teacher_id: string
  class_group_id?: string | undefined
  /** Only tasks that are not due before this moment. */
  openAt?: Date | undefined
}

/** The newest first. */
export async function selectTasks(
  { orm }: Connection,
  { teacher_id, class_group_id, openAt }: TaskFilter,
  page: { offset: number; limit: number },
): Promise<CountedTask[]> {
  return orm
    .select(counted)
    .from(writingTasks)
    .where(
      and(
        eq(writingTasks.teacher_id, teacher_id),
        class_group_id === undefined ? undefined : eq(writingTasks.class_group_id, class_group_id),
        openAt === undefined ? undefined : or(isNull(writingTasks.due_at), gt(writingTasks.due_at, openAt)),
      ),
    )
    .orderBy(desc(writingTasks.created_at), desc(writingTasks.id))
    .offset(page.offset)
    .limit(page.limit)
}

export async function countTasks({ orm }: Connection, teacher_id: string): Promise<number> {
  const [row] = await orm
    .select({ tasks: count() })
    .from(writingTasks)
    .where(eq(writingTasks.teacher_id, teacher_id))
  return row?.tasks ?? 0
}

export async function selectOptionalTask(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<CountedTask | null> {
  const [row] = await orm.select(counted).from(writingTasks).where(isOwn(teacher_id, id))
  return row ?? null
}

/** Locks the task, so that two changes of it or of its links follow each other. */
export async function selectOptionalTaskForUpdate(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<WritingTaskRow | null> {
  const [row] = await orm.select().from(writingTasks).where(isOwn(teacher_id, id)).for('update')
  return row ?? null
}

export async function insertTask({ orm }: Connection, row: typeof writingTasks.$inferInsert): Promise<void> {
  await orm.insert(writingTasks).values(row)
}

export async function updateTask(
  { orm }: Connection,
  id: string,
  change: Partial<WritingTaskRow>,
): Promise<void> {
  await orm.update(writingTasks).set(change).where(eq(writingTasks.id, id))
}

/** Deletes a task with its links, texts and records. Documents that were handed in stay. */
export async function deleteTask({ orm }: Connection, id: string): Promise<void> {
  await orm.delete(writingTasks).where(eq(writingTasks.id, id))
}

export async function selectSubmissions(
  { orm }: Connection,
  task_id: string,
): Promise<WritingSubmissionRow[]> {
  return orm.select().from(writingSubmissions).where(eq(writingSubmissions.task_id, task_id))
}

export async function selectOptionalSubmissionOf(
  { orm }: Connection,
  task_id: string,
  student_id: string,
): Promise<WritingSubmissionRow | null> {
  const [row] = await orm
    .select()
    .from(writingSubmissions)
    .where(and(eq(writingSubmissions.task_id, task_id), eq(writingSubmissions.student_id, student_id)))
  return row ?? null
}

interface NewLink {
  id: string
  student_id: string
  link_hash: string
}

/**
 * Gives students links. A link that a student had before, and the devices on which it was opened, stop
 * working.
 */
export async function replaceLinks(
  connection: Connection,
  { id: task_id, teacher_id }: Pick<WritingTaskRow, 'id' | 'teacher_id'>,
  links: NewLink[],
  now: Date,
): Promise<void> {
  const column = (name: keyof NewLink) => links.map((link) => link[name])
  const { rows } = await connection.query(
    `insert into writing_submissions as s (id, task_id, teacher_id, student_id, link_hash, link_created_at, created_at)
     select id, $1::uuid, $2::uuid, student_id, link_hash, $3::timestamptz, $3::timestamptz
     from unnest($4::uuid[], $5::uuid[], $6::text[]) as given (id, student_id, link_hash)
     on conflict (task_id, student_id) do update
       set link_hash = excluded.link_hash, link_created_at = excluded.link_created_at, link_opened_at = null, link_revoked_at = null
     returning s.id`,
    [task_id, teacher_id, now, column('id'), column('student_id'), column('link_hash')],
  )
  await deleteSessions(
    connection,
    rows.map(({ id }) => String(id)),
  )
}

export async function updateRevoked(connection: Connection, id: string, now: Date): Promise<void> {
  await connection.orm
    .update(writingSubmissions)
    .set({ link_hash: null, link_revoked_at: now })
    .where(eq(writingSubmissions.id, id))
  await deleteSessions(connection, [id])
}

async function deleteSessions({ orm }: Connection, submission_ids: string[]): Promise<void> {
  await orm.delete(writingSessions).where(inArray(writingSessions.submission_id, submission_ids))
}

/** Deletes texts with their sessions and records. Documents that were handed in stay. */
export async function deleteSubmissions({ orm }: Connection, ids: string[]): Promise<void> {
  await orm.delete(writingSubmissions).where(inArray(writingSubmissions.id, ids))
}
