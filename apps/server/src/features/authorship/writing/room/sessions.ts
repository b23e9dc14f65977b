import { randomUUID } from 'node:crypto'
import type { OpenedWritingRoom } from '@penmark/contract'
import { dayMs } from '../../../../lib/durations.ts'
import { hashSecret, newSecret } from '../../../../lib/secrets.ts'
import { invalidField, problem } from '../../../../locale/problems/problem.ts'
import { recordEvent } from '../../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../../services/database/database.ts'
import { listAccounts } from '../../../accounts/index.ts'
import { isMember, listAwaitingReference, lockStudents } from '../../../classes/index.ts'
import { verifyPin } from '../links.ts'
import { selectOptionalTaskForUpdate } from '../store.ts'
import type { RoomDependencies } from './read-room.ts'
import { readRoom } from './read-room.ts'
import {
  deleteOldSessions,
  insertSession,
  insertUnlinked,
  type SubmissionRow,
  type SubmissionWithTask,
  selectOptionalByLink,
  selectOptionalBySession,
  selectOptionalForUpdate,
  selectOptionalOfStudentForUpdate,
  selectOptionalTaskById,
  selectTasksWithoutClass,
  type TaskRow,
  updateFirstOpened,
  updateSessionUsed,
} from './store.ts'

/** How many devices a link may be open on; one more ends the session that was used longest ago. */
const maximumSessions = 20

/** Guessed, replaced, revoked and erased links must look the same from outside. */
export const unknownLink = () => problem('not_found', 'link_wrong')

/** Which teachers of these rows have an account that is not being erased. */
export async function listActiveTeachers(
  connection: Connection,
  rows: { teacher_id: string }[],
): Promise<Set<string>> {
  const accounts = await listAccounts(connection, [...new Set(rows.map(({ teacher_id }) => teacher_id))])
  return new Set(accounts.filter(({ erasing_since }) => erasing_since === null).map(({ id }) => id))
}

async function isTeacherActive(connection: Connection, found: SubmissionWithTask | null): Promise<boolean> {
  return found !== null && (await listActiveTeachers(connection, [found.submission])).size > 0
}

export const taskClosed = () => problem('conflict', 'task_closed')

/** The tasks whose class lies in the bin. They are open again once it is restored. */
export async function listClosedTasks(
  connection: Connection,
  submissions: Pick<SubmissionRow, 'task_id'>[],
): Promise<Set<string>> {
  const ids = [...new Set(submissions.map(({ task_id }) => task_id))]
  const withoutClass = ids.length === 0 ? [] : await selectTasksWithoutClass(connection, ids)
  if (withoutClass.length === 0) return new Set()
  const place = { table: 'writing_tasks', column: 'class_group_id' }
  return new Set(await listAwaitingReference(connection, place, withoutClass))
}

async function requireOpenTask(connection: Connection, { submission }: SubmissionWithTask): Promise<void> {
  if ((await listClosedTasks(connection, [submission])).size > 0) throw taskClosed()
}

const isSecret = (secret: string) => /^[\w-]{43}$/.test(secret)

/** Four digits could be guessed, so the attempts at a link are limited. */
async function requirePin(
  { limitRate }: RoomDependencies,
  { submission, task }: SubmissionWithTask,
  pin: string,
  network: string,
): Promise<void> {
  if (task.pin_hash === null) return
  await limitRate('writingPin', submission.id)
  await limitRate('writingRoom', network)
  if (await verifyPin(task.pin_hash, pin)) return
  throw invalidField('pin', 'pin_wrong')
}

/** Starts a session for one more device and returns its secret. The caller has locked the submission. */
async function beginSession(
  connection: Connection,
  { id: submission_id, teacher_id }: Pick<SubmissionRow, 'id' | 'teacher_id'>,
  /** For the audit log. */
  details: { from_platform?: true },
): Promise<string> {
  const session = newSecret()
  const now = new Date()
  await insertSession(connection, {
    id: randomUUID(),
    submission_id,
    teacher_id,
    secret_hash: hashSecret(session),
    created_at: now,
    last_used_at: now,
  })
  await deleteOldSessions(connection, submission_id, maximumSessions)
  if (await updateFirstOpened(connection, submission_id, now))
    await recordEvent(connection, {
      action: 'writing-link.open',
      target_id: submission_id,
      teacher_id,
      details,
    })
  return session
}

/** Opens a link on a device. Only the reply contains the secret of the new session. */
export async function openRoom(
  dependencies: RoomDependencies,
  { token, pin }: { token: string; pin: string | null },
  network: string,
): Promise<OpenedWritingRoom> {
  const { database } = dependencies
  const link_hash = hashSecret(token)
  const found = isSecret(token) ? await selectOptionalByLink(database, link_hash) : null
  if (found === null || !(await isTeacherActive(database, found))) {
    // Only wrong links are counted: a whole school may share one address.
    await dependencies.limitRate('writingRoom', network)
    throw unknownLink()
  }
  await requireOpenTask(database, found)
  const { submission, task } = found
  if (task.pin_hash !== null && (pin === null || pin === '')) return { state: 'pin', language: task.language }
  await requirePin(dependencies, found, pin ?? '', network)
  const session = await database.transaction(async (connection) => {
    const current = await selectOptionalForUpdate(connection, submission.id)
    // Replaced or revoked since it was found.
    if (current?.link_hash !== link_hash) throw unknownLink()
    return beginSession(connection, submission, {})
  })
  return {
    state: 'open',
    session,
    room: await readRoom(dependencies, await requireSession(dependencies, session)),
  }
}

/** The submission of a session. */
export async function requireSession(
  { database }: Pick<RoomDependencies, 'database'>,
  session: string,
): Promise<SubmissionWithTask> {
  const secret_hash = hashSecret(session)
  const found = isSecret(session) ? await selectOptionalBySession(database, secret_hash) : null
  if (found === null || !(await isTeacherActive(database, found))) throw unknownLink()
  await requireOpenTask(database, found)
  const now = new Date()
  await updateSessionUsed(database, secret_hash, now, new Date(now.getTime() - dayMs))
  return found
}

type KnownTask = Pick<TaskRow, 'id' | 'teacher_id' | 'class_group_id'>

/** A task of any teacher; null if there is none, or its teacher's account is being erased. */
export async function findTask(connection: Connection, id: string): Promise<KnownTask | null> {
  const task = await selectOptionalTaskById(connection, id)
  return task !== null && (await listActiveTeachers(connection, [task])).size > 0 ? task : null
}

/** `unknown`: the task or the student is gone, or the student neither belongs to its class nor has a text. */
type PlatformSession =
  | { kind: 'open'; submission_id: string; session: string }
  | { kind: 'unknown' | 'revoked' }

/**
 * Opens a session for a student whose identity a learning platform vouches for, without a personal link or
 * the PIN. A revoked student needs a new link from the teacher first.
 */
export function openPlatformSession(
  database: Database,
  { id, teacher_id }: KnownTask,
  student_id: string,
): Promise<PlatformSession> {
  return database.transaction(async (connection): Promise<PlatformSession> => {
    const task = await selectOptionalTaskForUpdate(connection, teacher_id, id)
    if (task === null || !(await lockStudents(connection, { teacher_id }, [student_id])).has(student_id))
      return { kind: 'unknown' }
    const { class_group_id } = task
    if (class_group_id !== null && (await isMember(connection, { class_group_id, student_id })))
      await insertUnlinked(connection, { id: randomUUID(), task_id: id, teacher_id, student_id }, new Date())
    const submission = await selectOptionalOfStudentForUpdate(connection, id, student_id)
    if (submission === null) return { kind: 'unknown' }
    if (submission.link_revoked_at !== null) return { kind: 'revoked' }
    const session = await beginSession(connection, submission, { from_platform: true })
    return { kind: 'open', submission_id: submission.id, session }
  })
}
