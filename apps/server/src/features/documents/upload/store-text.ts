import { randomUUID } from 'node:crypto'
import type { PlanId } from '@penmark/contract'
import type { Connection } from '../../../database/database.ts'
import type { Queue } from '../../../outside/queue/queue.ts'
import { enqueue } from '../processing/enqueue.ts'
import { priorityOf } from '../rules.ts'
import { type DocumentRow, insertDocuments, insertTexts, type NewDocument } from '../store.ts'

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

/** Stores a pasted text as a document and queues it. Wake the queue once the transaction is committed. */
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
