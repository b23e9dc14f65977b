import PgBoss from 'pg-boss'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dayMs } from '../../lib/durations.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { createGate } from '../../testing/gate.ts'
import type { Connection, Database } from '../database/database.ts'
import { type JobWorkers, RetryLaterError } from './background-queues.ts'
import {
  releaseJobs,
  type ScheduledJob,
  scheduledJobWorker,
  startBackgroundWorker,
} from './background-worker.ts'
import { schema, toBossDb } from './boss.ts'
import { deleteSettledFailures, selectFailedJobs } from './failed-jobs.ts'
import { sendJob, sendMissingJobs } from './send-job.ts'

const pollOptions = { timeout: 120_000, interval: 20 }

let database: Database
let logged: string[] = []
let stops: ((withinMs?: number) => Promise<void>)[] = []
beforeEach(async () => {
  database = await openTestDatabase()
  logged = []
})
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()))
  stops = []
})

function start(workers: JobWorkers, scheduledJobs: ScheduledJob[] = []) {
  const logger = pino({}, { write: (line) => logged.push(line) })
  const stop = startBackgroundWorker({ database, logger }, workers, scheduledJobs)
  stops.push(stop)
  return stop
}
const rows = async (queue: string) =>
  (
    await database.query(
      "select state::text, data ->> 'id' as id from queue.job where name = $1 order by created_on",
      [queue],
    )
  ).rows
/** Makes delayed jobs due, so that a test need not wait for them. */
const hurry = () =>
  database.query(
    "update queue.job set start_after = now() - interval '1 second' where state in ('created', 'retry')",
  )

describe('a background job', () => {
  test('is done once by one of several workers, and not if its transaction was rolled back', async () => {
    const done: string[] = []
    const workers: JobWorkers = { emails: { atOnce: 2, run: async ({ id }) => void done.push(id) } }
    const rolledBack = database.transaction(async (connection) => {
      await sendJob(connection, 'emails', 'undone')
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    for (const id of ['a', 'b', 'c', 'd', 'e']) await sendJob(database, 'emails', id)
    for (const processWorkers of [workers, workers]) start(processWorkers)
    await expect.poll(() => done.length, pollOptions).toBe(5)
    expect(done.sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
    await expect
      .poll(async () => new Set((await rows('emails')).map(({ state }) => state)), pollOptions)
      .toEqual(new Set(['completed']))
  })

  test('waits while nothing may be written', async () => {
    const done: string[] = []
    let mayTake = false
    let asked = 0
    const workers: JobWorkers = { emails: { atOnce: 1, run: async ({ id }) => void done.push(id) } }
    const asks = () => {
      asked += 1
      return mayTake
    }
    await sendJob(database, 'emails', 'a')
    const logger = pino({ level: 'silent' })
    stops.push(startBackgroundWorker({ database, logger, mayTake: asks, pollEveryMs: 20 }, workers, []))
    await expect.poll(() => asked, pollOptions).toBeGreaterThan(2)
    expect(await rows('emails')).toMatchObject([{ id: 'a', state: 'created' }])
    mayTake = true
    await expect.poll(() => done, pollOptions).toEqual(['a'])
  })

  // The embedded database has a single session, so nobody takes a job during a transaction.
  test.runIf(process.env.TEST_DATABASE_URL)(
    'that waits is not taken before a transaction that needs it too has ended',
    async () => {
      const boss = new PgBoss({ db: toBossDb(database), schema })
      const take = async () =>
        (await boss.fetch<{ id: string }>('earlier-documents')).map(({ data }) => data.id)
      const send = (connection: Connection) =>
        sendJob(connection, 'earlier-documents', 'ana', { singletonKey: 'ana' })
      await send(database)
      await database.transaction(async (connection) => {
        await send(connection)
        expect(await take()).toEqual([])
      })
      expect(await take()).toEqual(['ana'])
    },
  )

  test("never exceeds its queue's concurrency", async () => {
    const gate = createGate()
    let [running, most] = [0, 0]
    const run = async () => {
      running += 1
      most = Math.max(most, running)
      await gate.passed
      running -= 1
    }
    for (let i = 0; i < 7; i += 1) await sendJob(database, 'exports', String(i))
    start({ exports: { atOnce: 3, run } })
    await expect.poll(() => running, pollOptions).toBe(3)
    gate.open()
    await expect
      .poll(
        async () => (await rows('exports')).filter(({ state }) => state === 'completed').length,
        pollOptions,
      )
      .toBe(7)
    expect(most).toBe(3)
  })

  test('that throws is retried, and is listed as failed after the last attempt', async () => {
    const tries: boolean[] = []
    const run: NonNullable<JobWorkers['exports']>['run'] = async ({ isLastAttempt }) => {
      tries.push(isLastAttempt)
      throw isLastAttempt ? new Error('for good') : new RetryLaterError('expected')
    }
    start({ exports: { atOnce: 1, run } })
    await sendJob(database, 'exports', 'x')
    await expect
      .poll(async () => {
        await hurry()
        return selectFailedJobs(database, 50)
      }, pollOptions)
      .toMatchObject([{ queue: 'exports', attempts: 4, error: 'Error: for good' }])
    expect(tries).toEqual([false, false, false, true])
    const { rows: jobs } = await database.query('select name, state::text from queue.job')
    expect(jobs).toEqual([{ name: 'exports', state: 'failed' }])
    expect(logged.filter((line) => line.includes('A job failed'))).toHaveLength(1)
  })

  test('is no longer listed as failed once a later job completed the work', async () => {
    let isBroken = true
    const run = async () => {
      if (isBroken) throw new SyntaxError('Unexpected token in "My holiday essay"')
    }
    start({ exports: { atOnce: 1, run } })
    await sendJob(database, 'exports', 'x')
    await expect
      .poll(async () => {
        await hurry()
        return (await selectFailedJobs(database, 50)).map(({ error }) => error)
      }, pollOptions)
      .toEqual(['SyntaxError'])
    isBroken = false
    await sendJob(database, 'exports', 'x')
    await expect.poll(() => selectFailedJobs(database, 50), pollOptions).toEqual([])
    await deleteSettledFailures(database)
    expect((await rows('exports')).map(({ state }) => state)).toEqual(['completed'])
  })

  test('returns to the queue without counting an attempt if the process stops before it is done', async () => {
    const began = createGate()
    const workers: JobWorkers = {
      exports: {
        atOnce: 1,
        run: async (_job, signal) => {
          began.open()
          await new Promise((_, reject) =>
            signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
          )
        },
      },
    }
    await sendJob(database, 'exports', 'x')
    const stop = start(workers)
    await began.passed
    await stop(10)
    expect(await rows('exports')).toMatchObject([{ state: 'retry' }])
    const tries: boolean[] = []
    start({ exports: { atOnce: 1, run: async ({ isLastAttempt }) => void tries.push(isLastAttempt) } })
    await expect.poll(() => tries, pollOptions).toEqual([false])
  })

  test('is taken over from a dead worker, at once if no other process can be alive', async () => {
    await sendJob(database, 'erasures', 'x')
    await database.query("update queue.job set state = 'active', started_on = now() where name = 'erasures'")
    const done: string[] = []
    start({ erasures: { atOnce: 1, run: async ({ id }) => void done.push(id) } })
    await releaseJobs(database)
    await expect.poll(() => done, pollOptions).toEqual(['x'])
  })

  test('is queued once per key, and enqueued again for a row without a job', async () => {
    for (let i = 0; i < 3; i += 1) await sendJob(database, 'webhooks', 'ana', { singletonKey: 'ana' })
    await sendJob(database, 'webhooks', 'bo', { singletonKey: 'bo' })
    expect((await rows('webhooks')).map(({ id }) => id)).toEqual(['ana', 'bo'])
    await sendMissingJobs(database, 'webhooks', ['ana', 'cy'])
    expect((await rows('webhooks')).map(({ id }) => id)).toEqual(['ana', 'bo', 'cy'])
  })
})

test('a worker that stops waits for the job that it is just fetching, and returns it', async () => {
  const gate = createGate()
  let isFetching = false
  const slow: Database = {
    ...database,
    query: async (text, values) => {
      if (/skip locked/i.test(text)) {
        isFetching = true
        await gate.passed
      }
      return database.query(text, values)
    },
  }
  const done: string[] = []
  await sendJob(database, 'erasures', 'x')
  const stop = startBackgroundWorker(
    { database: slow, logger: pino({ level: 'silent' }) },
    {
      erasures: { atOnce: 1, run: async ({ id }) => void done.push(id) },
    },
    [],
  )
  await expect.poll(() => isFetching, pollOptions).toBe(true)
  const stopped = stop()
  gate.open()
  await stopped
  expect(await rows('erasures')).toEqual([{ state: 'retry', id: 'x' }])
  expect(done).toEqual([])
})

describe('a scheduled job', () => {
  const scheduled = (run: ScheduledJob['run'], name = 'sweep') => ({ name, everyMs: dayMs, run })

  test('runs at the first start and when due, not at every start', async () => {
    let runs = 0
    const count = async () => {
      runs += 1
    }
    const jobs = [scheduled(count)]
    const stop = start({}, jobs)
    await expect
      .poll(async () => [runs, (await rows('scheduled-jobs')).map(({ state }) => state)], pollOptions)
      .toEqual([1, ['completed', 'created']])
    await stop()
    start({}, jobs)
    await expect
      .poll(async () => (await rows('scheduled-jobs')).map(({ state }) => state), pollOptions)
      .toEqual(['completed', 'created'])
    expect(runs).toBe(1)
    await hurry()
    await expect.poll(() => runs, pollOptions).toBe(2)
  })

  test('is due by the clock of the database, not of a worker whose clock is behind', async () => {
    const worker = scheduledJobWorker([scheduled(async () => undefined)])
    await database.transaction(async (connection) => {
      const clockBehind: Connection = {
        ...connection,
        query: (text, values) => {
          vi.useRealTimers()
          return connection.query(text, values)
        },
      }
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * dayMs })
      await worker.onClosed?.(clockBehind, 'sweep')
    })
    const { rows: due } = await database.query(
      "select start_after > now() as later from queue.job where name = 'scheduled-jobs'",
    )
    expect(due).toEqual([{ later: true }])
  })

  test('runs in one of several workers at a time', async () => {
    const gate = createGate()
    let [running, most, runs] = [0, 0, 0]
    const jobs = [
      scheduled(async () => {
        running += 1
        most = Math.max(most, running)
        await gate.passed
        running -= 1
        runs += 1
      }),
    ]
    for (let i = 0; i < 3; i += 1) start({}, jobs)
    await expect.poll(() => running, pollOptions).toBe(1)
    gate.open()
    await expect.poll(() => runs, pollOptions).toBe(1)
    expect(most).toBe(1)
    await expect
      .poll(
        async () => (await rows('scheduled-jobs')).filter(({ state }) => state === 'created').length,
        pollOptions,
      )
      .toBe(1)
  })

  test('keeps its schedule when it fails for good, and does not delay others', async () => {
    let others = 0
    const count = async () => {
      others += 1
    }
    start({}, [scheduled(() => Promise.reject(new Error('out of order'))), scheduled(count, 'other')])
    await expect.poll(() => others, pollOptions).toBe(1)
    await expect
      .poll(async () => {
        await database.query(
          "update queue.job set start_after = now() - interval '1 second' where state = 'retry'",
        )
        return (await rows('scheduled-jobs')).filter(({ id }) => id === 'sweep').map(({ state }) => state)
      }, pollOptions)
      .toEqual(['failed', 'created'])
  })
})
