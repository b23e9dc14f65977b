import { randomUUID } from 'node:crypto'
import { type Deleted, isId, Problem, type Student } from '@penmark/contract'
import type { z } from 'zod'
import { type Connection, type Database, sqlStateOf } from '../../database/database.ts'
import type { Announce } from '../../events.ts'
import type { Caller, Owner } from '../../http/caller.ts'
import { recordAction } from '../audit/audit.ts'
import { findOwner, noSuchStudent, readStudent, sortName } from './read-students.ts'
import { deleteStudent as deleteRow, insertStudents, type StudentFields, selectIsDeleted, updateStudent as updateRow } from './store.ts'

export interface StudentsDependencies {
  database: Database
  announce: Announce
}

const uniqueViolation = '23505'

function taken(cause?: unknown): Problem {
  return new Problem('conflict', 'You already have a student with this external ID. Enter another one, or leave it empty.', { cause })
}

export async function createStudent(database: Database, fields: StudentFields, caller: Caller): Promise<Student> {
  const id = randomUUID()
  const added = await insertStudents(database, caller.teacher_id, [{ id, ...fields }], new Date())
  if (!added.has(id)) throw taken()
  return readStudent(database, id, caller)
}

export async function updateStudent(
  { database, announce }: StudentsDependencies,
  id: string,
  fields: StudentFields,
  caller: Caller,
): Promise<Student> {
  if (!isId(id)) throw noSuchStudent()
  return database.transaction(async (connection) => {
    const row = await updateRow(connection, caller.teacher_id, id, fields, new Date()).catch((error: unknown) => {
      throw sqlStateOf(error) === uniqueViolation ? taken(error) : error
    })
    if (!row) throw noSuchStudent()
    await announce(connection, 'studentRenamed', { student_id: id, sort_name: sortName(row) })
    return readStudent(connection, id, caller)
  })
}

/** Deletes a student in the caller's transaction; false when there is none. */
export async function removeStudent(
  connection: Connection,
  announce: Announce,
  student_id: string,
  { teacher_id }: Owner,
): Promise<boolean> {
  const now = new Date()
  await announce(connection, 'studentDeleted', { teacher_id, student_id, now })
  return deleteRow(connection, teacher_id, student_id, now)
}

/** Their documents stay, unassigned. Deleting again is no error. */
export async function deleteStudent(
  { database, announce }: StudentsDependencies,
  id: string,
  caller: Caller,
): Promise<z.infer<typeof Deleted>> {
  if (!isId(id)) throw noSuchStudent()
  await database.transaction(async (connection) => {
    if (await removeStudent(connection, announce, id, caller)) return
    if (!(await selectIsDeleted(connection, caller.teacher_id, id))) throw noSuchStudent()
  })
  return { id, deleted: true }
}

/** Deletes a student of any teacher; their documents stay, unassigned. 404 when the student is already gone. */
export async function deleteAnyStudent(
  { database, announce }: StudentsDependencies,
  id: string,
  administrator: Owner,
): Promise<z.infer<typeof Deleted>> {
  if (!isId(id)) throw noSuchStudent()
  await database.transaction(async (connection) => {
    const teacher_id = await findOwner(connection, id)
    if (teacher_id === null) throw noSuchStudent()
    await removeStudent(connection, announce, id, { teacher_id })
    await recordAction(connection, administrator, { action: 'student.delete', target_id: id, teacher_id })
  })
  return { id, deleted: true }
}
