import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { createQueue } from './pg-boss.ts'
import type { Job, JobPriority, Queue } from './queue.ts'

let database: Database
let queue: Queue
beforeEach(async () => {
  database = await openTestDatabase()
  queue = await createQueue(database, pino({ level: 'silent' }))
})
afterEach(() => queue.stop())

async function enqueue(priority: JobPriority = 'NORMAL'): Promise<string> {
  const document_id = randomUUID()
  await database.transaction((connection) => queue.enqueue(connection, { id: randomUUID(), document_id, priority }))
  queue.wake()
  return document_id
}

/** Collects jobs until there are so many. */
function collect(count: number) {
  const jobs: Job[] = []
  let done: (jobs: Job[]) => void = () => undefined
  const all = new Promise<Job[]>((resolve) => {
    done = resolve
  })
  const take = async (job: Job) => {
    jobs.push(job)
    if (jobs.length === count) done(jobs)
  }
  return { take, all }
}

test('hands each job to one worker', async () => {
  const ids = [await enqueue(), await enqueue(), await enqueue()]
  const { take, all } = collect(3)
  queue.work(take, 2)
  expect((await all).map(({ document_id }) => document_id).sort()).toEqual(ids.sort())
})

test('knows nothing of a job whose transaction was undone', async () => {
  const undone = database.transaction(async (connection) => {
    await queue.enqueue(connection, { id: randomUUID(), document_id: randomUUID(), priority: 'NORMAL' })
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  const kept = await enqueue()
  const { take, all } = collect(1)
  queue.work(take, 1)
  expect((await all)[0]?.document_id).toBe(kept)
})

test('takes a waiting job first once it became urgent, and leaves the others their order', async () => {
  const [first, second, third] = [await enqueue(), await enqueue(), await enqueue()]
  await database.transaction((connection) => queue.reprioritise(connection, [third], 'HIGH'))
  const { take, all } = collect(3)
  queue.work(take, 1)
  expect((await all).map(({ document_id }) => document_id)).toEqual([third, first, second])
})

test('takes urgent jobs first', async () => {
  const [usual, urgent] = [await enqueue('NORMAL'), await enqueue('HIGH')]
  const { take, all } = collect(2)
  queue.work(take, 1)
  expect((await all).map(({ document_id }) => document_id)).toEqual([urgent, usual])
})

test('tries a job again that threw, and says when it is the last time', async () => {
  const id = await enqueue()
  const tries: boolean[] = []
  let done: () => void = () => undefined
  const last = new Promise<void>((resolve) => {
    done = resolve
  })
  queue.work(async ({ document_id, isLastAttempt }) => {
    expect(document_id).toBe(id)
    tries.push(isLastAttempt)
    // Backed-off jobs are brought forward, so that the test need not wait for them.
    setTimeout(() => void database.query("update queue.job set start_after = now() where state = 'retry'").then(queue.wake), 50)
    if (isLastAttempt) done()
    throw new Error('not yet')
  }, 1)
  await last
  expect(tries).toEqual([false, false, false, true])
})

test('tells running jobs to stop, and waits for them', async () => {
  await enqueue()
  let stopped = false
  const started = new Promise<void>((resolve) => {
    queue.work(async (_job, signal) => {
      resolve()
      await new Promise((stop) => signal.addEventListener('abort', stop, { once: true }))
      await new Promise((soon) => setTimeout(soon, 20))
      stopped = true
    }, 1)
  })
  await started
  await queue.stop()
  expect(stopped).toBe(true)
  await expect(queue.assertReady()).rejects.toThrow()
})
