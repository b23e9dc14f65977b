import { randomUUID } from 'node:crypto'
import { type ClassGroup, type Deleted, isId, routes } from '@penmark/contract'
import type { z } from 'zod'
import type { Binder } from '../../../http/bind.ts'
import type { Caller, Owner } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { type Connection, type Database, sqlStateOf } from '../../../services/database/database.ts'
import type { Emit, Events } from '../../../services/events/events.ts'
import { changeBeforeRestoring } from '../bin/bin.ts'
import { moveToBin } from '../bin/keep-rows.ts'
import { listClassGroups, noSuchClassGroup, readClassGroup } from './read-class-groups.ts'
import {
  type ClassGroupFields,
  deleteMemberships,
  deleteClassGroup as deleteRow,
  deleteTombstone,
  insertClassGroup,
  insertMemberships,
  insertSampleClass,
  type Membership,
  restoreMemberships,
  selectFreeName,
  selectHasMembers,
  selectIsDeleted,
  selectOptionalSampleClass,
  updateClassGroup as updateRow,
  updateToOrdinary,
} from './store.ts'

export function bindClassGroups({ bind }: Binder, dependencies: ClassGroupsDependencies): void {
  const { database } = dependencies
  bind(routes.listClassGroups, (_input, caller) => listClassGroups(database, caller))
  bind(routes.createClassGroup, (fields, caller) => createClassGroup(database, fields, caller))
  bind(routes.readClassGroup, ({ id }, caller) => readClassGroup(database, id, caller))
  bind(routes.updateClassGroup, ({ id, ...fields }, caller) => updateClassGroup(database, id, fields, caller))
  bind(routes.deleteClassGroup, ({ id }, caller) => deleteClassGroup(dependencies, id, caller))
}

interface ClassGroupsDependencies {
  database: Database
  emit: Emit
}

const uniqueViolation = '23505'

function toConflict(error: unknown): never {
  if (sqlStateOf(error) !== uniqueViolation) throw error
  throw problem('conflict', 'class_name_taken', {}, { cause: error })
}

export async function createClassGroup(
  database: Database,
  fields: ClassGroupFields,
  caller: Caller,
): Promise<ClassGroup> {
  const now = new Date()
  const row = { id: randomUUID(), teacher_id: caller.teacher_id, ...fields, created_at: now, updated_at: now }
  await insertClassGroup(database, row).catch(toConflict)
  return readClassGroup(database, row.id, caller)
}

async function updateClassGroup(
  database: Database,
  id: string,
  fields: ClassGroupFields,
  caller: Caller,
): Promise<ClassGroup> {
  if (!isId(id)) throw noSuchClassGroup()
  if (!(await updateRow(database, caller.teacher_id, id, fields, new Date()).catch(toConflict)))
    throw noSuchClassGroup()
  return readClassGroup(database, id, caller)
}

/** Moves a class to the bin. Students and documents stay, without a class. Deleting again is no error. */
async function deleteClassGroup(
  { database, emit }: ClassGroupsDependencies,
  id: string,
  caller: Caller,
): Promise<z.infer<typeof Deleted>> {
  if (!isId(id)) throw noSuchClassGroup()
  await database.transaction(async (connection) => {
    const { teacher_id } = caller
    const now = new Date()
    await moveToBin(connection, 'class', id, caller, now)
    await emit(connection, 'classGroupDeleted', { teacher_id, class_group_id: id, now })
    if (await deleteRow(connection, teacher_id, id, now)) return
    if (!(await selectIsDeleted(connection, teacher_id, id))) throw noSuchClassGroup()
  })
  return { id, deleted: true }
}

/** A class whose name was taken meanwhile comes back with a number behind it. */
export async function freeClassName(
  connection: Connection,
  { id, teacher_id, row }: Events['restoring'],
): Promise<void> {
  const class_name = String(row.class_name)
  const academic_year = typeof row.academic_year === 'string' ? row.academic_year : null
  const free = await selectFreeName(connection, teacher_id, { class_name, academic_year })
  if (free !== class_name) await changeBeforeRestoring(connection, id, { class_name: free })
}

const leavesBeforeDeletionMs = 60_000

/**
 * The screens take a student out of their classes right before they delete them. Undoing the deletion undoes
 * that too.
 */
export function rejoinClasses(connection: Connection, { id, deleted_at }: Events['restored']): Promise<void> {
  return restoreMemberships(connection, id, new Date(deleted_at.getTime() - leavesBeforeDeletionMs))
}

/** A restored class is no longer deleted. */
export function forgetClassDeletion(connection: Connection, { id }: Events['restored']): Promise<void> {
  return deleteTombstone(connection, id)
}

/** Adds students to classes, both locked in this transaction. Adding one again changes nothing. */
export function addMemberships(connection: Connection, memberships: Membership[], now: Date): Promise<void> {
  return insertMemberships(connection, memberships, now)
}

/** Removes students from classes, both locked in this transaction. Removing one again changes nothing. */
export function removeMemberships(
  connection: Connection,
  memberships: Membership[],
  now: Date,
): Promise<void> {
  return deleteMemberships(connection, memberships, now)
}

export type { Membership }

/** Creates the sample class and returns its id; null if the teacher already has a class of that name. */
export function createSampleClass(
  connection: Connection,
  { teacher_id }: Owner,
  class_name: string,
  now: Date,
): Promise<string | null> {
  return insertSampleClass(connection, {
    id: randomUUID(),
    teacher_id,
    class_name,
    is_sample: true,
    created_at: now,
    updated_at: now,
  })
}

export async function hasSampleClass(connection: Connection, { teacher_id }: Owner): Promise<boolean> {
  return (await selectOptionalSampleClass(connection, teacher_id)) !== null
}

/** Deletes the sample class or, if it has students or `isUsed`, makes it an ordinary class. */
export async function removeSampleClass(
  connection: Connection,
  { teacher_id }: Owner,
  now: Date,
  isUsed: (class_group_id: string) => Promise<boolean>,
): Promise<void> {
  const id = await selectOptionalSampleClass(connection, teacher_id)
  if (id === null) return
  if ((await selectHasMembers(connection, id)) || (await isUsed(id))) await updateToOrdinary(connection, id)
  else await deleteRow(connection, teacher_id, id, now)
}
