import { randomUUID } from 'node:crypto'
import type { Connection, Database } from '../../../database/database.ts'
import { isMember } from '../../class-groups/read-class-groups.ts'
import { holdStudents } from '../../students/students.ts'
import { selectOptionalTaskForUpdate } from '../store.ts'
import { beginSession, listLiveTeachers } from './sessions.ts'
import { insertUnlinked, selectOptionalOfStudentForUpdate, selectOptionalTaskById, type TaskRow } from './store.ts'

type KnownTask = Pick<TaskRow, 'id' | 'teacher_id' | 'class_group_id'>

/** A task of any teacher; null where there is none, or its teacher's account is being erased. */
export async function findTask(connection: Connection, id: string): Promise<KnownTask | null> {
  const task = await selectOptionalTaskById(connection, id)
  return task !== null && (await listLiveTeachers(connection, [task])).size > 0 ? task : null
}

/** `unknown`: the task or the student is gone, or the student neither belongs to its class nor has a text. */
export type Admission = { kind: 'open'; submission_id: string; session: string } | { kind: 'unknown' | 'revoked' }

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
