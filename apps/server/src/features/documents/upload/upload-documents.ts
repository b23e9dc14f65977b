import { randomUUID } from 'node:crypto'
import type { BatchUpload, Document, FileType, Problem } from '@penmark/contract'
import type { Connection } from '../../../database/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { discard, type ReceivedFile } from '../../../http/receive.ts'
import { inSpan } from '../../../observe/tracing.ts'
import { invalidField, problem } from '../../../problems/problem.ts'
import { requireAllowance } from '../../allowance/actions.ts'
import { requireStorage } from '../../storage/storage.ts'
import { readPlan } from '../../teachers/plan.ts'
import { type DocumentsDependencies, lockAssignees, recordMark } from '../change-document.ts'
import { enqueue } from '../processing/enqueue.ts'
import { documentFromRow } from '../read-documents.ts'
import { claimedType, priorityOf } from '../rules.ts'
import { type DocumentRow, insertDocuments, type NewDocument } from '../store.ts'
import type { UploadFields, UploadHooks } from './submit-text.ts'
import { unpackArchives } from './unpack-archive.ts'

/** An uploaded file of a type that the product reads. */
interface DocumentFile {
  file: ReceivedFile
  type: FileType
}

function unsupported({ filename }: ReceivedFile): Problem {
  return problem('unsupported_file', 'file_type_unsupported', { filename })
}

async function typeOf({ sniff }: DocumentsDependencies, { filename, head, sizeBytes }: ReceivedFile): Promise<FileType | null> {
  return sizeBytes === 0 ? claimedType(filename) : sniff(head, sizeBytes)
}

async function storeDocuments(
  dependencies: DocumentsDependencies,
  { written_in_class = false, batch_id = null, ...assignees }: UploadFields,
  caller: Caller,
  files: DocumentFile[],
  { onStored }: UploadHooks = {},
): Promise<DocumentRow[]> {
  const { database, queue, planLimits } = dependencies
  const plan = await readPlan(database, caller.teacher_id, planLimits)
  await requireAllowance(database, plan)
  const now = Date.now()
  const rows: NewDocument[] = []
  for (const [index, { file, type }] of files.entries()) {
    rows.push({
      id: randomUUID(),
      teacher_id: caller.teacher_id,
      original_filename: file.filename,
      file_type: type,
      size_bytes: file.sizeBytes,
      blob_key: file.key,
      content_sha256: file.sha256,
      status: 'UPLOADED',
      processing_priority: priorityOf(plan.plan),
      batch_id,
      written_in_class,
      // One millisecond apart, so that lists show a batch in the order of its files.
      created_at: new Date(now + files.length - 1 - index),
      updated_at: new Date(now),
    })
  }
  const upload = async (connection: Connection) => {
    const stored: DocumentRow[] = []
    const assignment = await lockAssignees(connection, assignees, caller)
    const assigned = rows.map((row) => ({ ...row, ...assignment }))
    const inserted = await insertDocuments(connection, assigned)
    await requireStorage(connection, dependencies.storageQuota, plan, 0)
    for (const row of inserted) stored.push(await enqueue(connection, queue, row, 0))
    const [first] = stored
    if (written_in_class && first) await recordMark(connection, caller, batch_id ?? first.id, true, stored.length)
    for (const row of stored) await onStored?.(connection, row)
    for (const { file } of files) file.mayBeOwned = true
    return stored
  }
  const queued = await inSpan({ name: 'upload', attributes: { 'penmark.documents': rows.length } }, () => database.transaction(upload))
  queue.wake()
  return queued
}

export async function uploadDocument(
  dependencies: DocumentsDependencies,
  fields: UploadFields,
  caller: Caller,
  files: ReceivedFile[],
  hooks: UploadHooks = {},
): Promise<Document> {
  const [file] = files
  if (file === undefined) throw invalidField('file', 'file_missing')
  if (files.length > 1) throw invalidField('file', 'one_file_only')
  const type = await typeOf(dependencies, file)
  if (type === null) throw unsupported(file)
  const [row] = await storeDocuments(dependencies, fields, caller, [{ file, type }], hooks)
  if (!row) throw new Error('An upload stored nothing.')
  return documentFromRow(dependencies.database, row, caller.locale)
}

/**
 * Stores the documents of a batch, including those in its ZIPs, and names the files that it skipped. @throws {Problem} `unsupported_file` if
 * no file is a document.
 */
export async function uploadBatch(
  dependencies: DocumentsDependencies,
  fields: UploadFields,
  caller: Caller,
  files: ReceivedFile[],
): Promise<BatchUpload> {
  if (files.length === 0) throw invalidField('files', 'file_missing')
  const batch_id = fields.batch_id ?? randomUUID()
  const { documents, skipped } = await unpackArchives(dependencies, files)
  const accepted: DocumentFile[] = []
  for (const file of documents) {
    const type = await typeOf(dependencies, file)
    if (type === null) skipped.push({ filename: file.filename, reason: 'unsupported' })
    else accepted.push({ file, type })
  }
  const unpacked = documents.filter((file) => !files.includes(file))
  try {
    if (documents[0] !== undefined && accepted.length === 0) throw unsupported(documents[0])
    const rows = await storeDocuments(dependencies, { ...fields, batch_id }, caller, accepted)
    // `discard` leaves the files of stored documents, which now belong to their rows.
    await discard([...files, ...unpacked], dependencies.storage)
    return toBatch(rows, batch_id, skipped)
  } catch (error) {
    // The caller that received the form discards its own files.
    await discard(unpacked, dependencies.storage)
    throw error
  }
}

function toBatch(rows: DocumentRow[], batch_id: string, skipped: BatchUpload['skipped']): BatchUpload {
  return {
    batch_id,
    total_files: rows.length,
    status: 'QUEUED',
    document_ids: rows.map(({ id }) => id),
    documents: rows.map(({ id, original_filename }) => ({ id, original_filename })),
    skipped,
  }
}
