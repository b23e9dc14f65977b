import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { type AuditEntry, type Document, Installation, StorageUse } from '@penmark/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newKey } from '../../../services/storage/storage.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { tablesWithFiles } from './file-rows.ts'
import { keptDays, sweepFiles, unaskedFiles } from './sweep-files.ts'
import { updateRestored } from './sweep-store.ts'

let testApp: TestApp
let ana: TestTeacher
beforeEach(async () => {
  testApp = await startTestApp({ works: false, logLevel: 'info' })
  ana = await testApp.teacher('ana')
  await ana.call('GET', '/teachers/me')
})
afterEach(() => testApp.close())

const inAMinute = () => new Date(Date.now() + 60_000)
async function stored(): Promise<string[]> {
  const keys: string[] = []
  for await (const key of testApp.storage.list(inAMinute())) keys.push(key)
  return keys
}
async function storeOrphans(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => newKey())
  for (const key of keys) await testApp.storage.put(key, Readable.from(['essay']))
  return keys
}
async function upload(): Promise<Document> {
  const { body } = await ana.upload('/documents/upload', 'file', [
    { name: 'secret-name.txt', content: prose(60) },
  ])
  return body as Document
}
/** As if all files were old enough. */
const sweep = () => sweepFiles(testApp, -60_000)
const state = async () => StorageUse.parse((await ana.call('GET', '/admin/storage')).body).sweep
const warnings = async () =>
  Installation.parse((await ana.call('GET', '/admin/installation')).body).warnings.map(({ code }) => code)
const logged = () => testApp.logged.map((line) => JSON.parse(line) as Record<string, unknown>)

test('a few files without a document are set aside for a week, and the log says how many', async () => {
  await upload()
  const orphans = await storeOrphans(2)
  expect(await sweep()).toBe(2)
  expect(await stored()).toHaveLength(1)
  const swept = path.join(testApp.folder, 'files', 'swept')
  const [day = ''] = await readdir(swept)
  const found = await readdir(path.join(swept, day), { recursive: true })
  for (const key of orphans) expect(found).toContain(key)
  expect(logged()).toContainEqual(
    expect.objectContaining({ files: 2, of: 3, deleted_after_days: 0, level: 30 }),
  )
  expect(testApp.logged.join('')).not.toMatch(/secret-name|[0-9a-f]{8}-[0-9a-f]{4}.*swept/)
  const days = 24 * 60 * 60_000
  expect(await testApp.storage.deleteSetAside(new Date(Date.parse(day) + (keptDays - 6) * days - 1))).toBe(0)
  expect(await testApp.storage.deleteSetAside(new Date(Date.parse(day) + days))).toBe(2)
})

test('a file that cannot be moved stays, and the others are set aside all the same', async () => {
  await upload()
  const [stuck = ''] = await storeOrphans(2)
  const { setAside } = testApp.storage
  const storage = {
    ...testApp.storage,
    setAside: async (key: string, now: Date) =>
      key === stuck ? Promise.reject(new Error('moved nowhere')) : setAside(key, now),
  }
  expect(await sweepFiles({ ...testApp, storage }, -60_000)).toBe(1)
  expect(await stored()).toContain(stuck)
  expect(logged()).toContainEqual(expect.objectContaining({ files: 1, level: 40 }))
  expect(await sweep()).toBe(1)
})

test('a database that knows none of the files removes none, until an administrator agrees to that many', async () => {
  await storeOrphans(63)
  expect(await sweep()).toBe(0)
  expect(await stored()).toHaveLength(63)
  expect(await state()).toEqual({ held: 'share', held_since: expect.any(String), files: 63, of: 63 })
  expect(await warnings()).toContain('sweep-held')
  expect(logged()).toContainEqual(expect.objectContaining({ files: 63, of: 63, held: 'share', level: 40 }))
  // The administrator agrees to what the page showed, and to nothing else.
  expect((await ana.call('POST', '/admin/storage/sweep', { files: 62 })).status).toBe(409)
  expect(
    (await (await testApp.teacher('bo')).call('POST', '/admin/storage/sweep', { files: 63 })).status,
  ).toBe(403)
  expect((await ana.call('POST', '/admin/storage/sweep', { files: 63 })).body).toEqual({ files: 63 })
  expect((await ana.call('POST', '/admin/storage/sweep', { files: 63 })).status).toBe(409)
  const [entry] = (await ana.call('GET', '/admin/audit')).body as AuditEntry[]
  expect(entry).toMatchObject({ action: 'files.sweep', details: { files: 63 } })
  const { rows } = await testApp.database.query(
    "select start_after <= now() as is_due from queue.job where name = 'scheduled-jobs' and data ->> 'id' = 'sweep-files'",
  )
  expect(rows).toEqual([{ is_due: true }])
  expect(await sweep()).toBe(63)
  expect(await stored()).toEqual([])
  expect([await state(), await warnings()]).toEqual([null, []])
  // The next one needs a word of its own.
  await storeOrphans(unaskedFiles + 1)
  expect(await sweep()).toBe(0)
})

test('an agreement does not cover what is added after it', async () => {
  await storeOrphans(unaskedFiles + 1)
  await sweep()
  await ana.call('POST', '/admin/storage/sweep', { files: unaskedFiles + 1 })
  await storeOrphans(1)
  expect(await sweep()).toBe(0)
  expect(await state()).toMatchObject({ files: unaskedFiles + 2 })
})

test('after a restore, no file is removed that the restored database does not know, until an administrator agrees', async () => {
  await upload()
  await storeOrphans(1)
  await updateRestored(testApp.database, new Date())
  expect(await sweep()).toBe(0)
  expect(await state()).toMatchObject({ held: 'restore', files: 1, of: 2 })
  await ana.call('POST', '/admin/storage/sweep', { files: 1 })
  expect(await sweep()).toBe(1)
  await storeOrphans(1)
  expect(await sweep()).toBe(1)
})

describe('nothing is swept', () => {
  test('once the files of another installation are in place of these', async () => {
    await storeOrphans(1)
    await testApp.storage.writeMark(randomUUID(), { replace: true })
    expect(await sweep()).toBe(0)
    expect(await stored()).toHaveLength(1)
    expect(await state()).toMatchObject({ held: 'installation', files: null })
    expect(logged()).toContainEqual(
      expect.objectContaining({ level: 50, msg: expect.stringContaining('not of one installation') }),
    )
    // Agreeing to a number of files is no answer to that.
    expect((await ana.call('POST', '/admin/storage/sweep', { files: 1 })).status).toBe(409)
  })

  test('if the files are exchanged while they are looked through', async () => {
    await storeOrphans(1)
    const storage = {
      ...testApp.storage,
      now: async () => {
        await testApp.storage.writeMark(randomUUID(), { replace: true })
        return testApp.storage.now()
      },
    }
    expect(await sweepFiles({ ...testApp, storage }, -60_000)).toBe(0)
    expect(await stored()).toHaveLength(1)
  })
})

test('every table with stored files is asked before one of them is swept', async () => {
  const { rows } = await testApp.database.query(
    "select table_name from information_schema.columns where table_schema = 'public' and column_name like '%blob_key%'",
  )
  expect(new Set(rows.map(({ table_name }) => table_name))).toEqual(new Set(tablesWithFiles))
})
