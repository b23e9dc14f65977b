import { randomUUID } from 'node:crypto'
import type { Connection, Database } from '../../../services/database/database.ts'
import { currentTraceparent } from '../../../services/observe/tracing.ts'
import type { Queue } from '../../../services/queue/queue.ts'
import { type DocumentRow, updateQueued } from '../rows/store.ts'
import {
  type StuckTimes,
  selectFirstJobs,
  selectOptionalStuckForUpdate,
  selectStuckIds,
  updateAlive,
} from './job-store.ts'

/**
 * Queues a document in the transaction that writes its row. `runs` is the number of runs so far, or 0 to
 * start anew.
 */
export async function enqueue(
  connection: Connection,
  queue: Queue,
  row: DocumentRow,
  runs: number,
): Promise<DocumentRow> {
  const job_id = randomUUID()
  const queued = await updateQueued(connection, row, job_id, new Date(), runs)
  if (!queued) throw new Error('A document that was just read is gone.')
  const { processing_priority: priority, queue_turn: turn, teacher_id: owner, blob_key, is_scan } = queued
  const kind = blob_key === null ? 'text' : is_scan ? 'scan' : 'file'
  await queue.enqueue(connection, {
    id: job_id,
    kind,
    owner,
    document_id: row.id,
    priority,
    turn,
    traceparent: currentTraceparent(),
  })
  return queued
}

/** How often workers send heartbeats and look for stuck documents, and when a document counts as stuck. */
export const watchTimes = {
  heartbeatEveryMs: 2_000,
  checkEveryMs: 5_000,
  silentMs: 12_000,
  unqueuedMs: 60_000,
} as const

/**
 * Requeues documents that nobody works on, because their worker died or their upload never reached the queue,
 * and returns how many. With `silentMs` 0 every running document counts as abandoned, which is right when the
 * only process starts. `ownRunning` are the documents of this process; they are left out because a clock set
 * forward would make them seem silent.
 */
export async function requeueStuck(
  database: Database,
  queue: Queue,
  silentMs: number = watchTimes.silentMs,
  ownRunning: ReadonlySet<string> = new Set(),
): Promise<number> {
  const times: StuckTimes = { silentMs, unqueuedMs: watchTimes.unqueuedMs }
  const lostJobs = await queue.selectLost(await selectFirstJobs(database, silentMs), silentMs)
  let requeued = 0
  for (const id of await selectStuckIds(database, times, lostJobs)) {
    if (ownRunning.has(id)) continue
    requeued += await database.transaction(async (connection) => {
      const stuck = await selectOptionalStuckForUpdate(connection, id, times, lostJobs)
      if (stuck === null) return 0
      await enqueue(connection, queue, stuck, stuck.runs)
      return 1
    })
  }
  return requeued
}

/** Says that this process still works on these documents, so that no other takes them over. */
export function reportAlive(database: Database, ids: string[]): Promise<void> {
  return updateAlive(database, ids)
}
