import { setMaxListeners } from 'node:events'
import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Connection, Database } from '../../database/database.ts'
import { inLots } from '../../lots.ts'
import { createAlarm } from './alarm.ts'
import { type Job, type JobHandler, type JobPriority, jobPriorities, type Queue } from './queue.ts'

const queueName = 'documents'
const schema = 'queue'
/** What processes call to each other after they have put a job in. */
const newJobs = 'penmark_jobs'
/** Where nobody called, or the call was missed. */
const lookEveryMs = 1_000
const retries = { retryLimit: 3, retryDelay: 2, retryBackoff: true } as const
/** Jobs taken or closed with one statement. */
const mostAtOnce = 64
/** A job that ran this long belongs to a process that died. Rows are watched more closely than this, so it only clears the queue. */
const expireInSeconds = 300

const FetchedJob = z.object({
  id: z.string(),
  data: z.object({ document_id: z.string(), mark: z.string().nullable().default(null) }),
  retryCount: z.int(),
  retryLimit: z.int(),
})

/** pg-boss sends some scripts with their own BEGIN and COMMIT; here they run in a transaction of ours. */
function withoutTransaction(text: string): string {
  return text.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')
}

function bossOver(connection: Connection): PgBoss.Db {
  return {
    executeSql: (text, values?: unknown[]) =>
      values && values.length > 0 ? connection.query(text, values) : connection.script(withoutTransaction(text)),
  }
}

/** Any fixed number, other than those of the migrations and the registration. */
const setupKey = 7_366_277

/** Makes or updates the queue's own tables. Processes that start together take turns: pg-boss itself trips over a second one. */
function setUp(database: Database): Promise<void> {
  return database.transaction(async (connection) => {
    await connection.query('select pg_advisory_xact_lock($1)', [setupKey])
    const boss = new PgBoss({ db: bossOver(connection), schema, schedule: false, supervise: false })
    await boss.start()
    await boss.createQueue(queueName, { name: queueName, policy: 'standard', ...retries, expireInSeconds })
    await boss.stop({ graceful: false })
    // Its own index is by time: without this one every look would sort all that waits.
    await connection.query(
      `create index if not exists job_next on ${schema}.job (name, priority desc, created_on, id) where state < 'active'`,
    )
  })
}

/** Where a job stands, higher first: its priority, and the turn within it. */
function placeOf(priority: JobPriority, turn: number): number {
  return jobPriorities[priority] - Math.min(turn, jobPriorities.HIGH - 1)
}

/** Jobs in the same database as the rows they concern. */
export async function createQueue(database: Database, logger: Logger): Promise<Queue> {
  await setUp(database)
  const boss = new PgBoss({
    db: bossOver(database),
    schema,
    migrate: false,
    schedule: false,
    archiveCompletedAfterSeconds: 60 * 60,
    deleteAfterHours: 24,
  })
  boss.on('error', (error) => logger.error({ err: error }, 'The queue reported an error'))
  await boss.start()

  /** Nothing more is taken, and then what runs is told to stop. */
  const closing = new AbortController()
  const stopping = new AbortController()
  // Every job in hand may listen.
  setMaxListeners(0, stopping.signal)
  const loops: Promise<void>[] = []
  const alarms = new Set<ReturnType<typeof createAlarm>>()
  const ring = () => {
    for (const alarm of alarms) alarm.ring()
  }
  const wake = () => {
    ring()
    database.notices?.tell(newJobs)
  }
  let stopListening: (() => Promise<void>) | undefined

  const fetchJobs = async (batchSize: number): Promise<Job[]> => {
    const found = await boss.fetch(queueName, { batchSize, includeMetadata: true, priority: true })
    return found.map((each) => {
      const { id, data, retryCount, retryLimit } = FetchedJob.parse(each)
      return { id, ...data, isLastAttempt: retryCount >= retryLimit }
    })
  }
  // Many loops ask at the same time, and many end at the same time: one statement serves them all.
  const fetchJob = inLots(async (loops: null[]): Promise<(Job | null)[]> => {
    const jobs = await fetchJobs(loops.length)
    return loops.map((_, i) => jobs[i] ?? null)
  }, mostAtOnce)
  const complete = inLots(async (ids: string[]): Promise<null[]> => {
    await boss.complete(queueName, ids)
    return ids.map(() => null)
  }, mostAtOnce)

  const runJob = async (job: Job, handler: JobHandler) => {
    try {
      await handler(job, stopping.signal)
    } catch (error) {
      logger.error({ err: error, document_id: job.document_id, last_attempt: job.isLastAttempt }, 'A job failed')
      await boss.fail(queueName, job.id)
      return
    }
    await complete(job.id)
  }

  const loop = async (handler: JobHandler) => {
    const alarm = createAlarm()
    alarms.add(alarm)
    while (!closing.signal.aborted) {
      const job = await fetchJob(null).catch((error: unknown) => {
        logger.error({ err: error }, 'No job could be fetched')
        return null
      })
      if (job === null) await alarm.wait(lookEveryMs)
      else await runJob(job, handler).catch((error: unknown) => logger.error({ err: error }, 'A job could not be closed'))
    }
  }

  return {
    async enqueue(connection, { id, document_id, priority, turn, mark }) {
      await boss.send(
        queueName,
        { document_id, ...(mark === null ? {} : { mark }) },
        { id, priority: placeOf(priority, turn), db: bossOver(connection) },
      )
    },
    async forget(connection, documentIds) {
      let forgotten = 0
      for (const table of ['job', 'archive']) {
        const { rows } = await connection.query(
          `with gone as (delete from ${schema}.${table} where data ->> 'document_id' = any($1::text[]) returning 1) select count(*)::float8 as count from gone`,
          [documentIds],
        )
        forgotten += Number(rows[0]?.count)
      }
      return forgotten
    },
    async reprioritise(connection, turns, priority) {
      await connection.query(
        `update ${schema}.job set priority = given.priority
         from unnest($1::text[], $2::int[]) as given (document_id, priority)
         where name = $3 and state in ('created', 'retry') and data ->> 'document_id' = given.document_id`,
        [turns.map(({ document_id }) => document_id), turns.map(({ turn }) => placeOf(priority, turn)), queueName],
      )
    },
    async selectLost(jobIds, takenMs) {
      if (jobIds.length === 0) return []
      const { rows } = await database.query(
        `select given.id from unnest($1::uuid[]) as given (id) where not exists (
           select 1 from ${schema}.job where name = $2 and job.id = given.id
           and (state < 'active' or (state = 'active' and started_on > now() - $3 * interval '1 ms')))`,
        [jobIds, queueName, takenMs],
      )
      return rows.map(({ id }) => String(id))
    },
    wake,
    work(handler, jobsAtOnce) {
      stopListening ??= database.notices?.listen(newJobs, ring)
      for (let i = 0; i < jobsAtOnce; i += 1) loops.push(loop(handler))
    },
    async assertReady() {
      if (closing.signal.aborted) throw new Error('The queue is stopping.')
      await boss.getQueue(queueName)
    },
    async stop(withinMs = 0) {
      closing.abort()
      ring()
      await stopListening?.()
      const patience = setTimeout(() => stopping.abort(), withinMs)
      if (withinMs === 0) stopping.abort()
      await Promise.all(loops)
      clearTimeout(patience)
      stopping.abort()
      await boss.stop({ graceful: false })
    },
  }
}
