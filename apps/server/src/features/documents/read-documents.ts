import { type Document, Problem } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { isId, toDocument } from './rules.ts'
import {
  type DocumentFilter,
  type DocumentRow,
  selectDocuments,
  selectOptionalDocument,
  selectOptionalText,
  selectQueuePositions,
} from './store.ts'

export async function viewAll(connection: Connection, rows: DocumentRow[]): Promise<Document[]> {
  const waiting = rows.filter(({ status }) => status === 'QUEUED').map(({ id }) => id)
  const positions = await selectQueuePositions(connection, waiting)
  return rows.map((row) => toDocument(row, positions.get(row.id) ?? null))
}

export async function view(connection: Connection, row: DocumentRow): Promise<Document> {
  const [document] = await viewAll(connection, [row])
  if (!document) throw new Error('A row has no view.')
  return document
}

export function noSuchDocument(): Problem {
  return new Problem('not_found', 'There is no such document. It may have been deleted.')
}

/** The caller's own document; another teacher's does not exist for them. */
export async function requireDocument(connection: Connection, caller: Caller, id: string): Promise<DocumentRow> {
  const row = isId(id) ? await selectOptionalDocument(connection, caller.teacher_id, id) : null
  if (!row) throw noSuchDocument()
  return row
}

export async function readDocument(database: Database, id: string, caller: Caller): Promise<Document> {
  return view(database, await requireDocument(database, caller, id))
}

type Filter = { [K in 'student_id' | 'class_group_id' | 'before']?: string | undefined } & { limit: number }

/** Newest first. Nothing is assigned to an id that cannot be one. */
export async function listDocuments(database: Database, filter: Filter, caller: Caller): Promise<Document[]> {
  const given: DocumentFilter = { teacher_id: caller.teacher_id, limit: filter.limit }
  for (const name of ['student_id', 'class_group_id', 'before'] as const) {
    const id = filter[name]
    if (id === undefined || id === '') continue
    if (!isId(id)) return []
    given[name] = id
  }
  return viewAll(database, await selectDocuments(database, given))
}

/** The text that was scored. 415 for a file that holds no text we can read, 404 while it has not been read. */
export async function readDocumentText(database: Database, id: string, caller: Caller): Promise<string> {
  const row = await requireDocument(database, caller, id)
  const text = await selectOptionalText(database, id)
  if (text !== null) return text
  if (row.status === 'ERROR') throw new Problem('unsupported_file', row.status_reason ?? 'This file holds no text that can be read.')
  throw new Problem('not_found', 'The text of this document has not been read yet. Look again when it is completed.')
}
