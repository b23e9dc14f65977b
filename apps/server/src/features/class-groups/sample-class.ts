import { randomUUID } from 'node:crypto'
import type { Connection } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { deleteClassGroup, insertSampleClass, selectHasMembers, selectOptionalSampleClass, updateNoSample } from './store.ts'

/** Creates the sample class; null where the teacher already has a class of that name. */
export function createSampleClass(connection: Connection, { teacher_id }: Owner, class_name: string, now: Date): Promise<string | null> {
  return insertSampleClass(connection, { id: randomUUID(), teacher_id, class_name, is_sample: true, created_at: now, updated_at: now })
}

export async function hasSampleClass(connection: Connection, { teacher_id }: Owner): Promise<boolean> {
  return (await selectOptionalSampleClass(connection, teacher_id)) !== null
}

/** Deletes the sample class. If the teacher has put students into it, or it `isUsed` otherwise, it becomes an ordinary class instead. */
export async function removeSampleClass(
  connection: Connection,
  { teacher_id }: Owner,
  now: Date,
  isUsed: (class_group_id: string) => Promise<boolean>,
): Promise<void> {
  const id = await selectOptionalSampleClass(connection, teacher_id)
  if (id === null) return
  if ((await selectHasMembers(connection, id)) || (await isUsed(id))) await updateNoSample(connection, id)
  else await deleteClassGroup(connection, teacher_id, id, now)
}
