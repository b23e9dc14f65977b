import {
  type Document,
  type DocumentFilter,
  isId,
  type Problem,
  type RecentDocument,
  recentDocuments,
  routes,
} from '@penmark/contract'
import type { Caller, Owner, Reader } from '../../../http/caller.ts'
import type { Locale } from '../../../locale/locale.ts'
import { problem, problemOf } from '../../../locale/problems/problem.ts'
import { reason, withSentence } from '../../../locale/problems/reason.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { readClassGroupNames, readStudentNames } from '../../classes/index.ts'
import { type DocumentPage, type DocumentQuery, selectDocumentCount, selectPage } from './list-store.ts'
import { toDocument } from './rules.ts'
import {
  type ComparableDocument,
  type DocumentRow,
  type DocumentsOf,
  type NewestOfStudent,
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
} from './store.ts'

/**
 * The document of a row in its wire format, with the names of its student and class and its place in the
 * queue.
 */
export async function documentFromRow(
  connection: Connection,
  row: DocumentRow,
  locale?: Locale,
): Promise<Document> {
  const positions = await selectQueuePositions(connection, row.status === 'QUEUED' ? [row.id] : [])
  const names = {
    students: await readStudentNames(connection, row.student_id === null ? [] : [row.student_id]),
    classGroups: await readClassGroupNames(
      connection,
      row.class_group_id === null ? [] : [row.class_group_id],
    ),
  }
  return toDocument(row, names, positions.get(row.id) ?? null, locale)
}

export function noSuchDocument(): Problem {
  return problem('not_found', 'document_unknown')
}

/** The caller's own document; another teacher's answers 404. */
async function requireDocument(connection: Connection, caller: Owner, id: string): Promise<DocumentRow> {
  const row = isId(id) ? await selectOptionalDocument(connection, caller.teacher_id, id) : null
  if (!row) throw noSuchDocument()
  return row
}

/**
 * The caller's own submitted file: where it is stored, null once it was deleted, and its SHA-256, null for
 * files of early versions.
 */
export async function readStoredFile(
  connection: Connection,
  id: string,
  caller: Owner,
): Promise<{ blob_key: string | null; sha256: string | null; size_bytes: number }> {
  const { blob_key, content_sha256: sha256, size_bytes } = await requireDocument(connection, caller, id)
  return { blob_key, sha256, size_bytes }
}

export async function readDocument(connection: Connection, id: string, caller: Reader): Promise<Document> {
  return documentFromRow(connection, await requireDocument(connection, caller, id), caller.locale)
}

type Listing = Omit<DocumentPage, 'before'> & { before?: string | undefined }

/** Null if no document can match, because nothing is assigned to an invalid id. */
function toQuery(filter: DocumentFilter, caller: Caller): DocumentQuery | null {
  const { status, finding, standing, unassigned, written_in_class, is_sample } = filter
  const query: DocumentQuery = { teacher_id: caller.teacher_id }
  if (status !== undefined) query.status = status
  if (finding !== undefined) query.finding = finding
  if (standing !== undefined) query.standing = standing
  if (is_sample !== undefined) query.is_sample = is_sample
  if (unassigned !== undefined) query.unassigned = unassigned
  if (written_in_class !== undefined) query.written_in_class = written_in_class
  const search = filter.search?.replaceAll('\u0000', '').trim()
  if (search) query.search = search
  for (const name of ['student_id', 'class_group_id'] as const) {
    const id = filter[name]
    if (id === undefined || id === '') continue
    if (!isId(id)) return null
    query[name] = id
  }
  return query
}

/**
 * The documents that match a filter, as JSON text in wire format. @throws {Problem} `not_found` if the
 * document named by `before` is gone, because what follows it is unknown.
 */
export async function listDocuments(
  database: Database,
  listing: DocumentFilter & Listing,
  caller: Caller,
): Promise<string> {
  const query = toQuery(listing, caller)
  const { sort, order, limit, before } = listing
  if (before) {
    const last = isId(before) ? await selectOptionalDocument(database, caller.teacher_id, before) : null
    if (last === null) throw problem('not_found', 'list_changed')
  }
  if (query === null) return '[]'
  return withSentences(
    await selectPage(database, query, { sort, order, limit, ...(before ? { before } : {}) }),
    caller.locale,
  )
}

/**
 * The sentences of documents that failed. A list is only parsed if it holds one, because parsing a long one
 * takes as long as its query.
 */
function withSentences(list: string, locale?: Locale): string {
  if (!list.includes('"failure":{')) return list
  const documents = JSON.parse(list) as Pick<Document, 'failure'>[]
  return JSON.stringify(documents.map((document) => withSentence(document, locale)))
}

/** The newest documents, as the dashboard shows them. Samples stand apart. */
export async function listRecent(database: Database, caller: Caller): Promise<RecentDocument[]> {
  const newest = await listDocuments(
    database,
    { sort: 'upload_timestamp', order: 'desc', limit: recentDocuments, is_sample: false },
    caller,
  )
  return routes.listDocuments.reply.parse(JSON.parse(newest)).map((document) => {
    const { student_details: student } = document
    return { ...document, student: student === null ? null : `${student.first_name} ${student.last_name}` }
  })
}

export async function countDocuments(
  database: Database,
  filter: DocumentFilter,
  caller: Caller,
): Promise<{ total: number }> {
  const query = toQuery(filter, caller)
  return { total: query === null ? 0 : await selectDocumentCount(database, query) }
}

/** The scored text. 415 for a file without readable text, 404 before it has been read. */
export async function readDocumentText(database: Database, id: string, caller: Caller): Promise<string> {
  const row = await requireDocument(database, caller, id)
  const text = await selectOptionalText(database, id)
  if (text !== null) return text
  if (row.status === 'ERROR')
    throw problemOf('unsupported_file', row.failure ?? reason('document_without_text'))
  throw problem('not_found', 'document_not_read')
}

/** Which of these stored files belong to documents. */
export function listFilesAmong(connection: Connection, keys: string[]): Promise<string[]> {
  return selectKnownKeys(connection, keys)
}

/** Which of these documents the teacher still has. */
export function listExistingDocuments(
  connection: Connection,
  teacher_id: string,
  ids: string[],
): Promise<string[]> {
  return selectExistingIds(connection, teacher_id, ids)
}

/** Some documents of a teacher, by id, with their files. */
export function listOwnFiles(
  connection: Connection,
  teacher_id: string,
  limit: number,
): Promise<Pick<DocumentRow, 'id' | 'blob_key'>[]> {
  return selectFiles(connection, teacher_id, limit)
}

export type DocumentOutcome = Pick<
  DocumentRow,
  | 'status'
  | 'failure'
  | 'finding'
  | 'word_count'
  | 'ai_share'
  | 'score'
  | 'label'
  | 'standing'
  | 'standing_reasons'
>

/** The status of any teacher's document; null once it is deleted. */
export function readOutcome(connection: Connection, id: string): Promise<DocumentOutcome | null> {
  return selectOptionalOutcome(connection, id)
}

export type { ComparableDocument, DocumentsOf, ScoredDocument }

/** Completed documents of a class or a batch, oldest first. */
export function listComparable(
  connection: Connection,
  teacher_id: string,
  of: DocumentsOf,
  limit: number,
): Promise<ComparableDocument[]> {
  return Object.values(of).every(isId)
    ? selectComparable(connection, teacher_id, of, limit)
    : Promise.resolve([])
}

/** Leaves out documents that are not the teacher's. */
export function readComparables(
  connection: Connection,
  teacher_id: string,
  ids: string[],
): Promise<ComparableDocument[]> {
  return selectComparables(connection, teacher_id, ids)
}

/** How many documents of a batch are left. */
export function countInBatch(connection: Connection, teacher_id: string, batch_id: string): Promise<number> {
  return isId(batch_id) ? selectCountInBatch(connection, teacher_id, batch_id) : Promise.resolve(0)
}

/** The texts by document id, without documents that are not the teacher's. */
export function readTexts(
  connection: Connection,
  teacher_id: string,
  ids: string[],
): Promise<Map<string, string>> {
  return selectOwnTexts(connection, teacher_id, ids)
}

/** The newest scored documents of a student, newest first. */
export function listNewestOfStudent(
  connection: Connection,
  teacher_id: string,
  student_id: string,
  filter: NewestOfStudent,
): Promise<ScoredDocument[]> {
  return selectNewestOfStudent(connection, teacher_id, student_id, filter)
}

/**
 * Locks the teacher's documents against deletion until the transaction ends. Returns the ids of those that
 * exist.
 */
export async function lockDocuments(
  connection: Connection,
  teacher_id: string,
  ids: string[],
): Promise<Set<string>> {
  return new Set(await selectOwnIdsForKeyShare(connection, teacher_id, ids))
}
