import { randomUUID } from 'node:crypto'
import { type OpenedWritingRoom, Problem } from '@penmark/contract'
import type { Connection, Database } from '../../../database/database.ts'
import { hashSecret, newSecret } from '../../../security/secrets.ts'
import { recordEvent } from '../../audit/audit.ts'
import { isMember } from '../../class-groups/read-class-groups.ts'
import { holdStudents } from '../../students/students.ts'
import { listAccounts } from '../../teachers/accounts.ts'
import { isPin } from '../links.ts'
import { selectOptionalTaskForUpdate } from '../store.ts'
import type { RoomDependencies } from './read-room.ts'
import { readRoomOf } from './read-room.ts'
import {
  type Assigned,
  deleteOldSessions,
  insertSession,
  insertUnlinked,
  type SubmissionRow,
  selectOptionalByLink,
  selectOptionalBySession,
  selectOptionalForUpdate,
  selectOptionalOfStudentForUpdate,
  selectOptionalTaskById,
  type TaskRow,
  updateSessionUsed,
  updateUnopened,
} from './store.ts'

/** Devices on which one link is open; opening it on another ends the session that was used longest ago. */
const sessionsOfLink = 20
const dayMs = 24 * 60 * 60 * 1_000

/** Guessed, replaced, revoked and erased look the same from outside. */
export const unknownLink = () => new Problem('not_found', 'This link does not work. Ask your teacher for a new one.')

/** Which teachers of these rows have an account that is not being erased. */
export async function listLiveTeachers(connection: Connection, rows: { teacher_id: string }[]): Promise<Set<string>> {
  const accounts = await listAccounts(connection, [...new Set(rows.map(({ teacher_id }) => teacher_id))])
  return new Set(accounts.filter(({ erasing_since }) => erasing_since === null).map(({ id }) => id))
}

async function isLive(connection: Connection, found: Assigned | null): Promise<boolean> {
  return found !== null && (await listLiveTeachers(connection, [found.submission])).size > 0
}

const isSecret = (secret: string) => /^[\w-]{43}$/.test(secret)

/** Four digits could be guessed, so the attempts at a link are limited. */
async function requirePin({ countVisit }: RoomDependencies, { submission, task }: Assigned, pin: string, network: string): Promise<void> {
  if (task.pin_hash === null) return
  await countVisit('writingPin', submission.id)
  await countVisit('writingRoom', network)
  if (await isPin(task.pin_hash, pin)) return
  const msg = 'This is not the PIN of your class. Ask your teacher for it.'
  throw new Problem('invalid_input', msg, { fields: [{ loc: ['pin'], msg }] })
}

/** Starts a session for one more device and returns its secret. The caller holds the submission. */
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
  await deleteOldSessions(connection, submission_id, sessionsOfLink)
  if (await updateUnopened(connection, submission_id, now))
    await recordEvent(connection, { action: 'writing-link.open', target_id: submission_id, teacher_id, details })
  return session
}

/** Opens a link on a device. The reply alone holds the secret of the new session. */
export async function openRoom(
  dependencies: RoomDependencies,
  { token, pin }: { token: string; pin: string | null },
  network: string,
): Promise<OpenedWritingRoom> {
  const { database } = dependencies
  const link_hash = hashSecret(token)
  const found = isSecret(token) ? await selectOptionalByLink(database, link_hash) : null
  if (found === null || !(await isLive(database, found))) {
    // Only wrong links are counted: a whole school may share one address.
    await dependencies.countVisit('writingRoom', network)
    throw unknownLink()
  }
  const { submission, task } = found
  if (task.pin_hash !== null && (pin === null || pin === '')) return { state: 'pin', language: task.language }
  await requirePin(dependencies, found, pin ?? '', network)
  const session = await database.transaction(async (connection) => {
    const held = await selectOptionalForUpdate(connection, submission.id)
    // Replaced or revoked since it was found.
    if (held?.link_hash !== link_hash) throw unknownLink()
    return beginSession(connection, submission, {})
  })
  return { state: 'open', session, room: await readRoomOf(dependencies, await requireSession(dependencies, session)) }
}

/** The submission of a session. */
export async function requireSession({ database }: Pick<RoomDependencies, 'database'>, session: string): Promise<Assigned> {
  const secret_hash = hashSecret(session)
  const found = isSecret(session) ? await selectOptionalBySession(database, secret_hash) : null
  if (found === null || !(await isLive(database, found))) throw unknownLink()
  const now = new Date()
  await updateSessionUsed(database, secret_hash, now, new Date(now.getTime() - dayMs))
  return found
}

type KnownTask = Pick<TaskRow, 'id' | 'teacher_id' | 'class_group_id'>

/** A task of any teacher; null where there is none, or its teacher's account is being erased. */
export async function findTask(connection: Connection, id: string): Promise<KnownTask | null> {
  const task = await selectOptionalTaskById(connection, id)
  return task !== null && (await listLiveTeachers(connection, [task])).size > 0 ? task : null
}

/** `unknown`: the task or the student is gone, or the student neither belongs to its class nor has a text. */
type Admission = { kind: 'open'; submission_id: string; session: string } | { kind: 'unknown' | 'revoked' }

/**
 * Lets in a student whose identity a learning platform vouches for: without a personal link, and without the PIN. A revoked student stays
 * out until the teacher makes a new link.
 */
export function admitStudent(database: Database, { id, teacher_id }: KnownTask, student_id: string): Promise<Admission> {
  return database.transaction(async (connection): Promise<Admission> => {
    const task = await selectOptionalTaskForUpdate(connection, teacher_id, id)
    if (task === null || !(await holdStudents(connection, { teacher_id }, [student_id])).has(student_id)) return { kind: 'unknown' }
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
