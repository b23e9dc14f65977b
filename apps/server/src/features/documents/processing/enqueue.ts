import { randomUUID } from 'node:crypto'
import type { PlanId } from '@penmark/contract'
import type { Connection } from '../../../database/database.ts'
import { markOfStep } from '../../../observe/steps.ts'
import type { Queue } from '../../../outside/queue/queue.ts'
import { priorityOf } from '../rules.ts'
import { type DocumentRow, updateQueued } from '../store.ts'
import { updateWaitingPriority } from './job-store.ts'

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

/** Raises a teacher's waiting documents to the new plan's priority, in the transaction that changes the plan. It never lowers them. */
export async function raiseWaiting(
  connection: Connection,
  queue: Pick<Queue, 'reprioritise'>,
  teacher_id: string,
  plan: PlanId,
): Promise<void> {
  const priority = priorityOf(plan)
  if (priority === 'NORMAL') return
  const waiting = await updateWaitingPriority(connection, teacher_id, priority)
  if (waiting.length > 0) await queue.reprioritise(connection, waiting, priority)
}
