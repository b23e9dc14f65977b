import type { Database } from '../../../database/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { addMember } from '../../class-groups/change-members.ts'
import { insertMembers, selectNewcomers } from './member-store.ts'

/** Adds students of a course to its class and returns how many were new; students removed by hand stay out. */
export async function putInClass(database: Database, class_group_id: string, student_ids: string[], caller: Caller): Promise<number> {
  const newcomers = await selectNewcomers(database, class_group_id, student_ids)
  for (const student_id of newcomers) await addMember(database, { class_group_id, student_id }, caller)
  await insertMembers(database, class_group_id, newcomers)
  return newcomers.length
}
