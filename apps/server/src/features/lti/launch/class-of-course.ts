import { Problem } from '@penmark/contract'
import type { Database } from '../../../database/database.ts'
import type { Caller, Owner } from '../../../http/caller.ts'
import { createClassGroup } from '../../class-groups/class-groups.ts'
import { holdClassGroupsNamed, readClassGroup } from '../../class-groups/read-class-groups.ts'
import { type LaunchRow, selectOptionalClass, upsertCourse } from '../store.ts'

const longestName = 100

const nameOf = (title: string) => title.slice(0, longestName).trim()

async function optionalClassNamed(database: Database, title: string, caller: Caller): Promise<string | null> {
  const key = nameOf(title).toLowerCase()
  const known = await database.transaction((connection) => holdClassGroupsNamed(connection, caller, [key]))
  return known.get(key)?.id ?? null
}

/** The teacher's class of this name, created if needed. */
export async function classNamed(database: Database, title: string, caller: Caller): Promise<string> {
  const found = await optionalClassNamed(database, title, caller)
  return found ?? (await createClassGroup(database, { class_name: nameOf(title), academic_year: null }, caller)).id
}

type Course = Pick<LaunchRow, 'platform_id' | 'context_id' | 'context_title'>

/** The class already linked to the course for this teacher, or the one with its name; null where there is neither. */
export async function knownClassOf(database: Database, course: Course, caller: Caller): Promise<string | null> {
  const { platform_id, context_id, context_title } = course
  if (context_id === null) return null
  const known = await selectOptionalClass(database, { platform_id, context_id, teacher_id: caller.teacher_id })
  return known ?? optionalClassNamed(database, context_title ?? context_id, caller)
}

/** The class that our link names, if it exists and is the teacher's. */
async function linkedClass(database: Database, id: string | undefined, caller: Caller): Promise<string | null> {
  if (id === undefined) return null
  try {
    return (await readClassGroup(database, id, caller)).id
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

/** Links a class of the teacher to the course of a launch, unless the course has one. */
export async function connectCourse(
  database: Database,
  { platform_id, context_id, names_url }: Pick<LaunchRow, 'platform_id' | 'context_id' | 'names_url'>,
  class_group_id: string,
  { teacher_id }: Owner,
): Promise<void> {
  if (context_id !== null) await upsertCourse(database, { platform_id, context_id, teacher_id, class_group_id, names_url })
}

/** Whether a launch would connect a course that the teacher has not connected yet. */
export async function startsCourse(database: Database, launch: LaunchRow, caller: Caller): Promise<boolean> {
  const { platform_id, context_id, asked } = launch
  if (asked.kind !== 'class' || context_id === null) return false
  if ((await linkedClass(database, asked.classGroupId, caller)) !== null) return false
  const { teacher_id } = caller
  return (await selectOptionalClass(database, { platform_id, context_id, teacher_id })) === null
}

/** The class that a launch opens, created if needed; null for a launch without a course. */
export async function classOf(
  database: Database,
  launch: LaunchRow,
  caller: Caller,
): Promise<{ class_group_id: string | null; can_add_students: boolean }> {
  const { platform_id, context_id, context_title, names_url, asked } = launch
  const linked = await linkedClass(database, asked.kind === 'class' ? asked.classGroupId : undefined, caller)
  if (linked !== null || context_id === null) return { class_group_id: linked, can_add_students: false }
  const course = { platform_id, context_id, teacher_id: caller.teacher_id }
  const known = await selectOptionalClass(database, course)
  const class_group_id = known ?? (await classNamed(database, context_title ?? context_id, caller))
  await upsertCourse(database, { ...course, class_group_id, names_url })
  return { class_group_id, can_add_students: known === null && names_url !== null }
}
