import { randomUUID } from 'node:crypto'
import {
  type ArchiveCharset,
  type BatchUpload,
  type Document,
  type Problem,
  uploadLimits,
} from '@penmark/contract'
import type { Caller } from '../../../http/caller.ts'
import { discard, type ReceivedFile } from '../../../http/multipart.ts'
import { invalidField, problem } from '../../../locale/problems/problem.ts'
import { timeFormatter } from '../../../locale/time-formatter.ts'
import type { Connection } from '../../../services/database/database.ts'
import type { DocumentsDependencies } from '../changes/change-document.ts'
import { storable } from '../pipeline/reading/text.ts'
import { documentFromRow } from '../rows/read-documents.ts'
import type { DocumentRow } from '../rows/store.ts'
import { acceptedType } from './accepted-type.ts'
import { type Content, storeUpload, type UploadFields, type UploadHooks } from './store-upload.ts'
import { unpackArchives } from './unpack-archive.ts'

function unsupported({ filename }: ReceivedFile): Problem {
  return problem('unsupported_file', 'file_type_unsupported', { filename })
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
  const type = await acceptedType(file)
  if (type === null) throw unsupported(file)
  return storeOne(dependencies, fields, { filename: file.filename, file, type }, caller, hooks)
}

async function storeOne(
  dependencies: DocumentsDependencies,
  fields: UploadFields,
  content: Content,
  caller: Caller,
  hooks: UploadHooks,
): Promise<Document> {
  const answerOf = (connection: Connection, [row]: DocumentRow[]) => {
    if (!row) throw new Error('An upload stored nothing.')
    return documentFromRow(connection, row, caller.locale)
  }
  return storeUpload(dependencies, fields, [content], caller, answerOf, hooks)
}

/**
 * Stores the documents of a batch, including those in its ZIPs, and names the files that it skipped. @throws
 * {Problem} `unsupported_file` if no file is a document.
 */
export async function uploadBatch(
  dependencies: DocumentsDependencies,
  { names_charset, ...fields }: UploadFields & { names_charset?: ArchiveCharset | undefined },
  caller: Caller,
  files: ReceivedFile[],
  hooks: UploadHooks = {},
): Promise<BatchUpload> {
  if (files.length === 0) throw invalidField('files', 'file_missing')
  const batch_id = fields.batch_id ?? randomUUID()
  const { documents, skipped } = await unpackArchives(dependencies, files, names_charset)
  const accepted: Content[] = []
  for (const file of documents) {
    const type = await acceptedType(file)
    if (type === null) skipped.push({ filename: file.filename, reason: 'unsupported' })
    else accepted.push({ filename: file.filename, file, type })
  }
  const unpacked = documents.filter((file) => !files.includes(file))
  try {
    if (documents[0] !== undefined && accepted.length === 0) throw unsupported(documents[0])
    const answerOf = (_connection: Connection, rows: DocumentRow[]) => toBatch(rows, batch_id, skipped)
    const batch = await storeUpload(dependencies, { ...fields, batch_id }, accepted, caller, answerOf, hooks)
    // `discard` leaves the files of stored documents, which now belong to their rows.
    await discard([...files, ...unpacked], dependencies.storage)
    return batch
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

interface PastedText extends UploadFields {
  text: string
  /** Shown in lists; by default it states the time. */
  filename?: string
  /** IANA name of the zone of that time. */
  time_zone?: string | undefined
}

/** `Pasted text, 2026-11-21 14.05.txt`: Windows allows no colon in the name of a file. */
function defaultFilename(now: Date, zone: string | undefined): string {
  return `Pasted text, ${timeFormatter(zone)(now.toISOString()).replace(':', '.')}.txt`
}

export async function submitText(
  dependencies: DocumentsDependencies,
  { text: pasted, time_zone, filename = defaultFilename(new Date(), time_zone), ...fields }: PastedText,
  caller: Caller,
  hooks: UploadHooks = {},
): Promise<Document> {
  const text = storable(pasted)
  if (text.trim() === '') {
    throw invalidField('text', 'text_missing')
  }
  if (text.length > uploadLimits.textCharacters) {
    throw problem('too_large', 'text_too_long')
  }
  return storeOne(dependencies, fields, { filename, text }, caller, hooks)
}
