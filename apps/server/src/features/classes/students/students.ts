import { randomUUID } from 'node:crypto'
import { type Deleted, isId, type Problem, type Student } from '@penmark/contract'
import type { z } from 'zod'
import type { Caller, Owner } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import { type Connection, type Database, sqlStateOf } from '../../../services/database/database.ts'
import type { Emit, Events } from '../../../services/events/events.ts'
import { changeBeforeRestoring } from '../bin/bin.ts'
import { moveToBin } from '../bin/keep-rows.ts'
import {
  deleteStudent as deleteRow,
  deleteTombstone,
  insertStudents,
  type StudentFields,
  type StudentFilter,
  type StudentPage,
  type StudentRow,
  type StudentWithClasses,
  selectIdsForKeyShare,
  selectIsDeleted,
  selectIsExternalIdTaken,
  selectNames,
  selectOptionalOwner,
  selectOptionalStudent,
  selectOptionalStudentForKeyShare,
  selectStudentCount,
  selectStudents,
  updateStudent as updateRow,
} from './store.ts'

export interface StudentsDependencies {
  database: Database
  emit: Emit
}

const uniqueViolation = '23505'

function externalIdTaken(cause?: unknown): Problem {
  return problem('conflict', 'student_id_taken', {}, { cause })
}

export async function createStudent(
  database: Database,
  fields: StudentFields,
  caller: Caller,
): Promise<Student> {
  const id = randomUUID()
  const added = await insertStudents(database, caller.teacher_id, [{ id, ...fields }], new Date())
  if (!added.has(id)) throw externalIdTaken()
  return readStudent(database, id, caller)
}

export async function updateStudent(
  { database, emit }: StudentsDependencies,
  id: string,
  fields: StudentFields,
  caller: Caller,
): Promise<Student> {
  if (!isId(id)) throw noSuchStudent()
  return database.transaction(async (connection) => {
    const row = await updateRow(connection, caller.teacher_id, id, fields, new Date()).catch(
      (error: unknown) => {
        throw sqlStateOf(error) === uniqueViolation ? externalIdTaken(error) : error
      },
    )
    if (!row) throw noSuchStudent()
    await emit(connection, 'studentRenamed', { student_id: id, sort_name: sortName(row) })
    return readStudent(connection, id, caller)
  })
}

/** Moves a student to the bin in the caller's transaction; false when there is none. */
export async function removeStudent(
  connection: Connection,
  emit: Emit,
  student_id: string,
  { teacher_id }: Owner,
): Promise<boolean> {
  const now = new Date()
  await moveToBin(connection, 'student', student_id, { teacher_id }, now)
  await emit(connection, 'studentDeleted', { teacher_id, student_id, now })
  return deleteRow(connection, teacher_id, student_id, now)
}

/** Their documents stay, unassigned. Deleting again is no error. */
export async function deleteStudent(
  { database, emit }: StudentsDependencies,
  id: string,
  caller: Caller,
): Promise<z.infer<typeof Deleted>> {
  if (!isId(id)) throw noSuchStudent()
  await database.transaction(async (connection) => {
    if (await removeStudent(connection, emit, id, caller)) return
    if (!(await selectIsDeleted(connection, caller.teacher_id, id))) throw noSuchStudent()
  })
  return { id, deleted: true }
}

/**
 * Deletes a student of any teacher; their documents stay, unassigned. 404 when the student is already gone.
 */
export async function deleteAnyStudent(
  { database, emit }: StudentsDependencies,
  id: string,
  administrator: Owner,
): Promise<z.infer<typeof Deleted>> {
  if (!isId(id)) throw noSuchStudent()
  await database.transaction(async (connection) => {
    const teacher_id = await findOwner(connection, id)
    if (teacher_id === null) throw noSuchStudent()
    await removeStudent(connection, emit, id, { teacher_id })
    await recordAction(connection, administrator, { action: 'student.delete', target_id: id, teacher_id })
  })
  return { id, deleted: true }
}

/** A student comes back without an external ID that another student has by now. */
export async function freeExternalId(
  connection: Connection,
  { id, teacher_id, row }: Events['restoring'],
): Promise<void> {
  const { external_student_id } = row
  if (
    typeof external_student_id !== 'string' ||
    !(await selectIsExternalIdTaken(connection, teacher_id, external_student_id))
  )
    return
  await changeBeforeRestoring(connection, id, { external_student_id: null })
}

/** A restored student is no longer deleted. */
export function forgetStudentDeletion(connection: Connection, { id }: Events['restored']): Promise<void> {
  return deleteTombstone(connection, id)
}

interface ListFilter {
  search?: string | undefined
  class_group_id?: string | undefined
}

function noSuchStudent(): Problem {
  return problem('not_found', 'student_unknown')
}

/** Null if the id of the class is invalid, so that nothing can match. */
function toStoreFilter(filter: ListFilter, caller: Caller): StudentFilter | null {
  const storeFilter: StudentFilter = { teacher_id: caller.teacher_id }
  const search = filter.search?.replaceAll('\u0000', '').trim()
  if (search) storeFilter.search = search
  if (filter.class_group_id) {
    if (!isId(filter.class_group_id)) return null
    storeFilter.class_group_id = filter.class_group_id
  }
  return storeFilter
}

export async function listStudents(
  connection: Connection,
  filter: ListFilter & Omit<StudentPage, 'limit'> & { limit?: number | undefined },
  caller: Caller,
): Promise<Student[]> {
  const storeFilter = toStoreFilter(filter, caller)
  if (storeFilter === null) return []
  const { sort, order, offset, limit = null } = filter
  return (await selectStudents(connection, storeFilter, { sort, order, offset, limit })).map(toStudent)
}

export async function countStudents(
  connection: Connection,
  filter: ListFilter,
  caller: Caller,
): Promise<{ total: number }> {
  const storeFilter = toStoreFilter(filter, caller)
  return { total: storeFilter === null ? 0 : await selectStudentCount(connection, storeFilter) }
}

/** The email address of the caller's own student; null if none was entered. */
export async function readStudentEmail(
  connection: Connection,
  { teacher_id }: Owner,
  id: string,
): Promise<string | null> {
  return (await selectOptionalStudent(connection, teacher_id, id))?.email ?? null
}

/** The caller's own student; another teacher's answers 404. */
export async function readStudent(connection: Connection, id: string, caller: Caller): Promise<Student> {
  const row = isId(id) ? await selectOptionalStudent(connection, caller.teacher_id, id) : null
  if (!row) throw noSuchStudent()
  return toStudent(row)
}

/** Locks the caller's own student until the transaction ends, so that new rows can refer to them. */
export async function lockStudent(connection: Connection, caller: Owner, id: string): Promise<StudentRow> {
  const row = isId(id) ? await selectOptionalStudentForKeyShare(connection, caller.teacher_id, id) : null
  if (!row) throw noSuchStudent()
  return row
}

/**
 * Locks those of the caller's own students that still exist until the transaction ends, and returns their
 * ids.
 */
export async function lockStudents(
  connection: Connection,
  { teacher_id }: Owner,
  ids: string[],
): Promise<Set<string>> {
  return new Set(await selectIdsForKeyShare(connection, teacher_id, ids))
}

/** The teacher of a student; null when there is no such student. */
function findOwner(connection: Connection, id: string): Promise<string | null> {
  return selectOptionalOwner(connection, id)
}

export type StudentNames = Pick<StudentRow, 'first_name' | 'last_name' | 'year_group'>

/** Names of students, by id. */
export function readStudentNames(connection: Connection, ids: string[]): Promise<Map<string, StudentNames>> {
  return selectNames(connection, ids)
}

/** The student's full name; empty if the student is gone. */
export async function readStudentName(connection: Connection, id: string): Promise<string> {
  const names = (await selectNames(connection, [id])).get(id)
  return names === undefined ? '' : fullName(names)
}

/** The name that documents of a student are sorted by; empty if the student is gone. */
export async function readSortName(connection: Connection, id: string): Promise<string> {
  const names = (await selectNames(connection, [id])).get(id)
  return names === undefined ? '' : sortName(names)
}

export function fullName({ first_name, last_name }: Pick<StudentRow, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}

/** A student in its wire format. */
function toStudent(row: StudentWithClasses): Student {
  return {
    id: row.id,
    _id: row.id,
    teacher_id: row.teacher_id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    external_student_id: row.external_student_id,
    descriptor: row.descriptor,
    year_group: row.year_group,
    class_group_ids: row.class_group_ids,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** The name that document lists sort by: the last name, then the first, in lower case. */
export function sortName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${last_name} ${first_name}`.toLowerCase()
}
