import { randomUUID } from 'node:crypto'
import {
  type Deleted,
  isId,
  routes,
  type Source,
  type SourceKind,
  type SourceTexts,
  sourceLimits,
} from '@penmark/contract'
import type { z } from 'zod'
import type { Binder } from '../../http/bind.ts'
import type { Caller, Owner, Reader } from '../../http/caller.ts'
import type { ReceivedFile } from '../../http/multipart.ts'
import { sha256 } from '../../lib/secrets.ts'
import { invalidField, problem } from '../../locale/problems/problem.ts'
import { sentenceOf } from '../../locale/problems/reason.ts'
import type { Connection, Database } from '../../services/database/database.ts'
import { sendJob } from '../../services/queue/send-job.ts'
import type { Storage } from '../../services/storage/storage.ts'
import { readPlan, requireStorage, type StorageQuota } from '../accounts/index.ts'
import { lockClassGroup, readClassGroup } from '../classes/index.ts'
import { fileTypeOf, nameDocuments, readTexts, storable, textBodyBytes } from '../documents/index.ts'
import { compareClassAgain } from './compare-class-again.ts'
import { selectDocumentsBeside, selectOptionalMatch } from './sources/match-store.ts'
import { toSourceMatch } from './sources/read-matches.ts'
import {
  deleteSource as deleteRow,
  insertSource,
  type SourceRow,
  selectKeysAmong,
  selectKeysOf,
  selectSources,
} from './sources/source-store.ts'

interface SourcesDependencies {
  database: Database
  storage: Storage
  storageQuota: StorageQuota
}

export function bindSources({ bind }: Binder, dependencies: SourcesDependencies): void {
  const { database, storageQuota } = dependencies
  bind(routes.listSources, ({ id }, caller) => listSources(database, id, caller))
  bind(routes.uploadSource, (fields, caller, files) => uploadSource(dependencies, fields, caller, files), {
    beforeBody: async (caller, bytes) => {
      await requireStorage(database, storageQuota, await readPlan(database, caller.teacher_id), bytes)
    },
  })
  bind(routes.addSourceText, (fields, caller) => addSourceText(database, fields, caller), {
    bodyBytes: textBodyBytes,
  })
  bind(routes.deleteSource, ({ id }, caller) => deleteSource(dependencies, id, caller))
  bind(routes.readSourceMatch, ({ id }, caller) => readSourceMatch(database, id, caller))
}

/** The sources of the caller's own class. */
async function listSources(
  connection: Connection,
  class_group_id: string,
  caller: Caller,
): Promise<Source[]> {
  await readClassGroup(connection, class_group_id, caller)
  return readSources(connection, class_group_id, caller)
}

async function readSources(
  connection: Connection,
  class_group_id: string,
  { teacher_id, locale }: Reader,
): Promise<Source[]> {
  const rows = await selectSources(connection, teacher_id, class_group_id)
  return rows.map(({ created_at, failure, ...row }) => ({
    ...row,
    failure,
    status_reason: failure && sentenceOf(failure, locale),
    created_at: created_at.toISOString(),
  }))
}

interface NewSource extends Pick<SourceRow, 'name' | 'kind'> {
  class_group_id: string
  text?: string
  file?: ReceivedFile
}

/** Stores a source and the job that reads it. */
async function addSource(
  database: Database,
  { class_group_id, file, ...source }: NewSource,
  caller: Caller,
): Promise<Source> {
  return database.transaction(async (connection) => {
    await lockClassGroup(connection, caller, class_group_id)
    if ((await selectSources(connection, caller.teacher_id, class_group_id)).length >= sourceLimits.sources)
      throw problem('conflict', 'too_many_sources', { most: sourceLimits.sources })
    const id = randomUUID()
    await insertSource(connection, {
      ...source,
      id,
      class_group_id,
      teacher_id: caller.teacher_id,
      state: 'waiting',
      ...(file && { blob_key: file.key, size_bytes: file.sizeBytes, sha256: file.sha256 }),
      created_at: new Date(),
    })
    await sendJob(connection, 'sources', id)
    const added = (await readSources(connection, class_group_id, caller)).find((one) => one.id === id)
    if (!added) throw new Error('A source was not stored.')
    if (file) file.isClaimed = true
    return added
  })
}

async function uploadSource(
  { database }: SourcesDependencies,
  { id: class_group_id, name, kind }: { id: string; name: string | null; kind: SourceKind },
  caller: Caller,
  files: ReceivedFile[],
): Promise<Source> {
  const [file] = files
  if (file === undefined) throw invalidField('file', 'file_missing')
  if (files.length > 1) throw invalidField('file', 'one_file_only')
  // The class comes first: another teacher's is not there, whatever the file.
  await readClassGroup(database, class_group_id, caller)
  if ((await fileTypeOf(file.head, file.sizeBytes)) === null)
    throw problem('unsupported_file', 'file_type_unsupported', { filename: file.filename })
  return addSource(database, { class_group_id, name: name ?? file.filename, kind, file }, caller)
}

function addSourceText(
  database: Database,
  {
    id: class_group_id,
    name,
    kind,
    text: pasted,
  }: { id: string; name: string; kind: SourceKind; text: string },
  caller: Caller,
): Promise<Source> {
  const text = storable(pasted)
  if (text.trim() === '') throw invalidField('text', 'text_missing')
  return addSource(database, { class_group_id, name, kind, text }, caller)
}

async function deleteSource(
  { database, storage }: SourcesDependencies,
  id: string,
  { teacher_id }: Owner,
): Promise<z.infer<typeof Deleted>> {
  const key = isId(id)
    ? await database.transaction(async (connection) => {
        const documents = await selectDocumentsBeside(connection, id)
        const deleted = await deleteRow(connection, teacher_id, id)
        if (deleted !== undefined) await compareClassAgain(connection, documents)
        return deleted
      })
    : undefined
  if (key === undefined) throw problem('not_found', 'source_unknown')
  if (key !== null) await storage.delete(key)
  return { id, deleted: true }
}

/** The caller's own match with both texts. */
async function readSourceMatch(database: Database, id: string, { teacher_id }: Owner): Promise<SourceTexts> {
  const row = isId(id) ? await selectOptionalMatch(database, teacher_id, id) : null
  const document = row && (await nameDocuments(database, teacher_id, [row.document_id])).get(row.document_id)
  if (!row || !document) throw problem('not_found', 'source_match_unknown')
  const text = (await readTexts(database, teacher_id, [row.document_id])).get(row.document_id) ?? ''
  if (sha256(text) !== row.text_hash) throw problem('conflict', 'source_match_outdated')
  return {
    match: toSourceMatch(row),
    document: {
      id: document.id,
      original_filename: document.original_filename,
      student_name: document.student_name,
    },
    share_source: row.share_source,
    texts: [text, row.source_text],
    passages: row.passages.map(({ a, b, words }) => ({
      ranges: [
        { start: a[0], end: a[1] },
        { start: b[0], end: b[1] },
      ],
      words,
    })),
  }
}

/** Which of these keys of stored files belong to a source. */
export function listSourceFilesAmong(connection: Connection, keys: string[]): Promise<string[]> {
  return selectKeysAmong(connection, keys)
}

/** The keys of a teacher's stored files that are sources still to be read. */
export function listSourceFiles(connection: Connection, teacher_id: string): Promise<string[]> {
  return selectKeysOf(connection, teacher_id)
}
