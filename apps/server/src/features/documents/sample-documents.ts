import type { Connection } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { deleteDocument, selectHasSamples, selectSamplesForUpdate } from './store.ts'

export function hasSampleDocuments(connection: Connection, owner: Owner): Promise<boolean> {
  return selectHasSamples(connection, owner.teacher_id)
}

/**
 * Erases the sample documents of a teacher, finished or not, and returns how many there were. A sample has no file and reserves no words.
 */
export async function deleteSampleDocuments(connection: Connection, owner: Owner, now: Date): Promise<number> {
  const samples = await selectSamplesForUpdate(connection, owner.teacher_id)
  for (const sample of samples) await deleteDocument(connection, sample, now)
  return samples.length
}
