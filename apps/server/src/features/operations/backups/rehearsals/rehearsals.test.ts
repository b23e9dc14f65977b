import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { BackupList, type Document, Installation } from '@penmark/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { version } from '../../../../lib/release.ts'
import { makeBackup } from '../../../../services/backup/make-backup.ts'
import { readManifest, writeManifest } from '../../../../services/backup/manifest.ts'
import { removeLeftovers } from '../../../../services/backup/temporary-copy.ts'
import { openEmbedded } from '../../../../services/database/embedded/embedded.ts'
import { diskSpaceOf } from '../../../../services/system/system.ts'
import { fillDatabaseFolder } from '../../../../testing/database.ts'
import { createTestIdentity } from '../../../../testing/identity.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../../testing/test-app.ts'
import { prose } from '../../../../testing/text.ts'
import { isRehearsalDue } from '../rules.ts'
import { newestBackup, type RehearsalParts, rehearseRestore } from './rehearse.ts'
import { rehearseWeekly } from './rehearse-weekly.ts'

const address = process.env.TEST_DATABASE_URL
const databaseUrl =
  address === undefined ? null : new URL(`/penmark_test_${process.env.VITEST_POOL_ID ?? '0'}`, address).href

let folder = ''
let testApp: TestApp
let ana: TestTeacher
let parts: RehearsalParts
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-rehearsals-'))
  if (databaseUrl === null) fillDatabaseFolder(path.join(folder, 'database'))
  const database = databaseUrl === null ? { database: await openEmbedded(path.join(folder, 'database')) } : {}
  testApp = await startTestApp({ ...database, backups: { databaseUrl } })
  ana = await testApp.teacher('ana', { email: 'ana@school.example' })
  // The first account becomes the administrator.
  await ana.call('GET', '/teachers/me')
  for (const name of ['one.txt', 'two.txt', 'three.txt']) {
    const { body } = await ana.upload('/documents/upload', 'file', [{ name, content: prose(120) }])
    expect((await ana.finished((body as Document).id)).status).toBe('COMPLETED')
  }
  const files = { s3: null, keys: [], acceptsUnsealed: false }
  parts = {
    dataDir: testApp.folder,
    backupDir: path.join(testApp.folder, 'backups'),
    databaseUrl,
    files,
    version,
    readDisk: diskSpaceOf,
  }
})
afterAll(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => rm(parts.backupDir, { recursive: true, force: true }))

async function backUp(): Promise<string> {
  const database = databaseUrl === null ? testApp.database : { url: databaseUrl }
  return makeBackup(
    { database, dataDir: testApp.folder, version, madeBy: 'command' },
    parts.backupDir,
    new Date(),
  )
}

async function newest() {
  const backup = await newestBackup(parts)
  if (backup === null) throw new Error('There is no backup.')
  return backup
}

/** A backup whose checksums are right, and which lacks a file that a document needs. */
async function backUpWithoutFile(): Promise<void> {
  const backupFolder = await backUp()
  const manifest = await readManifest(backupFolder)
  const lost = manifest.files.find(({ path: file }) => file.startsWith('files/'))
  await rm(path.join(backupFolder, lost?.path ?? ''))
  await writeManifest(backupFolder, { ...manifest, files: manifest.files.filter((file) => file !== lost) })
}

const list = async () => BackupList.parse((await ana.call('GET', '/admin/backups')).body)
const health = async () => (await testApp.app.inject('/healthz')).json<unknown>()
const warnings = async () =>
  Installation.parse((await ana.call('GET', '/admin/installation')).body).warnings.map(({ code }) => code)
const databases = async () =>
  (await testApp.database.query("select datname from pg_database where datname like '%rehearsal'")).rows

async function expectNothingLeft(): Promise<void> {
  expect((await readdir(testApp.folder)).filter((name) => name.startsWith('rehearsal'))).toEqual([])
  expect(await databases()).toEqual([])
}

test('a rehearsal restores the newest backup beside the product, counts and opens what is there, and leaves nothing behind', async () => {
  await backUp()
  expect((await list()).rehearsal).toBeNull()
  const now = new Date('2026-12-03T02:00:00Z')
  const rehearsal = await rehearseRestore(parts, await newest(), now)
  expect(rehearsal).toMatchObject({
    documents: 3,
    files: 3,
    opened: 3,
    rehearsed_at: now.toISOString(),
    failure: null,
  })
  expect((await list()).rehearsal).toEqual({ ...rehearsal, status_reason: null })
  expect(await health()).toEqual({ status: 'ready' })
  await expectNothingLeft()
})

test('one that fails is shown with its reason, and stops being shown when one succeeds', async () => {
  await backUpWithoutFile()
  await rehearseRestore(parts, await newest(), new Date())
  const reason = 'The restored backup lacks 1 of the 3 files that its documents need.'
  const failed = [
    'A document of the restored backup has another file than the one that was uploaded.',
    reason,
  ]
  expect(failed).toContain((await list()).rehearsal?.status_reason)
  expect(await health()).toEqual({ status: 'ready', warnings: ['restore-rehearsal-failed'] })
  expect(await warnings()).toContain('restore-rehearsal-failed')
  await expectNothingLeft()

  await rm(parts.backupDir, { recursive: true })
  await backUp()
  await rehearseRestore(parts, await newest(), new Date())
  expect(await health()).toEqual({ status: 'ready' })
  expect(await warnings()).not.toContain('restore-rehearsal-failed')
})

test('a damaged backup fails, and one that was deleted meanwhile says nothing', async () => {
  const backupFolder = await backUp()
  await writeFile(path.join(backupFolder, 'files', 'added'), 'x')
  const backup = await newest()
  const rehearsal = await rehearseRestore(parts, backup, new Date())
  expect(rehearsal?.failure).toMatchObject({
    params: { error: expect.stringContaining('The backup was changed: files/added is not part of it.') },
  })
  await rm(path.join(parts.backupDir, 'rehearsal.json'))
  await rm(backupFolder, { recursive: true })
  expect(await rehearseRestore(parts, backup, new Date())).toBeNull()
  expect((await list()).rehearsal).toBeNull()
})

test('without enough free space nothing is restored', async () => {
  await backUp()
  const rehearsal = await rehearseRestore(
    { ...parts, readDisk: async () => ({ free_bytes: 1_000_000 }) },
    await newest(),
    new Date(),
  )
  expect(rehearsal?.failure).toEqual({
    code: 'rehearsal_needs_space',
    params: { needed: expect.any(Number), free: 1 },
  })
  await expectNothingLeft()
})

test('only one runs at a time', async () => {
  await backUp()
  const backup = await newest()
  const results = await Promise.allSettled([
    rehearseRestore(parts, backup, new Date()),
    rehearseRestore(parts, backup, new Date()),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expectNothingLeft()
})

describe('every week', () => {
  const at = (text: string) => new Date(`${text}:00`)
  const mails = async () =>
    (await testApp.database.query("select recipient from mails where kind = 'restore-rehearsal.failed'")).rows

  test('a failed one is reported to all administrators by email, and none is made when the operator turned that off', async () => {
    await backUpWithoutFile()
    const backups = {
      dataDir: parts.dataDir,
      backupDir: parts.backupDir,
      databaseUrl,
      filesInBucket: false,
      readDisk: diskSpaceOf,
      rehearse: async () => rehearseRestore(parts, await newest(), new Date()),
    }
    const { database, mailer } = testApp
    const dependencies = {
      database,
      mailer,
      identity: await createTestIdentity(),
      publicUrl: 'http://localhost',
      backups,
    }
    const { signal } = new AbortController()
    const nextNight = at('2127-03-01T02:00')
    expect(
      await rehearseWeekly({ ...dependencies, backups: { ...backups, rehearse: null } }, nextNight, signal),
    ).toBeNull()
    expect(await mails()).toEqual([])
    expect(await rehearseWeekly(dependencies, nextNight, signal)).toMatchObject({
      failure: { code: expect.any(String) },
    })
    expect(await mails()).toHaveLength(1)
  })

  test.each([
    ['the night after the first backup', null, '2026-12-01T22:00', '2026-12-02T02:00', true],
    ['not on the day of the first backup', null, '2026-12-01T09:00', '2026-12-01T12:00', false],
    [
      'a day after the first backup, where the machine sleeps at night',
      null,
      '2026-12-01T09:00',
      '2026-12-02T10:00',
      true,
    ],
    ['not in the same week', '2026-12-01T02:00', '2026-12-01T01:00', '2026-12-07T02:00', false],
    ['the night a week later', '2026-12-01T02:00', '2026-12-01T01:00', '2026-12-08T02:00', true],
    ['not at noon of that day', '2026-12-01T02:00', '2026-12-01T01:00', '2026-12-08T12:00', false],
    ['the day after at any hour', '2026-12-01T02:00', '2026-12-01T01:00', '2026-12-09T12:00', true],
  ])('it is due %s', (_when, last, backupMadeAt, now, isDue) => {
    expect(isRehearsalDue(last === null ? null : at(last), at(backupMadeAt), at(now))).toBe(isDue)
  })
})

test('the command, killed in the middle, leaves only what the next start removes, and works when it is run again', async () => {
  await backUp()
  const environment = {
    PATH: process.env.PATH,
    DATA_DIR: parts.dataDir,
    LOG_LEVEL: 'warn',
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  }
  const start = () =>
    spawn(process.execPath, [path.join(inject('bundle'), 'start.js'), 'restore', '--rehearse'], {
      env: environment,
    })
  const killed = start()
  await expect
    .poll(() => existsSync(path.join(parts.dataDir, 'rehearsal', 'data')), { timeout: 60_000, interval: 5 })
    .toBe(true)
  killed.kill('SIGKILL')
  await once(killed, 'close')
  await removeLeftovers(parts)
  await expectNothingLeft()
  const child = start()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(output).toContain(
    'is whole: 3 documents and 3 files, 3 of them opened. The restored copy is removed.',
  )
  expect((await list()).rehearsal).toMatchObject({ documents: 3, status_reason: null })
  await expectNothingLeft()
})
