import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Database, sqlStateOf } from '../../services/database/database.ts'
import { connectServer } from '../../services/database/server.ts'
import { sharedSecrets } from '../../services/shared-secrets/shared-secrets.ts'
import { createFolderStorage } from '../../services/storage/folder.ts'
import { newKey } from '../../services/storage/storage.ts'
import { openTestDatabase } from '../database.ts'
import { providePostgres } from '../postgres/find.ts'
import { startPostgres } from '../postgres/start.ts'
import { startTestApp } from '../test-app.ts'
import { prose } from '../text.ts'
import { createFaults } from './faults.ts'

const faults = createFaults()
afterEach(() => faults.clear())

const createTable =
  'create table visitor_secret (name text primary key, value text not null, created_at timestamptz not null default now())'
const lost = 'Connection terminated unexpectedly'

function databaseSuite(open: () => Promise<{ database: Database; close(): Promise<void> }>) {
  let database: Database
  let close: () => Promise<void>
  const insert = (name: string) =>
    database.query('insert into visitor_secret (name, value) values ($1, $2)', [name, 'x'])
  const names = async () =>
    (await database.query('select name from visitor_secret order by name')).rows.map(({ name }) =>
      String(name),
    )

  beforeAll(async () => {
    const opened = await open()
    database = faults.database(opened.database)
    close = opened.close
  })
  afterEach(() => database.query('delete from visitor_secret'))
  afterAll(() => close())

  test('rejects one statement with the requested SQLSTATE, then recovers', async () => {
    const fault = faults.failQuery('INSERT into visitor_secret', { sqlState: '40001' })
    const failed = await insert('one').catch((error: unknown) => error)
    expect(sqlStateOf(failed)).toBe('40001')
    await insert('two')
    expect(fault.happened).toBe(1)
    expect(await names()).toEqual(['two'])
  })

  test('rejects statements of the query builder, inside a transaction and outside', async () => {
    const fault = faults.failQuery(/insert into visitor_secret/, { times: 2 })
    const row = { name: 'one', value: 'x' }
    await expect(database.orm.insert(sharedSecrets).values(row)).rejects.toThrow()
    await expect(database.transaction(({ orm }) => orm.insert(sharedSecrets).values(row))).rejects.toThrow()
    await database.orm.insert(sharedSecrets).values(row)
    expect(fault.happened).toBe(2)
    expect(await database.orm.select().from(sharedSecrets).where(eq(sharedSecrets.name, 'one'))).toHaveLength(
      1,
    )
  })

  test('aborts the transaction of a statement that fails, even when its caller carries on', async () => {
    faults.failQuery('select 1 as one')
    const work = database.transaction(async (connection) => {
      await connection.query('select 1 as one').catch(() => undefined)
      await connection.query('select 2 as two')
    })
    expect(sqlStateOf(await work.catch((error: unknown) => error))).toBe('25P02')
  })

  test('executes a statement and loses the response', async () => {
    faults.failQuery('insert into visitor_secret', { after: true, skip: 1 })
    await insert('one')
    await expect(insert('two')).rejects.toThrow(lost)
    expect(await names()).toEqual(['one', 'two'])
  })

  test('rolls back everything when a commit fails', async () => {
    faults.failCommit()
    const work = database.transaction((connection) =>
      connection.query("insert into visitor_secret (name, value) values ('one', 'x')"),
    )
    await expect(work).rejects.toThrow(lost)
    expect(await names()).toEqual([])
  })

  test('keeps everything when only the response of a commit is lost', async () => {
    const fault = faults.failCommit({ of: 'insert into visitor_secret', after: true })
    await database.transaction((connection) => connection.query('select 1'))
    expect(fault.happened).toBe(0)
    const work = database.transaction((connection) =>
      connection.query("insert into visitor_secret (name, value) values ('one', 'x')"),
    )
    await expect(work).rejects.toThrow(lost)
    expect(fault.happened).toBe(1)
    expect(await names()).toEqual(['one'])
  })

  test('clears faults that have not happened', async () => {
    faults.failQuery('insert into visitor_secret', { times: Infinity })
    faults.clear()
    await insert('one')
    expect(await names()).toEqual(['one'])
  })
}

describe('the embedded database', () => {
  databaseSuite(async () => {
    const database = await openTestDatabase()
    return { database, close: () => database.close() }
  })
})

const binaries = providePostgres()
describe.skipIf(binaries === null)('PostgreSQL', () => {
  databaseSuite(async () => {
    const server = await startPostgres(binaries ?? '')
    const database = await connectServer(await server.createDatabase('faults'), () => undefined)
    await database.query(createTable)
    return {
      database,
      close: async () => {
        await database.close()
        await server.stop()
      },
    }
  })
})

describe('the storage of files', () => {
  const openStorage = async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-faulty-'))
    return {
      storage: faults.storage(createFolderStorage(folder)),
      close: () => rm(folder, { recursive: true }),
    }
  }

  test('fails before or after it stores, and while it lists', async () => {
    const { storage, close } = await openStorage()
    const [never, kept] = [newKey(), newKey()]
    faults.failStorage('put')
    await expect(storage.put(never, Readable.from(['x']))).rejects.toThrow('put')
    expect(await storage.get(never)).toBeNull()

    faults.failStorage('put', { after: true })
    await expect(storage.put(kept, Readable.from(['x']))).rejects.toThrow('put')
    expect(await text((await storage.get(kept)) ?? Readable.from([]))).toBe('x')

    faults.failStorage('list')
    const list = async () => {
      const keys: string[] = []
      for await (const key of storage.list(new Date(Date.now() + 60_000))) keys.push(key)
      return keys
    }
    await expect(list()).rejects.toThrow('list')
    expect(await list()).toEqual([kept])
    await close()
  })
})

describe('threads and children', () => {
  const program = 'setInterval(() => undefined, 1000)'

  test('a thread ends at once, or is refused; the next one works', async () => {
    const fault = faults.failThread('setinterval', { times: 1 })
    const [code] = (await once(new Worker(program, { eval: true }), 'exit')) as [number]
    expect(code).toBe(1)
    faults.failThread('', { how: 'refused' })
    expect(() => new Worker(program, { eval: true })).toThrow('refused')
    const living = new Worker(program, { eval: true })
    await once(living, 'online')
    expect(fault.happened).toBe(1)
    await living.terminate()
  })

  test('a child ends at once, or is refused; the next one works', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-child-'))
    const entry = path.join(folder, 'child.mjs')
    await writeFile(entry, "process.send('alive')")
    faults.failChild('child.mjs')
    expect(await once(fork(entry), 'exit')).toEqual([1, null])
    faults.failChild(/child\.mjs$/, { how: 'refused' })
    const refused = fork(entry)
    expect(await once(refused, 'error')).toEqual([expect.objectContaining({ code: 'ENOENT' })])
    expect(refused.pid).toBeUndefined()
    expect(await once(fork(entry), 'message')).toEqual(['alive', undefined])
    await rm(folder, { recursive: true })
  })
})

test('reaches the parts of a whole server', async () => {
  const testApp = await startTestApp({ faults, works: false })
  const ana = await testApp.teacher('ana')
  const stored = faults.failStorage('put')
  const upload = () => ana.upload('/documents/upload', 'file', [{ name: 'essay.txt', content: prose(80) }])
  expect((await upload()).status).toBeGreaterThanOrEqual(500)
  const commit = faults.failCommit({ of: 'insert into documents' })
  expect((await upload()).status).toBeGreaterThanOrEqual(500)
  expect((await upload()).status).toBe(201)
  expect([stored.happened, commit.happened]).toEqual([1, 1])
  await testApp.close()
})
