import { randomUUID } from 'node:crypto'
import { type BatchUpload, type Document, type FileType, Problem } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { discard, type ReceivedFile } from '../../http/receive.ts'
import { asStep } from '../../observe/steps.ts'
import { requireStorage } from '../storage/actions.ts'
import { readPlan } from '../teachers/plan.ts'
import { requireAllowance } from './admit.ts'
import { holdOwners, type Owners } from './assign-document.ts'
import { enqueue } from './enqueue.ts'
import type { DocumentsParts, WhenStored } from './parts.ts'
import { view } from './read-documents.ts'
import { claimedType, priorityOf } from './rules.ts'
import { type DocumentRow, insertDocuments, type NewDocument } from './store.ts'
import { unpackArchives } from './unpack-archive.ts'

function missingFile(field: string, msg: string): Problem {
  return new Problem('invalid_input', msg, { fields: [{ loc: [field], msg }] })
}

async function typeOf({ sniff }: DocumentsParts, { filename, head, sizeBytes }: ReceivedFile): Promise<FileType> {
  const type = sizeBytes === 0 ? claimedType(filename) : await sniff(head, sizeBytes)
  if (type !== null) return type
  throw new Problem(
    'unsupported_file',
    `${filename} is not a PDF, Word or plain text file. Nothing was uploaded. Save it as one of these and try again.`,
  )
}

async function store(
  parts: DocumentsParts,
  owners: Owners,
  caller: Caller,
  files: ReceivedFile[],
  batch_id: string | null,
  { onStored }: WhenStored = {},
): Promise<DocumentRow[]> {
  const { database, queue, planLimits } = parts
  const plan = await readPlan(database, caller.teacher_id, planLimits)
  await requireAllowance(database, plan)
  const now = Date.now()
  const rows: NewDocument[] = []
  for (const [index, file] of files.entries()) {
    rows.push({
      id: randomUUID(),
      teacher_id: caller.teacher_id,
      original_filename: file.filename,
      file_type: await typeOf(parts, file),
      size_bytes: file.sizeBytes,
      blob_key: file.key,
      status: 'UPLOADED',
      processing_priority: priorityOf(plan.plan),
      batch_id,
      // One apart, so that a batch lists in a fixed order: the first file of the form on top.
      created_at: new Date(now + files.length - 1 - index),
      updated_at: new Date(now),
    })
  }
  const upload = async (connection: Connection) => {
    const stored: DocumentRow[] = []
    const assignment = await holdOwners(connection, owners, caller)
    const assigned = rows.map((row) => ({ ...row, ...assignment }))
    const inserted = await insertDocuments(connection, assigned)
    await requireStorage(connection, parts.storageQuota, plan, 0)
    for (const row of inserted) stored.push(await enqueue(connection, queue, row, 0))
    for (const row of stored) await onStored?.(connection, row)
    for (const file of files) file.mayBeOwned = true
    return stored
  }
  const queued = await asStep({ name: 'upload', facts: { 'penmark.documents': rows.length } }, () => database.transaction(upload))
  queue.wake()
  return queued
}

export async function uploadDocument(
  parts: DocumentsParts,
  owners: Owners,
  caller: Caller,
  files: ReceivedFile[],
  when: WhenStored = {},
): Promise<Document> {
  if (files.length === 0) throw missingFile('file', 'Please select a file to upload.')
  if (files.length > 1) throw missingFile('file', 'Send one file. For several, use the batch upload.')
  const [row] = await store(parts, owners, caller, files, null, when)
  if (!row) throw new Error('An upload stored nothing.')
  return view(parts.database, row)
}

/** All files of a batch are taken, or none; a ZIP is taken as the documents in it. */
export async function uploadBatch(parts: DocumentsParts, owners: Owners, caller: Caller, files: ReceivedFile[]): Promise<BatchUpload> {
  if (files.length === 0) throw missingFile('files', 'Please select a file to upload.')
  const batch_id = randomUUID()
  const { documents, skipped } = await unpackArchives(parts, files)
  const rows = await store(parts, owners, caller, documents, batch_id).catch(async (error: unknown) => {
    // Whoever received the form discards its own files.
    const unpacked = documents.filter((file) => !files.includes(file))
    await discard(unpacked, parts.storage)
    throw error
  })
  // Only the archives are left to discard: documents belong to their rows now.
  await discard(files, parts.storage)
  return {
    batch_id,
    total_files: rows.length,
    status: 'QUEUED',
    document_ids: rows.map(({ id }) => id),
    documents: rows.map(({ id, original_filename }) => ({ id, original_filename })),
    skipped,
  }
}
