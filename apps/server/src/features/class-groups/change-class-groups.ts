import { randomUUID } from 'node:crypto'
import { type ClassGroup, type Deleted, isId, Problem } from '@penmark/contract'
import type { z } from 'zod'
import { type Database, sqlStateOf } from '../../database/database.ts'
import type { Announce } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { noSuchClassGroup, readClassGroup } from './read-class-groups.ts'
import {
  type ClassGroupFields,
  deleteClassGroup as deleteRow,
  insertClassGroup,
  selectIsDeleted,
  updateClassGroup as updateRow,
} from './store.ts'

export interface ClassGroupsDependencies {
  database: Database
  announce: Announce
}

const uniqueViolation = '23505'

function toConflict(error: unknown): never {
  if (sqlStateOf(error) !== uniqueViolation) throw error
  throw new Problem('conflict', 'You already have a class with this name and year. Choose another name or year.', { cause: error })
}

export async function createClassGroup(database: Database, fields: ClassGroupFields, caller: Caller): Promise<ClassGroup> {
  const now = new Date()
  const row = { id: randomUUID(), teacher_id: caller.teacher_id, ...fields, created_at: now, updated_at: now }
  await insertClassGroup(database, row).catch(toConflict)
  return readClassGroup(database, row.id, caller)
}

export async function updateClassGroup(database: Database, id: string, fields: ClassGroupFields, caller: Caller): Promise<ClassGroup> {
  if (!isId(id)) throw noSuchClassGroup()
  if (!(await updateRow(database, caller.teacher_id, id, fields, new Date()).catch(toConflict))) throw noSuchClassGroup()
  return readClassGroup(database, id, caller)
}

/** Students and documents stay, without a class. Deleting again is no error. */
export async function deleteClassGroup(
  { database, announce }: ClassGroupsDependencies,
  id: string,
  caller: Caller,
): Promise<z.infer<typeof Deleted>> {
  if (!isId(id)) throw noSuchClassGroup()
  await database.transaction(async (connection) => {
    const { teacher_id } = caller
    const now = new Date()
    await announce(connection, 'classGroupDeleted', { teacher_id, class_group_id: id, now })
    if (await deleteRow(connection, teacher_id, id, now)) return
    if (!(await selectIsDeleted(connection, teacher_id, id))) throw noSuchClassGroup()
  })
  return { id, deleted: true }
}
