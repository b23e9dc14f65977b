import { type Document, type DocumentFilter, Problem } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { selectAssignees } from './assignment-store.ts'
import { type DocumentChoice, type DocumentPage, selectDocumentCount, selectDocuments } from './list-store.ts'
import { isId, toDocument } from './rules.ts'
import { type DocumentRow, selectOptionalDocument, selectOptionalText, selectQueuePositions } from './store.ts'

async function viewAll(connection: Connection, rows: DocumentRow[]): Promise<Document[]> {
  const waiting = rows.filter(({ status }) => status === 'QUEUED').map(({ id }) => id)
  const positions = await selectQueuePositions(connection, waiting)
  const assignees = await selectAssignees(connection, rows)
  return rows.map((row) => toDocument(row, assignees, positions.get(row.id) ?? null))
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
async function requireDocument(connection: Connection, caller: Caller, id: string): Promise<DocumentRow> {
  const row = isId(id) ? await selectOptionalDocument(connection, caller.teacher_id, id) : null
  if (!row) throw noSuchDocument()
  return row
}

export async function readDocument(database: Database, id: string, caller: Caller): Promise<Document> {
  return view(database, await requireDocument(database, caller, id))
}

type Listing = Omit<DocumentPage, 'before'> & { before?: string | undefined }

const newestFirst = { sort: 'upload_timestamp', order: 'desc' } as const

/** Null when nothing can be found: nothing is assigned to an id that cannot be one. */
function choiceOf(filter: DocumentFilter, caller: Caller): DocumentChoice | null {
  const { status, unassigned } = filter
  const choice: DocumentChoice = { teacher_id: caller.teacher_id }
  if (status !== undefined) choice.status = status
  if (unassigned !== undefined) choice.unassigned = unassigned
  const search = filter.search?.replaceAll('\u0000', '').trim()
  if (search) choice.search = search
  for (const name of ['student_id', 'class_group_id'] as const) {
    const id = filter[name]
    if (id === undefined || id === '') continue
    if (!isId(id)) return null
    choice[name] = id
  }
  return choice
}

export async function listDocuments(database: Database, listing: DocumentFilter & Listing, caller: Caller): Promise<Document[]> {
  const choice = choiceOf(listing, caller)
  const { sort, order, limit, before } = listing
  if (choice === null || (before && !isId(before))) return []
  return viewAll(database, await selectDocuments(database, choice, { sort, order, limit, ...(before ? { before } : {}) }))
}

export function listNewest(database: Database, limit: number, caller: Caller): Promise<Document[]> {
  return listDocuments(database, { ...newestFirst, limit }, caller)
}

export async function countMatching(database: Database, filter: DocumentFilter, caller: Caller): Promise<{ total: number }> {
  const choice = choiceOf(filter, caller)
  return { total: choice === null ? 0 : await selectDocumentCount(database, choice) }
}

/** The text that was scored. 415 for a file that holds no text we can read, 404 while it has not been read. */
export async function readDocumentText(database: Database, id: string, caller: Caller): Promise<string> {
  const row = await requireDocument(database, caller, id)
  const text = await selectOptionalText(database, id)
  if (text !== null) return text
  if (row.status === 'ERROR') throw new Problem('unsupported_file', row.status_reason ?? 'This file holds no text that can be read.')
  throw new Problem('not_found', 'The text of this document has not been read yet. Look again when it is completed.')
}
