import type { Database } from '../../../database/database.ts'
import type { Queue } from '../../../outside/queue/queue.ts'
import type { Storage } from '../../../outside/storage/storage.ts'
import { selectKnownKeys } from '../store.ts'
import { enqueue } from './enqueue.ts'
import { type StuckTimes, selectFirstJobs, selectOptionalStuckForUpdate, selectStuckIds } from './job-store.ts'

/** How long a worker may be silent about a document, or an upload may wait for the queue, before another process takes over. */
export const watchTimes = { aliveEveryMs: 2_000, lookEveryMs: 5_000, silentMs: 12_000, leftMs: 60_000 } as const

/**
 * Requeues documents that nobody works on: their worker fell silent or died, or the upload never reached the queue. With `silentMs` 0 every
 * running document counts as abandoned, which is right when the only process starts. Documents `inHand` belong to this process and are
 * excluded, since a clock set forward would make them seem silent. Returns how many were requeued.
 */
export async function requeueStuck(
  database: Database,
  queue: Queue,
  silentMs: number = watchTimes.silentMs,
  inHand: ReadonlySet<string> = new Set(),
): Promise<number> {
  const times: StuckTimes = { silentMs, leftMs: watchTimes.leftMs }
  const lost = await queue.selectLost(await selectFirstJobs(database, silentMs), silentMs)
  let requeued = 0
  for (const id of await selectStuckIds(database, times, lost)) {
    if (inHand.has(id)) continue
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

/** Deletes partial files and files without a document: from an upload that died before its row, or a deletion that died after it. */
export async function sweepFiles(database: Database, storage: Storage, before: Date): Promise<number> {
  let swept = 0
  const sweep = async (keys: string[]) => {
    const known = await selectKnownKeys(database, keys)
    const orphans = keys.filter((key) => !known.has(key))
    await Promise.all(orphans.map((key) => storage.delete(key)))
    swept += orphans.length
  }
  let keys: string[] = []
  for await (const key of storage.list(before)) {
    keys.push(key)
    if (keys.length === 500) {
      await sweep(keys)
      keys = []
    }
  }
  await sweep(keys)
  await storage.sweepUnfinished(before)
  return swept
}
