import type { Connection, Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { hasSampleClass, removeSampleClass } from '../class-groups/sample-class.ts'
import { holdsDocuments } from '../documents/follow.ts'
import { deleteSampleDocuments, hasSampleDocuments } from '../documents/sample-documents.ts'

export async function hasSamples(connection: Connection, teacher_id: string): Promise<boolean> {
  const owner = { teacher_id }
  return (await hasSampleDocuments(connection, owner)) || (await hasSampleClass(connection, owner))
}

/** Removes the remaining samples. Removing them again changes nothing. */
export function removeSamples(database: Database, owner: Owner): Promise<{ documents: number }> {
  return database.transaction(async (connection) => {
    const now = new Date()
    const documents = await deleteSampleDocuments(connection, owner, now)
    await removeSampleClass(connection, owner, now, (id) => holdsDocuments(connection, owner.teacher_id, id))
    return { documents }
  })
}
