import { type Document, isId } from '@penmark/contract'
import type { Caller } from '../../../http/caller.ts'
import type { Database } from '../../../services/database/database.ts'
import { noSuchDocument, readDocument } from '../rows/read-documents.ts'
import { refreshStandings } from './refresh.ts'
import { updateDone } from './store.ts'

/** Puts the caller's own document away, or back to where it was. */
export function putAway(database: Database, id: string, done: boolean, caller: Caller): Promise<Document> {
  return database.transaction(async (connection) => {
    const { teacher_id } = caller
    if (!isId(id) || !(await updateDone(connection, { id, teacher_id, done_at: done ? new Date() : null })))
      throw noSuchDocument()
    await refreshStandings(connection, [id])
    return readDocument(connection, id, caller)
  })
}
