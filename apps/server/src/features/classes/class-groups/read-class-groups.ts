import { type ClassGroup, isId, type Problem } from '@penmark/contract'
import type { Caller } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import type { Connection } from '../../../services/database/database.ts'
import {
  type ClassGroupRow,
  type ClassGroupWithMembers,
  type Membership,
  selectClassGroups,
  selectClassGroupsByNameForKeyShare,
  selectIsMember,
  selectNames,
  selectOptionalClassGroup,
  selectOptionalClassGroupForKeyShare,
  selectOwnIds,
} from './store.ts'

/** A class in its wire format. */
function toClassGroup(row: ClassGroupWithMembers): ClassGroup {
  return {
    id: row.id,
    _id: row.id,
    teacher_id: row.teacher_id,
    class_name: row.class_name,
    academic_year: row.academic_year,
    description: row.description,
    student_ids: row.members?.split(',') ?? [],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

export function noSuchClassGroup(): Problem {
  return problem('not_found', 'class_unknown')
}

export async function listClassGroups(connection: Connection, caller: Caller): Promise<ClassGroup[]> {
  return (await selectClassGroups(connection, caller.teacher_id)).map(toClassGroup)
}

export async function readClassGroup(
  connection: Connection,
  id: string,
  caller: Caller,
): Promise<ClassGroup> {
  const row = isId(id) ? await selectOptionalClassGroup(connection, caller.teacher_id, id) : null
  if (!row) throw noSuchClassGroup()
  return toClassGroup(row)
}

/** Locks the caller's own class against deletion until the transaction ends. */
export async function lockClassGroup(
  connection: Connection,
  caller: Caller,
  id: string,
): Promise<ClassGroupRow> {
  const row = isId(id) ? await selectOptionalClassGroupForKeyShare(connection, caller.teacher_id, id) : null
  if (!row) throw noSuchClassGroup()
  return row
}

/**
 * Locks the caller's classes with these lower-case names against deletion until the transaction ends; the
 * newest, if several have one name.
 */
export function lockClassGroupsByName(
  connection: Connection,
  caller: Caller,
  names: string[],
): Promise<Map<string, ClassGroupRow>> {
  return selectClassGroupsByNameForKeyShare(connection, caller.teacher_id, names)
}

export function isMember(connection: Connection, membership: Membership): Promise<boolean> {
  return selectIsMember(connection, membership)
}

/** Which of these are classes of the teacher. */
export function listOwnClassIds(
  connection: Connection,
  teacher_id: string,
  ids: string[],
): Promise<string[]> {
  return selectOwnIds(connection, teacher_id, ids)
}

export type ClassGroupNames = Pick<ClassGroupRow, 'class_name' | 'academic_year'>

/** Names of classes, by id. */
export function readClassGroupNames(
  connection: Connection,
  ids: string[],
): Promise<Map<string, ClassGroupNames>> {
  return selectNames(connection, ids)
}
