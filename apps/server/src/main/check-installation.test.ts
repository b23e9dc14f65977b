import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOneInstallation } from '../features/operations/installation/installation-id.ts'
import { insertId } from '../features/operations/installation/store.ts'
import { selectSweep } from '../features/operations/upkeep/sweep-store.ts'
import { restorePaths, writeJsonAtomically, writeRestored } from '../services/backup/restore-folder.ts'
import type { Database } from '../services/database/database.ts'
import { withStorage } from '../services/storage/open-storage.ts'
import { newKey } from '../services/storage/storage.ts'
import { openTestS3, type TestS3 } from '../services/storage/testing/s3.ts'
import { openTestDatabase } from '../testing/database.ts'
import { agree, assertNotBesideFiles } from './check-installation.ts'
import { readConfig } from './config.ts'

let dataDir = ''
let s3: TestS3
let database: Database
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'penmark-agree-'))
  s3 = await openTestS3()
  database = await openTestDatabase()
})
afterEach(async () => {
  await s3.close()
  await rm(dataDir, { recursive: true, force: true })
})

const configOf = (prefix?: string) =>
  readConfig({
    DATA_DIR: dataDir,
    S3_BUCKET: s3.settings.bucket,
    S3_ENDPOINT: s3.settings.endpoint ?? '',
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    ...(prefix !== undefined && { S3_PREFIX: prefix }),
  })
const start = (adopts = false) =>
  withStorage(configOf(), (storage) =>
    agree(configOf(), { database, storage, logger: pino({ level: 'silent' }), adopts }),
  )

const contents = {
  made_at: '2026-11-20T00:00:00.000Z',
  made_by: null,
  version: '0.1.0',
  files: 1,
  size_bytes: 1,
  teachers: 1,
  documents: 0,
}

test('a backup restored in the browser takes over the bucket of the installation that it replaces', async () => {
  await withStorage(configOf(), (storage) => storage.writeMark(randomUUID()))
  await insertId(database, randomUUID())
  await expect(start()).rejects.toThrow('the bucket penmark belong to installation')
  const outcome = {
    ticket_hash: 'a',
    name: 'b.tar',
    size_bytes: 1,
    contents,
    reason: null,
    ended_at: new Date().toISOString(),
    is_recorded: false,
  }
  await writeJsonAtomically(restorePaths(dataDir).outcome, outcome)
  await start()
  expect(await withStorage(configOf(), (storage) => isOneInstallation(database, storage))).toBe(true)
})

test('after a restore beside a bucket, the sweep waits for an administrator', async () => {
  await start()
  expect(await selectSweep(database)).toMatchObject({ restored_at: null })
  await writeRestored(dataDir, contents, new Date('2026-11-21T00:00:00Z'))
  await start()
  expect(await selectSweep(database)).toMatchObject({ restored_at: new Date('2026-11-21T00:00:00Z') })
})

test('no new database is made beside files, in the folder of the data or in a bucket', async () => {
  const key = newKey()
  await withStorage(configOf(), (storage) => storage.put(key, Readable.from(['essay'])))
  await expect(assertNotBesideFiles(configOf(), async () => true)).rejects.toThrow(
    `The files in the bucket penmark carry no installation id, and there is no database in ${path.join(dataDir, 'database')}.`,
  )
  await assertNotBesideFiles(configOf('another'), async () => true)
  const inFolder = readConfig({ DATA_DIR: dataDir })
  await assertNotBesideFiles(inFolder, async () => true)
  await mkdir(path.join(dataDir, 'files', key.slice(0, 2)), { recursive: true })
  await writeFile(path.join(dataDir, 'files', key), 'essay')
  await expect(assertNotBesideFiles(inFolder, async () => true)).rejects.toThrow(
    `The files in ${path.join(dataDir, 'files')} carry no`,
  )
})

test('a process beside the first one does not take its new database for a missing one', async () => {
  await withStorage(configOf(), (storage) => storage.writeMark(randomUUID()))
  const answers = [true, false]
  await assertNotBesideFiles(configOf(), async () => answers.shift() ?? false)
  expect(answers).toEqual([])
})
