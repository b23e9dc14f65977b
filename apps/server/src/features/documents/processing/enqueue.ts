import { randomUUID } from 'node:crypto'
import type { Connection } from '../../../database/database.ts'
import { markOfStep } from '../../../observe/steps.ts'
import type { Queue } from '../../../outside/queue/queue.ts'
import { type DocumentRow, updateQueued } from '../store.ts'

/** Queues a document in the transaction of its row. `runs` is 0 for a new start, else the number of runs so far. */
export async function enqueue(connection: Connection, queue: Queue, row: DocumentRow, runs: number): Promise<DocumentRow> {
  const job_id = randomUUID()
  const queued = await updateQueued(connection, row, job_id, new Date(), runs)
  if (!queued) throw new Error('A document that was just read is gone.')
  const { processing_priority: priority, queue_turn: turn, teacher_id: owner, blob_key, is_scan } = queued
  const kind = blob_key === null ? 'text' : is_scan ? 'scan' : 'file'
  await queue.enqueue(connection, { id: job_id, kind, owner, document_id: row.id, priority, turn, mark: markOfStep() })
  return queued
}
