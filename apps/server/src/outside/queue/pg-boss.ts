import { setMaxListeners } from 'node:events'
import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import { inBatches } from '../../batches.ts'
import type { Database } from '../../database/database.ts'
import { createAlarm } from './alarm.ts'
import { bossOver, documentQueue, schema, setUpQueues } from './boss.ts'
import { type Job, type JobHandler, type JobPriority, jobPriorities, type Queue } from './queue.ts'

/** What processes call to each other after they have put a job in. */
const newJobs = 'penmark_jobs'
/** Where nobody called, or the call was missed. */
const lookEveryMs = 1_000
/** Jobs taken or closed with one statement. */
const mostAtOnce = 64
/** How often jobs are looked for whose worker died. */
const maintenanceIntervalSeconds = 60

const FetchedJob = z.object({
  id: z.string(),
  data: z.object({ document_id: z.string(), mark: z.string().nullable().default(null) }),
  retryCount: z.int(),
  retryLimit: z.int(),
})

/** Where a job stands, higher first: its priority, and the turn within it. */
function placeOf(priority: JobPriority, turn: number): number {
  return jobPriorities[priority] - Math.min(turn, jobPriorities.HIGH - 1)
}

/** Jobs in the same database as the rows they concern. */
export async function createQueue(database: Database, logger: Logger): Promise<Queue> {
  await setUpQueues(database)
  const boss = new PgBoss({
    db: bossOver(database),
    schema,
    migrate: false,
    schedule: false,
    maintenanceIntervalSeconds,
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
    const found = await boss.fetch(documentQueue, { batchSize, includeMetadata: true, priority: true })
    return found.map((each) => {
      const { id, data, retryCount, retryLimit } = FetchedJob.parse(each)
      return { id, ...data, isLastAttempt: retryCount >= retryLimit }
    })
  }
  // Many loops ask at the same time, and many end at the same time: one statement serves them all.
  const fetchJob = inBatches(async (loops: null[]): Promise<(Job | null)[]> => {
    const jobs = await fetchJobs(loops.length)
    return loops.map((_, i) => jobs[i] ?? null)
  }, mostAtOnce)
  const complete = inBatches(async (ids: string[]): Promise<null[]> => {
    await boss.complete(documentQueue, ids)
    return ids.map(() => null)
  }, mostAtOnce)

  const runJob = async (job: Job, handler: JobHandler) => {
    try {
      await handler(job, stopping.signal)
    } catch (error) {
      logger.error({ err: error, document_id: job.document_id, last_attempt: job.isLastAttempt }, 'A job failed')
      await boss.fail(documentQueue, job.id)
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
        documentQueue,
        { document_id, ...(mark === null ? {} : { mark }) },
        { id, priority: placeOf(priority, turn), db: bossOver(connection) },
      )
    },
    async forget(connection, ids) {
      let forgotten = 0
      for (const table of ['job', 'archive']) {
        const { rows } = await connection.query(
          `with gone as (delete from ${schema}.${table} where coalesce(data ->> 'document_id', data ->> 'id') = any($1::text[]) returning 1) select count(*)::float8 as count from gone`,
          [ids],
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
        [turns.map(({ document_id }) => document_id), turns.map(({ turn }) => placeOf(priority, turn)), documentQueue],
      )
    },
    async selectLost(jobIds, takenMs) {
      if (jobIds.length === 0) return []
      const { rows } = await database.query(
        `select given.id from unnest($1::uuid[]) as given (id) where not exists (
           select 1 from ${schema}.job where name = $2 and job.id = given.id
           and (state < 'active' or (state = 'active' and started_on > now() - $3 * interval '1 ms')))`,
        [jobIds, documentQueue, takenMs],
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
      await boss.getQueue(documentQueue)
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
