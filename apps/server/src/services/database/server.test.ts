import { afterEach, expect, test } from 'vitest'
import { isConnectionTimeout } from '../../http/problem.ts'
import { openTestDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'
import { connectServer, createStatementNames } from './server.ts'

const address = process.env.TEST_DATABASE_URL
let database: Database | null = null
afterEach(async () => {
  await database?.close()
  database = null
})

test.skipIf(!address)(
  'survives losing its connection in the middle of a transaction, and reports it once',
  async () => {
    const reportedErrors: string[] = []
    database = await connectServer(address ?? '', (error) => reportedErrors.push(error.message))
    const { query } = database
    const interrupted = database.transaction(async (connection) => {
      const { rows } = await connection.query('select pg_backend_pid() as pid')
      await query('select pg_terminate_backend($1)', [rows[0]?.pid])
      // Between two statements no query is pending that could report the lost connection.
      await expect.poll(() => reportedErrors.length).toBeGreaterThan(0)
      await connection.query('select 1')
    })
    await expect(interrupted).rejects.toThrow()
    expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  },
)

test.skipIf(!address)('lets the server release the locks of a caller that vanished', async () => {
  database = await connectServer(address ?? '', () => undefined)
  const { rows } = await database.query(
    "select current_setting('idle_in_transaction_session_timeout') as held, current_setting('tcp_keepalives_idle') as looked",
  )
  expect(rows).toEqual([{ held: '1min', looked: '30' }])
})

test.skipIf(!address)(
  'distinguishes a caller who found every connection in use from one whose statement failed',
  async () => {
    // Long enough to open the one connection on a busy machine.
    const opened = await connectServer(address ?? '', () => undefined, { connections: 1, waitMs: 3_000 })
    database = opened
    const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)
    const whileInUse = await opened.transaction(() =>
      Promise.all(
        [
          opened.query('select 1'),
          opened.orm.execute('select 1'),
          opened.transaction(async () => undefined),
        ].map(failure),
      ),
    )
    expect(whileInUse.map(isConnectionTimeout)).toEqual([true, true, true])
    expect(isConnectionTimeout(await failure(opened.query('select nothing')))).toBe(false)
  },
)

test('names only statements that are repeated, always the same way', () => {
  const nameOf = createStatementNames()
  expect(['select 1', 'select 1', 'select 2'].map(nameOf)).toEqual([null, null, null])
  const name = nameOf('select 1')
  expect([typeof name, nameOf('select 1'), nameOf('select 2')]).toEqual(['string', name, null])
})

test('names no more statements than the server should keep', () => {
  const nameOf = createStatementNames()
  const often = (text: string) => [1, 2, 3].map(() => nameOf(text)).at(-1)
  const named = Array.from({ length: 1_000 }, (_, i) => often(`select ${i}`)).filter((name) => name !== null)
  expect(new Set(named).size).toBe(named.length)
  expect(named.length).toBe(200)
})

test('returns the same rows named or not, also in transactions and after a failed statement', async () => {
  const database = await openTestDatabase()
  for (let i = 0; i < 6; i += 1) {
    expect((await database.query('select $1::int as n, $2::text as word', [i, 'a'])).rows).toEqual([
      { n: i, word: 'a' },
    ])
    await expect(database.query('select 1 / $1::int as n', [0])).rejects.toThrow()
    const inside = await database.transaction((connection) =>
      connection.query('select $1::int + 1 as n', [i]),
    )
    expect(inside.rows).toEqual([{ n: i + 1 }])
  }
})
