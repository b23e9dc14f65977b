import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { dataDir } from '@electric-sql/pglite-prepopulatedfs'
import { list } from 'tar'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertSpent } from '../../../features/public/human-check/human-check.ts'
import { createRateLimiter } from '../../../http/rate-limits.ts'
import { fillDatabaseFolder } from '../../../testing/database.ts'
import type { Database } from '../database.ts'
import { openEmbedded, unpackPrepared } from './embedded.ts'

let folder = ''
let database: Database
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'penmark-embedded-'))
  fillDatabaseFolder(path.join(folder, 'database'))
  database = await openEmbedded(path.join(folder, 'database'))
  await database.script('create table notes (id int primary key, note text)')
})
afterAll(async () => {
  await database.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('flushes to disk before it acknowledges a commit', async () => {
  const { rows } = await database.query(
    "select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method",
  )
  expect(rows[0]).toEqual({ fsync: 'on', method: 'fsync' })
  const sync = vi.spyOn(fs, 'fsyncSync')
  try {
    for (let id = 1; id <= 5; id += 1) await database.query('insert into notes values ($1, $2)', [id, 'kept'])
    expect(sync.mock.calls.length).toBeGreaterThanOrEqual(5)
  } finally {
    sync.mockRestore()
  }
})

test('has written every file of a new database before it syncs them', async () => {
  const archive = path.join(folder, 'prepared.tgz')
  fs.writeFileSync(archive, Buffer.from(await (await dataDir()).arrayBuffer()))
  const draft = path.join(folder, 'draft')
  fs.mkdirSync(draft)
  const files: string[] = []
  list({
    file: archive,
    sync: true,
    onReadEntry: ({ type, path: name }) => type === 'File' && files.push(path.join(draft, name)),
  })
  expect(files.length).toBeGreaterThan(900)
  // A slow disk, where whatever is not waited for comes too late.
  const open = fs.open
  const slow = vi
    .spyOn(fs, 'open')
    .mockImplementation(((...values: unknown[]) =>
      setTimeout(() => void Reflect.apply(open, fs, values), 50)) as unknown as typeof fs.open)
  try {
    await unpackPrepared(draft)
    expect(files.filter((file) => !fs.existsSync(file))).toEqual([])
  } finally {
    slow.mockRestore()
  }
})

test('counts a visit without waiting for the disk', async () => {
  const limitRate = createRateLimiter(database)
  await limitRate('demo', '192.0.2.1')
  await insertSpent(database, 'proof:1', new Date())
  const sync = vi.spyOn(fs, 'fsyncSync')
  try {
    for (let visit = 1; visit <= 5; visit += 1) await limitRate('demo', '192.0.2.1')
    await insertSpent(database, 'proof:2', new Date())
    expect(sync).not.toHaveBeenCalled()
  } finally {
    sync.mockRestore()
  }
})

test('refuses to open the same folder twice', async () => {
  await expect(openEmbedded(path.join(folder, 'database'))).rejects.toThrow(/in use/)
})

test('lets files be read while many statements wait', async () => {
  const answered: string[] = []
  const statements = Array.from({ length: 300 }, async () => {
    await database.query('select count(*) from generate_series(1, 5000)')
    answered.push('statement')
  })
  const files = (async () => {
    for (let nth = 0; nth < 5; nth += 1) await fs.promises.stat(folder)
    answered.push('files')
  })()
  await Promise.all([...statements, files])
  expect(answered.indexOf('files')).toBeLessThan(answered.length - 1)
})

test('rolls back a transaction that throws, and continues to work', async () => {
  const work = database.transaction(async (connection) => {
    await connection.query("insert into notes values (100, 'never')")
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect((await database.query('select 1 from notes where id = 100')).rows).toEqual([])
})

test('leaves no transaction open when a script fails halfway', async () => {
  await expect(
    database.script("insert into notes values (200, 'half'); insert into nowhere values (1)"),
  ).rejects.toThrow()
  expect((await database.query('select 1 from notes where id = 200')).rows).toEqual([])
})

test('analyses its tables for the planner, because nothing else does', async () => {
  await database.query('insert into notes select i, $1 from generate_series(1000, 1999) i', ['many'])
  await database.tidy()
  expect(
    (await database.query("select reltuples >= 1000 as counted from pg_class where relname = 'notes'")).rows,
  ).toEqual([{ counted: true }])
})

test('creates a missing database, even over the remains of an interrupted start', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'penmark-initialise-'))
  const place = path.join(folder, 'deep', 'database')
  fs.mkdirSync(`${place}.new`, { recursive: true })
  fs.writeFileSync(path.join(`${place}.new`, 'PG_VERSION'), 'half')
  const database = await openEmbedded(place)
  expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await database.close()
  expect(fs.readdirSync(path.dirname(place))).toEqual(['database'])
  fs.rmSync(folder, { recursive: true, force: true })
})

/**
 * Runs what follows on the database in `place` in a process of its own: statements that run for ever would
 * keep this one from ending.
 */
async function runApart(program: string, place: string): Promise<string> {
  fillDatabaseFolder(place)
  const args = [import.meta.resolve('tsx/esm/api'), new URL('./embedded.ts', import.meta.url).href, place]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', `${openApart}${program}`, ...args],
    {
      timeout: 60_000,
    },
  )
  return stdout
}
const openApart = `
const { register } = await import(process.argv[1]); register()
const { openEmbedded } = await import(process.argv[2])
let ended = 0
const database = await openEmbedded(process.argv[3], () => (ended += 1))
const write = (outcomes) => process.stdout.write(outcomes.map(({ status }) => status).join(' '))
`

const lateStatements = `
await database.query('select pg_sleep(0.02)')
const closing = database.close()
const late = [database.query('select 1 / 0'), database.query('select 1'), database.transaction((connection) => connection.query('select 1'))]
const outcomes = await Promise.allSettled(late)
await closing
write(outcomes)
`

test('refuses statements that begin to wait while it closes, and still ends', async () => {
  expect(await runApart(lateStatements, path.join(folder, 'closed'))).toBe('rejected rejected rejected')
})

const unsyncedCommits = (commit: string) => `
const fs = (await import('node:fs')).default
await database.script('create table notes (note text)')
fs.fsyncSync = () => { throw Object.assign(new Error('i/o error'), { code: 'EIO' }) }
const attempts = [${commit}, database.query('select 1'), database.transaction((connection) => connection.query('select 1'))]
write(await Promise.allSettled(attempts))
await database.close()
process.stdout.write(' ' + ended)
process.exit()
`

test.each([
  ['a statement', 'database.query("insert into notes values (1)")'],
  ['a transaction', 'database.transaction((connection) => connection.query("insert into notes values (1)"))'],
])('never acknowledges %s that the disk did not take, and works no more after it', async (what, commit) => {
  const place = path.join(folder, `unsynced ${what}`)
  expect(await runApart(unsyncedCommits(commit), place)).toBe('rejected rejected rejected 1')
  const again = await openEmbedded(place)
  expect(
    (await again.query('select count(*)::int as count from pg_class where relname = $1', ['notes'])).rows,
  ).toEqual([{ count: 1 }])
  await again.close()
})

const vanishedFolder = `
const { rmSync } = await import('node:fs')
await database.script('create table notes (note text)')
const insert = (rows) => database.query('insert into notes select repeat(md5(random()::text), 200) from generate_series(1, ' + rows + ')')
await insert(200)
rmSync(process.argv[3], { recursive: true })
while (ended === 0) await insert(20_000).catch(() => undefined)
write(await Promise.allSettled([database.query('select 1'), insert(1)]))
await database.close()
process.exit()
`

test('ends instead of running for ever when its folder is gone', async () => {
  expect(await runApart(vanishedFolder, path.join(folder, 'vanished'))).toBe('rejected rejected')
})
