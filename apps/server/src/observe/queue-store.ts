import type { Database } from '../database/database.ts'

/** `oldestSeconds`: how long the oldest document has been waiting; 0 when none is. */
export interface QueueDepth {
  waiting: number
  running: number
  oldestSeconds: number
}

export async function selectQueueDepth(database: Database, now: Date): Promise<QueueDepth> {
  const { rows } = await database.query(
    `select count(*) filter (where status = 'QUEUED')::float8 as waiting,
            count(*) filter (where status = 'PROCESSING')::float8 as running,
            extract(epoch from $1::timestamptz - min(queued_at) filter (where status = 'QUEUED'))::float8 as oldest
     from documents where status in ('QUEUED', 'PROCESSING')`,
    [now],
  )
  const { waiting, running, oldest } = rows[0] ?? {}
  return { waiting: Number(waiting ?? 0), running: Number(running ?? 0), oldestSeconds: Math.max(0, Number(oldest ?? 0)) }
}
