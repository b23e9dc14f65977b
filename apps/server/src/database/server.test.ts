import { afterEach, expect, test } from 'vitest'
import { foundNoConnection } from '../http/problem.ts'
import type { Database } from './database.ts'
import { connectServer } from './server.ts'

const address = process.env.TEST_DATABASE_URL
let database: Database | null = null
afterEach(() => database?.close())

test.skipIf(!address)('survives losing its connection in the middle of a transaction, and reports it once', async () => {
  const told: string[] = []
  database = await connectServer(address ?? '', (error) => told.push(error.message))
  const { query } = database
  const cut = database.transaction(async (connection) => {
    const { rows } = await connection.query('select pg_backend_pid() as pid')
    await query('select pg_terminate_backend($1)', [rows[0]?.pid])
    // Between two statements: nobody waits for an answer that could tell of the end.
    await expect.poll(() => told.length).toBeGreaterThan(0)
    await connection.query('select 1')
  })
  await expect(cut).rejects.toThrow()
  expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test.skipIf(!address)('lets the server release the locks of a caller that vanished', async () => {
  database = await connectServer(address ?? '', () => undefined)
  const { rows } = await database.query(
    "select current_setting('idle_in_transaction_session_timeout') as held, current_setting('tcp_keepalives_idle') as looked",
  )
  expect(rows).toEqual([{ held: '1min', looked: '30' }])
})

test.skipIf(!address)('tells a caller who found every connection in use from one whose statement failed', async () => {
  // Long enough to open the one connection on a busy machine.
  const opened = await connectServer(address ?? '', () => undefined, { connections: 1, waitMs: 3_000 })
  database = opened
  const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error)
  const whileInUse = await opened.transaction(() =>
    Promise.all([opened.query('select 1'), opened.orm.execute('select 1'), opened.transaction(async () => undefined)].map(failure)),
  )
  expect(whileInUse.map(foundNoConnection)).toEqual([true, true, true])
  expect(foundNoConnection(await failure(opened.query('select nothing')))).toBe(false)
})
