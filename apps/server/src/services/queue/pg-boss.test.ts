import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { createGate } from '../../testing/gate.ts'
import type { Database } from '../database/database.ts'
import { waitingQueues } from './boss.ts'
import { createQueue } from './pg-boss.ts'
import type { Job, JobPriority, NewJob, Queue } from './queue.ts'

let database: Database
let queue: Queue
beforeEach(async () => {
  database = await openTestDatabase()
  queue = await createQueue(database, pino({ level: 'silent' }))
})
afterEach(() => queue.stop())

const oneTextAtATime = { text: 1, file: 1, scan: 0 }

async function enqueue(
  priority: JobPriority = 'NORMAL',
  turn = 0,
  change: Partial<NewJob> = {},
): Promise<string> {
  const document_id = randomUUID()
  const job: NewJob = {
    id: randomUUID(),
    kind: 'text',
    owner: 'ana',
    document_id,
    priority,
    turn,
    traceparent: null,
    ...change,
  }
  await database.transaction((connection) => queue.enqueue(connection, job))
  return document_id
}

/** Collects jobs until there are this many. */
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
  queue.work(take, { text: 2, file: 2, scan: 0 })
  expect((await all).map(({ document_id }) => document_id).sort()).toEqual(ids.sort())
})

test('takes no job while nothing may be written, and all that waited once it may be', async () => {
  let mayTake = false
  const asked = createGate()
  const taken = collect(1)
  const document_id = await enqueue()
  let times = 0
  // Each place asks at once, and again after the poll that sees the waiting job.
  queue.work(taken.take, oneTextAtATime, () => {
    times += 1
    if (times > 2) asked.open()
    return mayTake
  })
  await asked.passed
  expect((await database.query("select 1 from queue.job where state = 'active'")).rows).toEqual([])
  mayTake = true
  expect(await taken.all).toMatchObject([{ document_id }])
})

test('asks the database only now and then while no documents wait, in however many places it could work', async () => {
  const taken: string[] = []
  let looks = 0
  const [idle, gate] = [createGate(), createGate()]
  const counting: Database = {
    ...database,
    // On a server, all loops are woken once, when the listening connection is made.
    notify: null,
    query: (text, values) => {
      if (text.includes('for update skip locked')) taken.push(text)
      else if (text.includes(waitingQueues) && ++looks === 3) idle.open()
      return database.query(text, values)
    },
  }
  await queue.stop()
  queue = await createQueue(counting, pino({ level: 'silent' }))
  queue.work(() => gate.passed, { text: 40, file: 4, scan: 1 })
  await idle.passed
  expect(taken).toHaveLength(3)
  gate.open()
})

test('finds a job without a notification', async () => {
  const { take, all } = collect(1)
  queue.work(take, oneTextAtATime)
  const [id, document_id] = [randomUUID(), randomUUID()]
  await database.transaction((connection) =>
    queue.enqueue(connection, {
      id,
      kind: 'text',
      owner: 'ana',
      document_id,
      priority: 'NORMAL',
      turn: 0,
      traceparent: null,
    }),
  )
  expect((await all)[0]?.document_id).toBe(document_id)
})

test('runs no job whose transaction was rolled back', async () => {
  const rolledBack = database.transaction(async (connection) => {
    const [id, document_id] = [randomUUID(), randomUUID()]
    await queue.enqueue(connection, {
      id,
      kind: 'text',
      owner: 'ana',
      document_id,
      priority: 'NORMAL',
      turn: 0,
      traceparent: null,
    })
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  const kept = await enqueue()
  const { take, all } = collect(1)
  queue.work(take, oneTextAtATime)
  expect((await all)[0]?.document_id).toBe(kept)
})

test('runs a waiting job first once it becomes urgent, and keeps the order of the others', async () => {
  const [first, second, third] = [await enqueue(), await enqueue(), await enqueue()]
  await database.transaction((connection) =>
    queue.reprioritise(connection, [{ document_id: third, turn: 0 }], 'HIGH'),
  )
  const { take, all } = collect(3)
  queue.work(take, oneTextAtATime)
  expect((await all).map(({ document_id }) => document_id)).toEqual([third, first, second])
})

test('keeps the lease of a job that waits long for its turn in the process that took it', async () => {
  await queue.stop()
  queue = await createQueue(database, pino({ level: 'silent' }), 20)
  await enqueue()
  const [began, gate] = [createGate(), createGate()]
  queue.work(async () => {
    began.open()
    await gate.passed
  }, oneTextAtATime)
  await began.passed
  await database.query("update queue.job set started_on = now() - interval '10 minutes'")
  const isOld = async () =>
    (await database.query("select started_on < now() - interval '5 minutes' as old from queue.job")).rows[0]
      ?.old
  await expect.poll(isOld, { timeout: 120_000, interval: 20 }).toBe(false)
  gate.open()
})

test('runs urgent jobs first', async () => {
  const [usual, urgent] = [await enqueue('NORMAL'), await enqueue('HIGH')]
  const { take, all } = collect(2)
  queue.work(take, oneTextAtATime)
  expect((await all).map(({ document_id }) => document_id)).toEqual([urgent, usual])
})

test('alternates between teachers within a priority, after urgent jobs', async () => {
  const [late, early, urgent] = [
    await enqueue('NORMAL', 7),
    await enqueue('NORMAL', 3),
    await enqueue('HIGH', 900_000),
  ]
  const { take, all } = collect(3)
  queue.work(take, oneTextAtATime)
  expect((await all).map(({ document_id }) => document_id)).toEqual([urgent, early, late])
})

test('finds jobs that no worker will finish: closed, missing, or held by a silent worker', async () => {
  await enqueue()
  const waiting = String((await database.query('select id from queue.job')).rows[0]?.id)
  const gone = randomUUID()
  expect(await queue.selectLost([waiting, gone], 0)).toEqual([gone])
  await database.query("update queue.job set state = 'active', started_on = now() - interval '5 seconds'")
  expect(await queue.selectLost([waiting], 6_000)).toEqual([])
  expect(await queue.selectLost([waiting], 4_000)).toEqual([waiting])
  await database.query("update queue.job set state = 'failed'")
  expect(await queue.selectLost([waiting], 6_000)).toEqual([waiting])
})

test('lets running jobs finish within the grace period, and starts no others', async () => {
  await enqueue()
  await enqueue()
  const seen: string[] = []
  const began = new Promise<void>((resolve) => {
    queue.work(async (_job, signal) => {
      seen.push('began')
      resolve()
      await sleep(50)
      seen.push(signal.aborted ? 'aborted' : 'finished')
    }, oneTextAtATime)
  })
  await began
  await queue.stop(60_000)
  expect(seen).toEqual(['began', 'finished'])
})

test('finds the next job by index, however many wait', async () => {
  const { rows } = await database.query(
    "select indexdef from pg_indexes where schemaname = 'queue' and indexname like 'job_next%'",
  )
  expect(String(rows[0]?.indexdef)).toContain('priority DESC, created_on, id')
})

test('retries a job that threw, and marks the last attempt', async () => {
  const id = await enqueue()
  const tries: boolean[] = []
  let done: () => void = () => undefined
  const last = new Promise<void>((resolve) => {
    done = resolve
  })
  queue.work(async ({ document_id, isLastAttempt }) => {
    expect(document_id).toBe(id)
    tries.push(isLastAttempt)
    if (isLastAttempt) done()
    throw new Error('not yet')
  }, oneTextAtATime)
  // Makes delayed retries due at once, so that the test need not wait for them.
  const forward = setInterval(
    () =>
      void database.query(
        "update queue.job set start_after = now() where state = 'retry' and start_after > now()",
      ),
    50,
  )
  await last
  clearInterval(forward)
  expect(tries).toEqual([false, false, false, false, false, false, true])
})

test('asks running jobs to stop, and waits for them', async () => {
  await enqueue()
  let stopped = false
  const started = new Promise<void>((resolve) => {
    queue.work(async (_job, signal) => {
      resolve()
      await new Promise((stop) => signal.addEventListener('abort', stop, { once: true }))
      await sleep(20)
      stopped = true
    }, oneTextAtATime)
  })
  await started
  await queue.stop()
  expect(stopped).toBe(true)
  await expect(queue.assertReady()).rejects.toThrow()
})

const pollOptions = { timeout: 120_000, interval: 20 }

/** Holds every job of these documents until the gate opens, and records which have started. */
function hold(held: ReadonlySet<string>) {
  const gate = createGate()
  const begun: string[] = []
  let most = 0
  let running = 0
  const take = async ({ document_id }: Job) => {
    begun.push(document_id)
    if (!held.has(document_id)) return
    running += 1
    most = Math.max(most, running)
    await gate.passed
    running -= 1
  }
  return { gate, begun, take, most: () => most }
}

test('gives one teacher at most half of the places of a kind, whatever else waits', async () => {
  const slow: string[] = []
  for (let i = 0; i < 40; i += 1) slow.push(await enqueue('HIGH', i, { kind: 'file' }))
  const { gate, begun, take, most } = hold(new Set(slow))
  queue.work(take, { text: 4, file: 4, scan: 0 })
  await expect.poll(() => begun.length, pollOptions).toBe(2)
  const others = [
    await enqueue('NORMAL', 0, { kind: 'file', owner: 'bo' }),
    await enqueue('NORMAL', 0, { kind: 'text', owner: 'bo' }),
    await enqueue('NORMAL', 0, { kind: 'text' }),
  ]
  await expect.poll(() => new Set(begun), pollOptions).toEqual(new Set([...slow.slice(0, 2), ...others]))
  gate.open()
  await expect.poll(() => begun.length, pollOptions).toBe(43)
  expect(most()).toBe(2)
})

test('finds the job of another teacher behind a hundred of one who has a full share', async () => {
  for (let i = 0; i < 2; i += 1) await enqueue('HIGH', i)
  const slow = new Set(
    (await database.query("select data ->> 'document_id' as id from queue.job")).rows.map(({ id }) =>
      String(id),
    ),
  )
  const { gate, begun, take } = hold(slow)
  queue.work(take, { text: 4, file: 4, scan: 0 })
  await expect.poll(() => begun.length, pollOptions).toBe(2)
  await database.query(
    `insert into queue.job (name, data, priority, singleton_key)
     select 'texts', json_build_object('document_id', gen_random_uuid()), 5, 'ana' from generate_series(1, 100)`,
  )
  const other = await enqueue('NORMAL', 0, { owner: 'bo' })
  await expect.poll(() => begun, pollOptions).toEqual([...begun.slice(0, 2), other])
  gate.open()
  await expect.poll(() => begun.length, pollOptions).toBe(103)
})

test('runs jobs of an older version without an owner', async () => {
  const document_id = randomUUID()
  await database.query("insert into queue.job (name, data) values ('documents', $1)", [{ document_id }])
  const { take, all } = collect(1)
  queue.work(take, oneTextAtATime)
  expect((await all)[0]).toMatchObject({ document_id, kind: 'file', isLastAttempt: false })
})
