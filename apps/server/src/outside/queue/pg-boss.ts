import PgBoss from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Connection, Database } from '../../database/database.ts'
import { createAlarm } from './alarm.ts'
import { type Job, type JobHandler, jobPriorities, type Queue } from './queue.ts'

const queueName = 'documents'
const schema = 'queue'
/** Another process may have put a job in; our own wake the workers themselves. */
const lookEveryMs = 1_000
const retries = { retryLimit: 3, retryDelay: 2, retryBackoff: true } as const
/** A job that ran this long belongs to a process that died. Rows are watched more closely than this, so it only clears the queue. */
const expireInSeconds = 300

const FetchedJob = z.object({ id: z.string(), data: z.object({ document_id: z.string() }), retryCount: z.int(), retryLimit: z.int() })

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
  })
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

  const stopping = new AbortController()
  const loops: Promise<void>[] = []
  const alarms = new Set<ReturnType<typeof createAlarm>>()
  const wake = () => {
    for (const alarm of alarms) alarm.ring()
  }

  const fetchJob = async (): Promise<Job | null> => {
    const [found] = await boss.fetch(queueName, { batchSize: 1, includeMetadata: true, priority: true })
    if (!found) return null
    const { id, data, retryCount, retryLimit } = FetchedJob.parse(found)
    return { id, document_id: data.document_id, isLastAttempt: retryCount >= retryLimit }
  }

  const runJob = async (job: Job, handler: JobHandler) => {
    try {
      await handler(job, stopping.signal)
    } catch (error) {
      logger.error({ err: error, document_id: job.document_id, last_attempt: job.isLastAttempt }, 'A job failed')
      await boss.fail(queueName, job.id)
      return
    }
    await boss.complete(queueName, job.id)
  }

  const loop = async (handler: JobHandler) => {
    const alarm = createAlarm()
    alarms.add(alarm)
    stopping.signal.addEventListener('abort', () => alarm.ring(), { once: true })
    while (!stopping.signal.aborted) {
      const job = await fetchJob().catch((error: unknown) => {
        logger.error({ err: error }, 'No job could be fetched')
        return null
      })
      if (job === null) await alarm.wait(lookEveryMs)
      else await runJob(job, handler).catch((error: unknown) => logger.error({ err: error }, 'A job could not be closed'))
    }
  }

  return {
    async enqueue(connection, { id, document_id, priority }) {
      await boss.send(queueName, { document_id }, { id, priority: jobPriorities[priority], db: bossOver(connection) })
    },
    async forget(connection, documentIds) {
      let forgotten = 0
      for (const table of ['job', 'archive']) {
        const { rows } = await connection.query(
          `with gone as (delete from ${schema}.${table} where data ->> 'document_id' = any($1::text[]) returning 1) select count(*)::int as count from gone`,
          [documentIds],
        )
        forgotten += Number(rows[0]?.count)
      }
      return forgotten
    },
    async reprioritise(connection, documentIds, priority) {
      await connection.query(
        `update ${schema}.job set priority = $2 where name = $3 and state in ('created', 'retry') and data ->> 'document_id' = any($1::text[])`,
        [documentIds, jobPriorities[priority], queueName],
      )
    },
    wake,
    work(handler, jobsAtOnce) {
      for (let i = 0; i < jobsAtOnce; i += 1) loops.push(loop(handler))
    },
    async assertReady() {
      if (stopping.signal.aborted) throw new Error('The queue is stopping.')
      await boss.getQueue(queueName)
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops)
      await boss.stop({ graceful: false })
    },
  }
}
