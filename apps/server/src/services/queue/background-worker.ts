import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import { runAtInterval } from '../../lib/interval.ts'
import type { Connection, Database } from '../database/database.ts'
import { inSpan } from '../observe/tracing.ts'
import {
  type BackgroundQueue,
  backgroundQueues,
  type JobWorker,
  type JobWorkers,
  RetryLaterError,
} from './background-queues.ts'
import { schema, toBossDb, waitingQueues } from './boss.ts'
import { outputOf } from './failed-jobs.ts'
import { sendJob } from './send-job.ts'

interface WorkerDependencies {
  database: Database
  logger: Logger
  /** Whether new jobs may be taken at the moment. */
  mayTake?: () => boolean
  pollEveryMs?: number
}

/** Polling costs one statement for all queues together. */
const defaultPollEveryMs = 1_000
/** A worker that does not renew a job within `expireInSeconds` loses it. */
const renewEveryMs = 10_000
const completeEveryMs = 60_000

const FetchedJob = z.object({
  id: z.string(),
  data: z.object({ id: z.string() }),
  retryCount: z.int(),
  retryLimit: z.int(),
})
type FetchedJob = z.infer<typeof FetchedJob>

/**
 * Releases the jobs of dead workers now instead of when they expire. Use it only when no other process can be
 * working.
 */
export async function releaseJobs(database: Database): Promise<void> {
  await database.query(
    `update ${schema}.job set state = 'retry', start_after = now() where name = any($1::text[]) and state = 'active'`,
    [Object.keys(backgroundQueues)],
  )
}

/**
 * Works on the background queues until the returned function is called. It then accepts no more jobs, lets
 * running ones finish for the given time, aborts the rest and waits until they are requeued.
 */
export function startBackgroundWorker(
  { database, logger, mayTake = () => true, pollEveryMs = defaultPollEveryMs }: WorkerDependencies,
  ownWorkers: JobWorkers,
  scheduledJobs: ScheduledJob[],
): (withinMs?: number) => Promise<void> {
  // Only fetches and closes jobs. The document queue's pg-boss instance does the maintenance.
  const boss = new PgBoss({
    db: toBossDb(database),
    schema,
    migrate: false,
    schedule: false,
    supervise: false,
  })
  const workers: JobWorkers = { ...ownWorkers, 'scheduled-jobs': scheduledJobWorker(scheduledJobs) }
  const running = new Map<string, { queue: BackgroundQueue; done: Promise<void> }>()
  const filling = new Map<BackgroundQueue, Promise<void>>()
  let isClosing = false
  const stopping = new AbortController()

  const close = async (
    queue: BackgroundQueue,
    { id, data }: FetchedJob,
    end: 'complete' | 'fail',
    output = {},
  ) => {
    const onClosed = workers[queue]?.onClosed
    if (!onClosed) return boss[end](queue, id, output)
    await database.transaction(async (connection) => {
      await boss[end](queue, id, output, { db: toBossDb(connection) })
      await onClosed(connection, data.id)
    })
  }

  /** Returns the job without counting the attempt; another worker takes it at once. */
  const requeue = async (queue: BackgroundQueue, { id }: FetchedJob): Promise<void> => {
    await database.query(
      `update ${schema}.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now() where name = $1 and id = $2 and state = 'active'`,
      [queue, id],
    )
  }

  const work = async (queue: BackgroundQueue, worker: JobWorker, job: FetchedJob) => {
    const isLastAttempt = job.retryCount >= job.retryLimit
    try {
      await inSpan({ name: queue, kind: 'job', parent: null, attributes: {} }, () =>
        worker.run({ id: job.data.id, isLastAttempt }, stopping.signal),
      )
    } catch (error) {
      if (stopping.signal.aborted) return requeue(queue, job)
      if (!(error instanceof RetryLaterError))
        logger.error({ err: error, queue, job_id: job.id, last_attempt: isLastAttempt }, 'A job failed')
      return isLastAttempt ? close(queue, job, 'fail', outputOf(error)) : boss.fail(queue, job.id)
    }
    await close(queue, job, 'complete')
  }

  const begin = (queue: BackgroundQueue, worker: JobWorker, job: FetchedJob) => {
    const done = work(queue, worker, job)
      .catch((error: unknown) =>
        logger.error({ err: error, queue, job_id: job.id }, 'A job could not be closed'),
      )
      .finally(() => running.delete(job.id))
    running.set(job.id, { queue, done })
    done
      .then(() => fill(queue))
      .catch((error: unknown) => logger.error({ err: error, queue }, 'The next job could not be fetched'))
  }

  /** Fetches as many jobs of a queue as there are free places. */
  const fetchJobs = async (queue: BackgroundQueue, worker: JobWorker): Promise<void> => {
    const places = worker.atOnce - [...running.values()].filter((each) => each.queue === queue).length
    if (places <= 0) return
    const found = await boss.fetch(queue, { batchSize: places, includeMetadata: true })
    for (const job of found.map((each) => FetchedJob.parse(each))) {
      // Asked to stop meanwhile, it returns what it has just taken.
      if (isClosing) await requeue(queue, job)
      else begin(queue, worker, job)
    }
  }

  const fill = async (queue: BackgroundQueue): Promise<void> => {
    const worker = workers[queue]
    if (!worker || isClosing || !mayTake() || filling.has(queue)) return
    const filled = fetchJobs(queue, worker).finally(() => filling.delete(queue))
    filling.set(queue, filled)
    await filled
  }

  const names = Object.keys(workers)
  const poll = async () => {
    const { rows } = await database.query(`select ${waitingQueues}($1) as name`, [names])
    await Promise.all(rows.map(({ name }) => fill(name as BackgroundQueue)))
  }
  const renew = async () => {
    if (running.size === 0) return
    await database.query(
      `update ${schema}.job set started_on = now() where name = any($1::text[]) and id = any($2::uuid[]) and state = 'active'`,
      [names, [...running.keys()]],
    )
  }

  const stops = [
    runAtInterval({ name: 'Looking for jobs', everyMs: pollEveryMs, task: poll }, logger),
    runAtInterval(
      {
        name: 'Completing the schedule',
        everyMs: completeEveryMs,
        task: () => sendMissingScheduledJobs(database, scheduledJobs),
      },
      logger,
    ),
    runAtInterval({ name: 'Renewing the leases of jobs', everyMs: renewEveryMs, task: renew }, logger),
  ]
  return async (withinMs = 0) => {
    isClosing = true
    const [stopPolling, ...others] = stops
    await stopPolling?.()
    const timeout = setTimeout(() => stopping.abort(), withinMs)
    if (withinMs === 0) stopping.abort()
    while (running.size > 0 || filling.size > 0)
      await Promise.allSettled([...filling.values(), ...[...running.values()].map(({ done }) => done)])
    clearTimeout(timeout)
    await Promise.all(others.map((stop) => stop()))
  }
}

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
 * Runs the scheduled jobs. Each has one row in the queue; when a run ends, the next is sent in the same
 * transaction. So the schedule survives restarts, a missed run happens at the next start, and two workers
 * never run the same job at a time.
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

/**
 * By the database's clock: a worker whose own clock is behind would send jobs that are due at once, again and
 * again.
 */
const send = (connection: Connection, { name }: ScheduledJob, inMs: number) =>
  sendJob(connection, queue, name, { startAfter: inMs / 1_000, singletonKey: name })

/**
 * Sends the jobs that have no row: all of them at the first start, later those whose retries ran out because
 * workers died.
 */
async function sendMissingScheduledJobs(database: Database, scheduledJobs: ScheduledJob[]): Promise<void> {
  const { rows } = await database.query(
    `select data ->> 'id' as name from ${schema}.job where name = $1 and state < 'completed'`,
    [queue],
  )
  const known = new Set(rows.map(({ name }) => String(name)))
  for (const scheduled of scheduledJobs) if (!known.has(scheduled.name)) await send(database, scheduled, 0)
}
