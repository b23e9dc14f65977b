import type { Database } from '../../../database/database.ts'
import type { Queue } from '../../../outside/queue/queue.ts'
import { enqueue } from './enqueue.ts'
import { type StuckTimes, selectFirstJobs, selectOptionalStuckForUpdate, selectStuckIds } from './job-store.ts'

/** How long a worker may be silent about a document, or an upload may wait for the queue, before another process takes over. */
export const watchTimes = { aliveEveryMs: 2_000, lookEveryMs: 5_000, silentMs: 12_000, leftMs: 60_000 } as const

/**
 * Requeues documents that nobody works on: their worker fell silent or died, or the upload never reached the queue. With `silentMs` 0 every
 * running document counts as abandoned, which is right when the only process starts. Documents `ownRunning` belong to this process and are
 * excluded, since a clock set forward would make them seem silent. Returns how many were requeued.
 */
export async function requeueStuck(
  database: Database,
  queue: Queue,
  silentMs: number = watchTimes.silentMs,
  ownRunning: ReadonlySet<string> = new Set(),
): Promise<number> {
  const times: StuckTimes = { silentMs, leftMs: watchTimes.leftMs }
  const lost = await queue.selectLost(await selectFirstJobs(database, silentMs), silentMs)
  let requeued = 0
  for (const id of await selectStuckIds(database, times, lost)) {
    if (ownRunning.has(id)) continue
    requeued += await database.transaction(async (connection) => {
      const found = await selectOptionalStuckForUpdate(connection, id, times, lost)
      if (found === null) return 0
      await enqueue(connection, queue, found, found.runs)
      return 1
    })
  }
  if (requeued > 0) queue.wake()
  return requeued
}
