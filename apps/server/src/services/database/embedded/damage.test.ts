import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillDatabaseFolder } from '../../../testing/database.ts'
import { describeFailedStart } from './damage.ts'
import { openEmbedded } from './embedded.ts'

let root = ''
let whole = ''
/** The file of a table with several pages. */
let table = ''
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'penmark-damage-'))
  whole = path.join(root, 'whole')
  fillDatabaseFolder(whole)
  const database = await openEmbedded(whole)
  await database.query(
    "insert into teachers (id, subject) select gen_random_uuid(), 'teacher-' || nth from generate_series(1, 500) as nth",
  )
  await database.query('vacuum (analyze) teachers')
  const { rows } = await database.query("select pg_relation_filepath('teachers') as file")
  table = String(rows[0]?.file)
  await database.close()
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function copy(name: string): Promise<string> {
  const folder = path.join(root, name)
  await rm(folder, { recursive: true, force: true })
  cpSync(whole, folder, { recursive: true })
  return folder
}

async function walOf(folder: string): Promise<string> {
  const [segment = ''] = (await readdir(path.join(folder, 'pg_wal'))).filter((name) =>
    /^[\dA-F]{24}$/.test(name),
  )
  return path.join(folder, 'pg_wal', segment)
}

describe('a damaged database is refused with what is wrong with it:', () => {
  test.each<[string, (folder: string) => Promise<unknown>, string]>([
    [
      'control file cut',
      (folder) => truncate(path.join(folder, 'global/pg_control'), 100),
      'its control file global/pg_control is incomplete',
    ],
    [
      'control file missing',
      (folder) => rm(path.join(folder, 'global/pg_control')),
      'its control file global/pg_control is incomplete',
    ],
    [
      'control file overwritten',
      (folder) => writeFile(path.join(folder, 'global/pg_control'), Buffer.alloc(8_192)),
      'its control file',
    ],
    [
      'log cut',
      async (folder) => truncate(await walOf(folder), 1_000),
      'its log of the latest changes, pg_wal, is incomplete',
    ],
    [
      'log missing',
      async (folder) => rm(await walOf(folder)),
      'its log of the latest changes, pg_wal, is incomplete',
    ],
    [
      'states of transactions missing',
      (folder) => rm(path.join(folder, 'pg_xact'), { recursive: true }),
      'could not access status of transaction',
    ],
    [
      'table cut at a page',
      (folder) => truncate(path.join(folder, table), 2 * 8_192),
      'of the table teachers was cut off',
    ],
    [
      'table cut within a page',
      (folder) => truncate(path.join(folder, table), 20_000),
      'of the table teachers was cut off',
    ],
    ['table emptied', (folder) => truncate(path.join(folder, table), 0), 'of the table teachers was cut off'],
    ['table missing', (folder) => rm(path.join(folder, table)), 'of the table teachers was cut off'],
    ['version missing', (folder) => rm(path.join(folder, 'PG_VERSION')), 'its file PG_VERSION is missing'],
  ])('%s', async (_name, damage, says) => {
    const folder = await copy('damaged')
    await damage(folder)
    const opening = openEmbedded(folder)
    await expect(opening).rejects.toThrow(`The database in ${folder} is damaged: `)
    await expect(opening).rejects.toThrow(says)
    await expect(opening).rejects.not.toThrow('ASSERTIONS')
  })
})

test('a folder that lost its PG_VERSION is not replaced by a new database', async () => {
  const folder = await copy('kept')
  await rm(path.join(folder, 'PG_VERSION'))
  const before = await readFile(path.join(folder, table))
  await expect(openEmbedded(folder)).rejects.toThrow('is damaged')
  expect((await readFile(path.join(folder, table))).equals(before)).toBe(true)
})

test('an empty folder becomes a new database', async () => {
  const folder = path.join(root, 'empty')
  await mkdir(folder)
  await (await openEmbedded(folder)).close()
  expect(await readdir(folder)).toContain('PG_VERSION')
})

test('a table that a vacuum made shorter, or that ends with half a page after a full disk, is not taken for a damaged one', async () => {
  const folder = await copy('shorter')
  let database = await openEmbedded(folder)
  // As a crash between cutting the file and writing down its size leaves it.
  await database.query("delete from teachers where ctid >= '(1,0)'")
  await database.query('vacuum teachers')
  await database.query("update pg_class set relpages = 100 where relname = 'teachers'")
  await database.close()
  await writeFile(path.join(folder, table), Buffer.alloc(100), { flag: 'a' })
  database = await openEmbedded(folder)
  expect(Number((await database.query('select count(*) from teachers')).rows[0]?.count)).toBeGreaterThan(0)
  await database.close()
})

test('nothing that PostgreSQL says about other things counts as damage', () => {
  expect(describeFailedStart([])).toBeNull()
  expect(
    describeFailedStart(['2026-11-26 17:38:30.604 GMT [42] LOG:  shutting down', 'Aborted()']),
  ).toBeNull()
})
