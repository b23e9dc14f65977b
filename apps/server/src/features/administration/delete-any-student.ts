import type { Deleted } from '@penmark/contract'
import { isId } from '@penmark/contract'
import type { z } from 'zod'
import type { Owner } from '../../http/caller.ts'
import { recordAction } from '../audit/record-action.ts'
import { removeStudent, type StudentsDependencies } from '../students/change-students.ts'
import { findOwner, noSuchStudent } from '../students/read-students.ts'

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
