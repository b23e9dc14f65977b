import { type Document, isId } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Caller, Owner } from '../../http/caller.ts'
import { recordAction } from '../audit/record-action.ts'
import { noSuchDocument, readDocument, view } from './read-documents.ts'
import { updateWrittenInClass } from './store.ts'

/** Recorded, because the mark changes what other reports are compared with. `target_id` is a document or an upload. */
export function recordMark(
  connection: Connection,
  owner: Owner,
  target_id: string,
  written_in_class: boolean,
  documents: number,
): Promise<void> {
  return recordAction(connection, owner, {
    action: written_in_class ? 'document.mark-written-in-class' : 'document.unmark-written-in-class',
    target_id,
    teacher_id: owner.teacher_id,
    details: { documents },
  })
}

/** Marks a document as written under supervision, or removes the mark. */
export async function markWrittenInClass(database: Database, id: string, written_in_class: boolean, caller: Caller): Promise<Document> {
  if (!isId(id)) throw noSuchDocument()
  const marked = await database.transaction(async (connection) => {
    const row = await updateWrittenInClass(connection, caller.teacher_id, id, written_in_class, new Date())
    if (row === null) return null
    await recordMark(connection, caller, id, written_in_class, 1)
    return view(connection, row)
  })
  return marked ?? readDocument(database, id, caller)
}
