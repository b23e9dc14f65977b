import { randomUUID } from 'node:crypto'
import type { FileType, PlanId } from '@penmark/contract'
import type { Caller } from '../../../http/caller.ts'
import type { ReceivedFile } from '../../../http/multipart.ts'
import type { Connection } from '../../../services/database/database.ts'
import { inSpan } from '../../../services/observe/tracing.ts'
import type { Queue } from '../../../services/queue/queue.ts'
import { readPlan, requireAllowance, requireStorage } from '../../accounts/index.ts'
import {
  type AssigneeIds,
  type DocumentsDependencies,
  lockAssignees,
  recordMark,
} from '../changes/change-document.ts'
import { enqueue } from '../pipeline/queue.ts'
import { priorityOf } from '../rows/rules.ts'
import { type DocumentRow, insertDocuments, insertTexts, type NewDocument } from '../rows/store.ts'
import type { KeepAnswer } from './upload-once.ts'

/** What becomes a document: a file that is stored already, or a text. */
export type Content =
  | { filename: string; file: ReceivedFile; type: FileType }
  | { filename: string; text: string }

/** The fields of an upload that are stored with its documents. */
export interface UploadFields extends AssigneeIds {
  written_in_class?: boolean | undefined
  /** Of files that belong together. */
  batch_id?: string | null | undefined
}

export interface UploadHooks {
  /** Runs for each document, in the transaction that stores it. */
  onStored?: (connection: Connection, stored: { id: string }) => Promise<void>
  /** Keeps the answer to the upload, last in the transaction. */
  keep?: KeepAnswer | undefined
}

/**
 * The step from contents to queued documents and the answer to the upload: one transaction writes the rows
 * and their jobs. @throws {Problem} if the teacher's allowance or storage is full, or an assignee is not
 * theirs.
 */
export async function storeUpload<R extends object>(
  { database, queue, storageQuota }: DocumentsDependencies,
  { written_in_class = false, batch_id = null, ...assignees }: UploadFields,
  contents: Content[],
  caller: Caller,
  answerOf: (connection: Connection, queued: DocumentRow[]) => R | Promise<R>,
  { onStored, keep }: UploadHooks = {},
): Promise<R> {
  const plan = await readPlan(database, caller.teacher_id)
  await requireAllowance(database, plan)
  const now = new Date()
  const upload = async (connection: Connection) => {
    const assignment = await lockAssignees(connection, assignees, caller)
    const { teacher_id } = caller
    const inserted = await insertContents(connection, contents, {
      teacher_id,
      ...assignment,
      written_in_class,
      batch_id,
      plan: plan.plan,
      now,
    })
    await requireStorage(connection, storageQuota, plan, 0)
    const [first] = inserted
    if (written_in_class && first)
      await recordMark(connection, caller, batch_id ?? first.id, true, inserted.length)
    for (const row of inserted) await onStored?.(connection, row)
    const queued: DocumentRow[] = []
    for (const row of inserted) queued.push(await enqueue(connection, queue, row, 0))
    const kept = keep && first ? await answerOf(connection, queued) : null
    if (keep && kept) await keep(connection, kept)
    for (const content of contents) if ('file' in content) content.file.isClaimed = true
    return { queued, kept }
  }
  const { queued, kept } = await inSpan(
    { name: 'upload', attributes: { 'penmark.documents': contents.length } },
    () => database.transaction(upload),
  )
  // An answer that is kept for another call is the first one, too.
  return kept ?? answerOf(database, queued)
}

interface NewDocuments
  extends Pick<
    NewDocument,
    | 'teacher_id'
    | 'student_id'
    | 'class_group_id'
    | 'student_sort'
    | 'batch_id'
    | 'is_sample'
    | 'written_in_class'
  > {
  plan: PlanId
  now: Date
}

async function insertContents(
  connection: Connection,
  contents: Content[],
  { plan, now, ...common }: NewDocuments,
): Promise<DocumentRow[]> {
  const rows = contents.map((content, index): NewDocument => {
    const isFile = 'file' in content
    return {
      ...common,
      id: randomUUID(),
      original_filename: content.filename,
      file_type: isFile ? content.type : 'txt',
      size_bytes: isFile ? content.file.sizeBytes : Buffer.byteLength(content.text),
      ...(isFile && { blob_key: content.file.key, content_sha256: content.file.sha256 }),
      status: 'UPLOADED',
      processing_priority: priorityOf(plan),
      // One millisecond apart, so that lists show a batch in the order of its files.
      created_at: new Date(now.getTime() + contents.length - 1 - index),
      updated_at: now,
      ...(common.is_sample ? { standing_since: null } : { standing: 'unread', standing_since: now }),
    }
  })
  const inserted = await insertDocuments(connection, rows)
  const texts = contents.map((content) => ('text' in content ? content.text : null))
  await insertTexts(
    connection,
    rows.flatMap(({ id }, index) => {
      const text = texts[index] ?? null
      return text === null ? [] : [{ document_id: id, text }]
    }),
  )
  return inserted
}

/** Stores samples and queues them in the caller's transaction, without counting them. */
export async function storeSamples(
  connection: Connection,
  queue: Queue,
  samples: Content[],
  sample: Omit<NewDocuments, 'is_sample'>,
): Promise<void> {
  for (const row of await insertContents(connection, samples, { ...sample, is_sample: true }))
    await enqueue(connection, queue, row, 0)
}
