import { type Document, type DocumentFilter, isId, Problem, routes } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Caller, Owner } from '../../http/caller.ts'
import { readClassGroupNames } from '../class-groups/read-class-groups.ts'
import { readStudentNames } from '../students/students.ts'
import { type DocumentChoice, type DocumentPage, selectDocumentCount, selectPage } from './lists/list-store.ts'
import { toDocument } from './rules.ts'
import {
  type ComparableDocument,
  type DocumentRow,
  type DocumentsOf,
  type ScoredDocument,
  selectComparable,
  selectComparables,
  selectCountInBatch,
  selectExistingIds,
  selectFiles,
  selectKnownKeys,
  selectNewestOfStudent,
  selectOptionalDocument,
  selectOptionalOutcome,
  selectOptionalText,
  selectOwnIdsForKeyShare,
  selectOwnTexts,
  selectQueuePositions,
  selectTextStarts,
} from './store.ts'

export async function view(connection: Connection, row: DocumentRow): Promise<Document> {
  const positions = await selectQueuePositions(connection, row.status === 'QUEUED' ? [row.id] : [])
  const assignees = {
    students: await readStudentNames(connection, row.student_id === null ? [] : [row.student_id]),
    classGroups: await readClassGroupNames(connection, row.class_group_id === null ? [] : [row.class_group_id]),
  }
  return toDocument(row, assignees, positions.get(row.id) ?? null)
}

export function noSuchDocument(): Problem {
  return new Problem('not_found', 'There is no such document. It may have been deleted.')
}

/** The caller's own document; another teacher's answers 404. */
async function requireDocument(connection: Connection, caller: Owner, id: string): Promise<DocumentRow> {
  const row = isId(id) ? await selectOptionalDocument(connection, caller.teacher_id, id) : null
  if (!row) throw noSuchDocument()
  return row
}

export async function readDocument(connection: Connection, id: string, caller: Owner): Promise<Document> {
  return view(connection, await requireDocument(connection, caller, id))
}

type Listing = Omit<DocumentPage, 'before'> & { before?: string | undefined }

const newestFirst = { sort: 'upload_timestamp', order: 'desc' } as const

/** Null when nothing can match: nothing is assigned to an invalid id. */
function choiceOf(filter: DocumentFilter, caller: Caller): DocumentChoice | null {
  const { status, finding, unassigned, written_in_class } = filter
  const choice: DocumentChoice = { teacher_id: caller.teacher_id }
  if (status !== undefined) choice.status = status
  if (finding !== undefined) choice.finding = finding
  if (unassigned !== undefined) choice.unassigned = unassigned
  if (written_in_class !== undefined) choice.written_in_class = written_in_class
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

/**
 * The documents that match a filter, as JSON text in wire format. @throws {Problem} `not_found` when the document named by `before` is
 * gone, because what follows it is unknown.
 */
export async function listDocuments(database: Database, listing: DocumentFilter & Listing, caller: Caller): Promise<string> {
  const choice = choiceOf(listing, caller)
  const { sort, order, limit, before } = listing
  if (before) {
    const last = isId(before) ? await selectOptionalDocument(database, caller.teacher_id, before) : null
    if (last === null) throw new Problem('not_found', 'The list has changed since this page was read. Load it again from the top.')
  }
  return choice === null ? '[]' : selectPage(database, choice, { sort, order, limit, ...(before ? { before } : {}) })
}

export async function listNewest(database: Database, limit: number, caller: Caller): Promise<Document[]> {
  return routes.listDocuments.reply.parse(JSON.parse(await listDocuments(database, { ...newestFirst, limit }, caller)))
}

export async function countMatching(database: Database, filter: DocumentFilter, caller: Caller): Promise<{ total: number }> {
  const choice = choiceOf(filter, caller)
  return { total: choice === null ? 0 : await selectDocumentCount(database, choice) }
}

/** The scored text. 415 for a file without readable text, 404 before it has been read. */
export async function readDocumentText(database: Database, id: string, caller: Caller): Promise<string> {
  const row = await requireDocument(database, caller, id)
  const text = await selectOptionalText(database, id)
  if (text !== null) return text
  if (row.status === 'ERROR') throw new Problem('unsupported_file', row.status_reason ?? 'This file contains no text that can be read.')
  throw new Problem('not_found', 'The text of this document has not been read yet. Look again when it is completed.')
}

/** Which of these stored files belong to documents. */
export function listFilesAmong(connection: Connection, keys: string[]): Promise<string[]> {
  return selectKnownKeys(connection, keys)
}

/** Which of these documents the teacher still has. */
export function listExistingDocuments(connection: Connection, teacher_id: string, ids: string[]): Promise<string[]> {
  return selectExistingIds(connection, teacher_id, ids)
}

/** Some documents of a teacher, by id, with their files. */
export function listOwnFiles(connection: Connection, teacher_id: string, limit: number): Promise<Pick<DocumentRow, 'id' | 'blob_key'>[]> {
  return selectFiles(connection, teacher_id, limit)
}

export type DocumentOutcome = Pick<DocumentRow, 'status' | 'status_reason' | 'finding' | 'ai_share' | 'score' | 'label'>

/** The status of any teacher's document; null once it is deleted. */
export function readOutcome(connection: Connection, id: string): Promise<DocumentOutcome | null> {
  return selectOptionalOutcome(connection, id)
}

export type { ComparableDocument, DocumentsOf, ScoredDocument }

/** Completed documents of a class or an upload, oldest first. */
export function listComparable(connection: Connection, teacher_id: string, of: DocumentsOf, limit: number): Promise<ComparableDocument[]> {
  return Object.values(of).every(isId) ? selectComparable(connection, teacher_id, of, limit) : Promise.resolve([])
}

/** Those of these documents that are the teacher's. */
export function readComparables(connection: Connection, teacher_id: string, ids: string[]): Promise<ComparableDocument[]> {
  return selectComparables(connection, teacher_id, ids)
}

/** How many documents of an upload are left. */
export function countInBatch(connection: Connection, teacher_id: string, batch_id: string): Promise<number> {
  return isId(batch_id) ? selectCountInBatch(connection, teacher_id, batch_id) : Promise.resolve(0)
}

/** The texts of those of these documents that are the teacher's, by document id. */
export function readTexts(connection: Connection, teacher_id: string, ids: string[]): Promise<Map<string, string>> {
  return selectOwnTexts(connection, teacher_id, ids)
}

/** The first characters of the same texts. */
export function readTextStarts(
  connection: Connection,
  teacher_id: string,
  ids: string[],
  characters: number,
): Promise<Map<string, string>> {
  return selectTextStarts(connection, teacher_id, ids, characters)
}

/** The newest scored documents of one of the teacher's students; with `knownFrom`, only those written in class that have so many words. */
export function listNewestOfStudent(
  connection: Connection,
  teacher_id: string,
  student_id: string,
  choice: { limit: number; knownFrom?: number },
): Promise<ScoredDocument[]> {
  return selectNewestOfStudent(connection, teacher_id, student_id, choice)
}

/** Locks the teacher's documents until the transaction ends, so that rows about to reference them find them. Returns those that exist. */
export async function holdDocuments(connection: Connection, teacher_id: string, ids: string[]): Promise<Set<string>> {
  return new Set(await selectOwnIdsForKeyShare(connection, teacher_id, ids))
}
