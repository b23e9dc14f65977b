import type { DocumentDeleted } from '@penmark/contract'
import { isId } from '@penmark/contract'
import type { z } from 'zod'
import type { Connection } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { releaseWords } from '../allowance/actions.ts'
import type { DocumentsDependencies } from './dependencies.ts'
import { noSuchDocument } from './read-documents.ts'
import { deleteDocument as deleteRow, selectIsDeleted, selectOptionalDocumentForUpdate } from './store.ts'

/** Deletes the rows of a document. Returns the key of its file, to be deleted once that is committed; null where there is none. */
export async function deleteStoredDocument(connection: Connection, id: string, { teacher_id }: Owner): Promise<string | null> {
  const row = await selectOptionalDocumentForUpdate(connection, teacher_id, id)
  if (row) {
    // Words of a finished document stay spent; an unfinished one returns them.
    if (row.status !== 'COMPLETED') await releaseWords(connection, id)
    await deleteRow(connection, row, new Date())
    return row.blob_key
  }
  if (!(await selectIsDeleted(connection, teacher_id, id))) throw noSuchDocument()
  return null
}

/** Erases file, text and result at once. Deleting again is no error. */
export async function deleteDocument(
  { database, storage }: Pick<DocumentsDependencies, 'database' | 'storage'>,
  id: string,
  caller: Owner,
): Promise<z.infer<typeof DocumentDeleted>> {
  if (!isId(id)) throw noSuchDocument()
  const blobKey = await database.transaction((connection) => deleteStoredDocument(connection, id, caller))
  // If the process dies before this, the sweep deletes the file without a row.
  if (blobKey !== null) await storage.delete(blobKey)
  return { id, deleted: true }
}
