import { setMaxListeners } from 'node:events'
import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import { inBatches } from '../../lib/batches.ts'
import { daySeconds, hourSeconds } from '../../lib/durations.ts'
import { runAtInterval } from '../../lib/interval.ts'
import type { Database } from '../database/database.ts'
import {
  documentQueues,
  documentRetries,
  ownerColumn,
  queueOf,
  schema,
  setUpQueues,
  toBossDb,
  waitingQueues,
} from './boss.ts'
import { type FetchedJob, fetchJobs } from './fetch-jobs.ts'
import {
  type Job,
  type JobHandler,
  type JobKind,
  type JobPriority,
  jobKinds,
  jobPriorities,
  type Queue,
} from './queue.ts'

/** The channel on which processes announce new jobs. */
const newJobs = 'penmark_jobs'
/** For missed notifications and for jobs that are tried again after a while. */
const pollEveryMs = 1_000
/** How many jobs one statement takes or closes. */
const batchSize = 64
/** A process that does not renew its jobs within `documentExpireInSeconds` loses them. */
const defaultRenewEveryMs = 60_000
/** How often to look for jobs of dead workers. */
const maintenanceIntervalSeconds = 60
/** How long the administrators can look at and retry a job that failed for good. */
const keepFailedSeconds = 14 * daySeconds

/** A job's position, higher first: its priority, and the turn within it. */
function bossPriority(priority: JobPriority, turn: number): number {
  return jobPriorities[priority] - Math.min(turn, jobPriorities.HIGH - 1)
}

/** Stores jobs in the same database as the rows they concern. */
export async function createQueue(
  database: Database,
  logger: Logger,
  renewEveryMs = defaultRenewEveryMs,
): Promise<Queue> {
  await setUpQueues(database)
  const boss = new PgBoss({
    db: toBossDb(database),
    schema,
    migrate: false,
    schedule: false,
    maintenanceIntervalSeconds,
    archiveCompletedAfterSeconds: hourSeconds,
    archiveFailedAfterSeconds: keepFailedSeconds,
    deleteAfterHours: 24,
  })
  boss.on('error', (error) => logger.error({ err: error }, 'The queue reported an error'))
  await boss.start()

  /** First no more jobs are taken, then running ones are aborted. */
  const closing = new AbortController()
  const stopping = new AbortController()
  // Every running job may listen.
  setMaxListeners(0, stopping.signal)
  const loops: Promise<void>[] = []
  /** The jobs that this process works on, or that wait here to be worked on. */
  const running = new Set<string>()
  const wakeUps = new Set<ReturnType<typeof createAutoResetEvent>>()
  const wakeAll = () => {
    for (const wakeUp of wakeUps) wakeUp.set()
  }
  /** One query for all loops: an idle product must not ask the database once a second for each of them. */
  const poll = async () => {
    const { rows } = await database.query(`select ${waitingQueues}($1) limit 1`, [documentQueues])
    if (rows.length > 0) wakeAll()
  }
  const wake = () => {
    wakeAll()
    database.notify?.(newJobs)
  }
  let stopListening: (() => Promise<void>) | undefined
  let stopRenewing: (() => Promise<void>) | undefined
  let stopPolling: (() => Promise<void>) | undefined

  const renew = async () => {
    if (running.size === 0) return
    await database.query(
      `update ${schema}.job set started_on = now() where name = any($1::text[]) and id = any($2::uuid[]) and state = 'active'`,
      [documentQueues, [...running]],
    )
  }

  const runJob = async (job: Job, handler: JobHandler, complete: (id: string) => Promise<unknown>) => {
    try {
      await handler(job, stopping.signal)
    } catch (error) {
      logger.error(
        { err: error, document_id: job.document_id, last_attempt: job.isLastAttempt },
        'A job failed',
      )
      await boss.fail(queueOf[job.kind], job.id)
      return
    }
    await complete(job.id)
  }

  const workOn = (kind: JobKind, places: number, handler: JobHandler, mayTake: () => boolean) => {
    const share = Math.max(1, Math.floor(places / 2))
    const held = new Map<string, number>()
    const changeHeld = (owner: string, change: 1 | -1) => {
      const count = (held.get(owner) ?? 0) + change
      if (count > 0) held.set(owner, count)
      else held.delete(owner)
    }
    // Many loops fetch and finish at the same time, so their calls share one statement. Only one runs at a
    // time, so nobody gets more than a share between two of them.
    const fetchJob = inBatches(async (loops: null[]): Promise<(FetchedJob | null)[]> => {
      const jobs = await fetchJobs(database, { kind, wanted: loops.length, share, held })
      for (const { owner } of jobs) changeHeld(owner, 1)
      return loops.map((_, i) => jobs[i] ?? null)
    }, batchSize)
    const complete = inBatches(async (ids: string[]): Promise<null[]> => {
      await boss.complete(queueOf[kind], ids)
      return ids.map(() => null)
    }, batchSize)
    const loop = async () => {
      const wakeUp = createAutoResetEvent()
      wakeUps.add(wakeUp)
      while (!closing.signal.aborted) {
        const fetched = mayTake() ? fetchJob(null) : Promise.resolve(null)
        const job = await fetched.catch((error: unknown) => {
          logger.error({ err: error }, 'No job could be fetched')
          return null
        })
        if (job === null) {
          await wakeUp.wait()
          continue
        }
        running.add(job.id)
        await runJob(job, handler, complete).catch((error: unknown) =>
          logger.error({ err: error }, 'A job could not be closed'),
        )
        running.delete(job.id)
        changeHeld(job.owner, -1)
      }
    }
    for (let i = 0; i < places; i += 1) loops.push(loop())
  }

  return {
    async enqueue(connection, { id, kind, owner, document_id, priority, turn, traceparent }) {
      await boss.send(
        queueOf[kind],
        { document_id, ...(traceparent === null ? {} : { traceparent }) },
        {
          id,
          singletonKey: owner,
          priority: bossPriority(priority, turn),
          ...documentRetries,
          db: toBossDb(connection),
        },
      )
      connection.afterCommit(wake)
    },
    async deleteJobs(connection, subjectIds) {
      let deleted = 0
      for (const table of ['job', 'archive']) {
        const { rows } = await connection.query(
          `with gone as (delete from ${schema}.${table} where coalesce(data ->> 'document_id', data ->> 'id') = any($1::text[]) or ${ownerColumn} = any($1::text[]) returning 1) select count(*)::float8 as count from gone`,
          [subjectIds],
        )
        deleted += Number(rows[0]?.count)
      }
      return deleted
    },
    async reprioritise(connection, turns, priority) {
      await connection.query(
        `update ${schema}.job set priority = given.priority
         from unnest($1::text[], $2::int[]) as given (document_id, priority)
         where name = any($3::text[]) and state in ('created', 'retry') and data ->> 'document_id' = given.document_id`,
        [
          turns.map(({ document_id }) => document_id),
          turns.map(({ turn }) => bossPriority(priority, turn)),
          documentQueues,
        ],
      )
    },
    async selectLost(jobIds, takenMs) {
      if (jobIds.length === 0) return []
      const { rows } = await database.query(
        `select given.id from unnest($1::uuid[]) as given (id) where not exists (
           select 1 from ${schema}.job where name = any($2::text[]) and job.id = given.id
           and (state < 'active' or (state = 'active' and started_on > now() - $3 * interval '1 ms')))`,
        [jobIds, documentQueues, takenMs],
      )
      return rows.map(({ id }) => String(id))
    },
    work(handler, places, mayTake = () => true) {
      if (database.notify) stopListening ??= database.listen(newJobs, wakeAll)
      stopRenewing ??= runAtInterval(
        { name: 'Renewing the leases of documents', everyMs: renewEveryMs, task: renew },
        logger,
      )
      stopPolling ??= runAtInterval(
        { name: 'Looking for documents', everyMs: pollEveryMs, task: poll },
        logger,
      )
      for (const kind of jobKinds) workOn(kind, places[kind], handler, mayTake)
    },
    async assertReady() {
      if (closing.signal.aborted) throw new Error('The queue is stopping.')
      await boss.getQueue(queueOf.text)
    },
    async stop(withinMs = 0) {
      closing.abort()
      wakeAll()
      await stopListening?.()
      await stopPolling?.()
      const timeout = setTimeout(() => stopping.abort(), withinMs)
      if (withinMs === 0) stopping.abort()
      await Promise.all(loops)
      clearTimeout(timeout)
      stopping.abort()
      await stopRenewing?.()
      await boss.stop({ graceful: false })
    },
  }
}

/**
 * Lets a loop sleep until the event is set. If it is set while nothing sleeps, the next sleep ends at once.
 */
function createAutoResetEvent() {
  let isSet = false
  let resume: (() => void) | null = null
  return {
    set(): void {
      isSet = true
      resume?.()
    },
    async wait(): Promise<void> {
      if (!isSet) {
        await new Promise<void>((resolve) => {
          resume = resolve
        })
      }
      isSet = false
      resume = null
    },
  }
}
