import { randomUUID } from 'node:crypto'
import { type Document, type PlanId, uploadLimits } from '@penmark/contract'
import type { Connection } from '../../../database/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { inSpan } from '../../../observe/tracing.ts'
import type { Queue } from '../../../outside/queue/queue.ts'
import { storable } from '../../../pipeline/extract.ts'
import { invalidField, problem } from '../../../problems/problem.ts'
import { requireAllowance } from '../../allowance/actions.ts'
import { requireStorage } from '../../storage/storage.ts'
import { readPlan } from '../../teachers/plan.ts'
import { type AssigneeIds, type DocumentsDependencies, lockAssignees, recordMark } from '../change-document.ts'
import { enqueue } from '../processing/enqueue.ts'
import { documentFromRow } from '../read-documents.ts'
import { priorityOf } from '../rules.ts'
import { type DocumentRow, insertDocuments, insertTexts, type NewDocument } from '../store.ts'

/** The fields of an upload that are stored with its documents. */
export interface UploadFields extends AssigneeIds {
  written_in_class?: boolean | undefined
  /** Of files that belong together. */
  batch_id?: string | null | undefined
}

export interface UploadHooks {
  /** Runs for each document, in the transaction that stores it. */
  onStored?: (connection: Connection, stored: { id: string }) => Promise<void>
}

interface PastedText extends UploadFields {
  text: string
  /** Shown in lists; by default it states the time. */
  filename?: string
}

/** `Pasted text, 2026-11-21 14:05.txt` */
function defaultFilename(now: Date): string {
  return `Pasted text, ${now.toISOString().slice(0, 16).replace('T', ' ')}.txt`
}

export async function submitText(
  { database, queue, storageQuota, planLimits }: DocumentsDependencies,
  pasted: PastedText,
  caller: Caller,
  { onStored }: UploadHooks = {},
): Promise<Document> {
  const text = storable(pasted.text)
  if (text.trim() === '') {
    throw invalidField('text', 'text_missing')
  }
  if (text.length > uploadLimits.textCharacters) {
    throw problem('too_large', 'text_too_long')
  }
  const plan = await readPlan(database, caller.teacher_id, planLimits)
  await requireAllowance(database, plan)
  const now = new Date()
  const upload = async (connection: Connection) =>
    storeText(
      connection,
      {
        teacher_id: caller.teacher_id,
        ...(await lockAssignees(connection, pasted, caller)),
        original_filename: pasted.filename ?? defaultFilename(now),
        text,
        written_in_class: pasted.written_in_class ?? false,
        plan: plan.plan,
        now,
      },
      {
        queue,
        beforeQueued: async (stored) => {
          await requireStorage(connection, storageQuota, plan, 0)
          if (stored.written_in_class) await recordMark(connection, caller, stored.id, true, 1)
          await onStored?.(connection, stored)
        },
      },
    )
  const row = await inSpan({ name: 'upload', attributes: { 'penmark.documents': 1 } }, () => database.transaction(upload))
  queue.wake()
  return documentFromRow(database, row, caller.locale)
}

interface NewText
  extends Pick<NewDocument, 'teacher_id' | 'original_filename' | 'student_id' | 'class_group_id' | 'is_sample' | 'written_in_class'> {
  text: string
  plan: PlanId
  now: Date
}

interface StoreTextOptions {
  queue: Queue
  /** Runs in the same transaction before the document is queued. */
  beforeQueued?: (stored: DocumentRow) => Promise<void>
}

/** Stores a pasted text as a document and queues it. The caller wakes the queue after the commit. */
export async function storeText(connection: Connection, newText: NewText, { queue, beforeQueued }: StoreTextOptions): Promise<DocumentRow> {
  const { text, plan, now, ...row } = newText
  const [inserted] = await insertDocuments(connection, [
    {
      ...row,
      id: randomUUID(),
      file_type: 'txt',
      size_bytes: Buffer.byteLength(text),
      status: 'UPLOADED',
      processing_priority: priorityOf(plan),
      created_at: now,
      updated_at: now,
    },
  ])
  if (!inserted) throw new Error('A text was not stored.')
  await insertTexts(connection, [{ document_id: inserted.id, text }])
  await beforeQueued?.(inserted)
  return enqueue(connection, queue, inserted, 0)
}
