import type { Connection, Database } from '../../database/database.ts'
import { schema } from './boss.ts'
import type { JobWorker } from './job-worker.ts'
import { sendJob } from './send-job.ts'

/** A recurring job, run by one of the workers. */
export interface ScheduledJob {
  /** Never change it: the database stores the next run under this name. */
  name: string
  everyMs: number
  run(signal: AbortSignal): Promise<unknown>
}

const queue = 'scheduled-jobs'
const scheduledAtOnce = 4

/**
 * Runs the scheduled jobs. Each has one row in the queue; when a run ends, the next is sent in the same transaction. So the schedule survives
 * restarts, a missed run happens at the next start, and two workers never run the same job at a time.
 */
export function scheduledJobWorker(scheduledJobs: ScheduledJob[]): JobWorker {
  const byName = new Map(scheduledJobs.map((each) => [each.name, each]))
  return {
    atOnce: scheduledAtOnce,
    // An unknown name belongs to another version; its job just ends.
    run: async ({ id }, signal) => byName.get(id)?.run(signal),
    async onClosed(connection, id) {
      const scheduled = byName.get(id)
      if (scheduled) await send(connection, scheduled, scheduled.everyMs)
    },
  }
}

/** By the database's clock: a worker whose own clock is behind would send jobs that are due at once, again and again. */
const send = (connection: Connection, { name }: ScheduledJob, inMs: number) =>
  sendJob(connection, queue, name, { startAfter: inMs / 1_000, singletonKey: name })

/** Sends the jobs that have no row: all of them at the first start, later those whose retries ran out because workers died. */
export async function sendMissingScheduledJobs(database: Database, scheduledJobs: ScheduledJob[]): Promise<void> {
  const { rows } = await database.query(`select data ->> 'id' as name from ${schema}.job where name = $1 and state < 'completed'`, [queue])
  const known = new Set(rows.map(({ name }) => String(name)))
  for (const scheduled of scheduledJobs) if (!known.has(scheduled.name)) await send(database, scheduled, 0)
}
