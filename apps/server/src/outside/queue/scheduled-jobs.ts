import type { Connection, Database } from '../../database/database.ts'
import { schema } from './boss.ts'
import type { JobWorker } from './job-worker.ts'
import { sendJob } from './send-job.ts'

/** Work that comes round again and again, done by one of all workers. */
export interface ScheduledJob {
  /** Stays the same for good: the database knows by it when the job is due next. */
  name: string
  everyMs: number
  run(signal: AbortSignal): Promise<unknown>
}

const queue = 'scheduled-jobs'
const scheduledAtOnce = 4

/**
 * Does the scheduled jobs. Each has one row in the queue: when a run ends, the next is sent in the same transaction. So the schedule survives
 * restarts, a run that was missed is made up for at the next start, and no two workers ever do the same job at the same time.
 */
export function scheduledJobWorker(scheduledJobs: ScheduledJob[]): JobWorker {
  const byName = new Map(scheduledJobs.map((each) => [each.name, each]))
  return {
    atOnce: scheduledAtOnce,
    // A name that is not known belongs to another version; its job just ends.
    run: async ({ id }, signal) => byName.get(id)?.run(signal),
    async onClosed(connection, id) {
      const scheduled = byName.get(id)
      if (scheduled) await send(connection, scheduled, scheduled.everyMs)
    },
  }
}

const send = (connection: Connection, { name }: ScheduledJob, inMs: number) =>
  sendJob(connection, queue, name, { startAfter: new Date(Date.now() + inMs), singletonKey: name })

/** Sends the jobs that have no row yet: all of them at the first start, and those whose worker died more often than is retried. */
export async function sendMissingScheduledJobs(database: Database, scheduledJobs: ScheduledJob[]): Promise<void> {
  const { rows } = await database.query(`select data ->> 'id' as name from ${schema}.job where name = $1 and state < 'completed'`, [queue])
  const known = new Set(rows.map(({ name }) => String(name)))
  for (const scheduled of scheduledJobs) if (!known.has(scheduled.name)) await send(database, scheduled, 0)
}
