import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../services/database/database.ts'
import { createFolderStorage } from '../../../services/storage/folder.ts'
import { newKey, type Storage } from '../../../services/storage/storage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { fileRows } from '../upkeep/file-rows.ts'
import { agreeOnInstallation, isOneInstallation } from './installation-id.ts'
import { insertId, selectOptionalId } from './store.ts'

let root = ''
let database: Database
let storage: Storage
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'penmark-ids-'))
  storage = createFolderStorage(root)
  database = await openTestDatabase()
})
afterEach(() => rm(root, { recursive: true, force: true }))

const agree = (adopts = false) =>
  agreeOnInstallation({ database, storage, place: '/srv/files', fileRows, adopts })

async function store(): Promise<string> {
  const key = newKey()
  await storage.put(key, Readable.from(['essay']))
  return key
}

/** A teacher, with a document whose file is stored under this key. */
async function insertDocument(key: string): Promise<void> {
  const teacher = randomUUID()
  await database.query('insert into teachers (id, subject) values ($1, $2)', [teacher, teacher])
  await database.query(
    `insert into documents (id, teacher_id, original_filename, file_type, size_bytes, blob_key, status, created_at, updated_at)
     values ($1, $2, 'essay.txt', 'txt', 5, $3, 'COMPLETED', now(), now())`,
    [randomUUID(), teacher, key],
  )
}

const ids = async () => [await selectOptionalId(database), await storage.readMark()]

test('a new installation gets an id, and keeps it', async () => {
  await agree()
  const [id, mark] = await ids()
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(mark).toBe(id)
  await agree()
  expect(await ids()).toEqual([id, id])
  expect(await isOneInstallation(database, storage)).toBe(true)
})

test('processes that start at the same moment agree on one id', async () => {
  await Promise.all(Array.from({ length: 8 }, () => agree()))
  const [id, mark] = await ids()
  expect(mark).toBe(id)
})

describe('an installation from before there were ids gets one without a question', () => {
  test('if the database knows its files', async () => {
    await insertDocument(await store())
    for (let i = 0; i < 20; i += 1) await store()
    await agree()
    const [id, mark] = await ids()
    expect([mark, id]).toEqual([id, expect.any(String)])
  })

  test('if all that is stored was left by an upload that died', async () => {
    await database.query("insert into teachers (id, subject) values (gen_random_uuid(), 'ana')")
    await store()
    await agree()
    expect(await isOneInstallation(database, storage)).toBe(true)
  })
})

describe('a start is refused, and changes nothing,', () => {
  test('on files of another installation, until the operator adopts them', async () => {
    const [theirs, ours] = [randomUUID(), randomUUID()]
    await storage.writeMark(theirs)
    await insertId(database, ours)
    const message = `The files in /srv/files belong to installation ${theirs}, and the database belongs to installation ${ours}. Nothing was changed.`
    await expect(agree()).rejects.toThrow(message)
    await expect(agree()).rejects.toThrow(/restore the backup .* --adopt/)
    expect(await ids()).toEqual([ours, theirs])
    expect(await isOneInstallation(database, storage)).toBe(false)
    expect(await agree(true)).toEqual({ adopted: true })
    const [id, mark] = await ids()
    expect(mark).toBe(id)
    expect([ours, theirs]).not.toContain(id)
    expect(await agree(true)).toEqual({ adopted: false })
  })

  test('on marked files with an empty database, and both get a new id if the operator adopts them', async () => {
    const theirs = randomUUID()
    await storage.writeMark(theirs)
    await expect(agree()).rejects.toThrow(`belong to installation ${theirs}, and the database has none.`)
    expect(await ids()).toEqual([null, theirs])
    await agree(true)
    const [id, mark] = await ids()
    expect(mark).toBe(id)
    expect(id).not.toBe(theirs)
  })

  test('to processes that adopt at the same moment, which end up with one new id', async () => {
    await storage.writeMark(randomUUID())
    await insertId(database, randomUUID())
    await Promise.all(Array.from({ length: 8 }, () => agree(true)))
    expect(await isOneInstallation(database, storage)).toBe(true)
  })

  test('on files without a mark that an empty database does not know', async () => {
    await store()
    await expect(agree()).rejects.toThrow(
      'carry no installation id, the database has none, and it names none of them',
    )
    expect(await ids()).toEqual([null, null])
  })

  test('on files without a mark where the database names others', async () => {
    await store()
    await insertDocument(newKey())
    await expect(agree()).rejects.toThrow('it names none of them')
  })

  test('on an empty place where there were files', async () => {
    await insertId(database, randomUUID())
    await insertDocument(newKey())
    await expect(agree()).rejects.toThrow('and none of the files that the database of installation')
    await agree(true)
    expect(await isOneInstallation(database, storage)).toBe(true)
  })

  test('on files whose mark is damaged', async () => {
    await insertDocument(await store())
    await writeFile(path.join(root, 'installation.json'), '{"installation_id"')
    await expect(agree()).rejects.toThrow('installation.json, beside the uploaded files, is damaged')
  })
})

describe('a restored database', () => {
  test('takes the id of the files that it knows', async () => {
    const id = randomUUID()
    await insertDocument(await store())
    await storage.writeMark(id)
    await agree()
    expect(await ids()).toEqual([id, id])
  })

  test('marks its own files again if the mark was not restored', async () => {
    const id = randomUUID()
    await insertDocument(await store())
    await insertId(database, id)
    await agree()
    expect(await ids()).toEqual([id, id])
  })
})
