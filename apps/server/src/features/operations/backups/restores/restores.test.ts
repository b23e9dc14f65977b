import { createHash, randomBytes } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  type AuditEntry,
  apiBase,
  BackupLink,
  BackupList,
  Restore,
  RestoreTicket,
  restorePartBytes,
} from '@penmark/contract'
import { pino } from 'pino'
import { create } from 'tar'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { version } from '../../../../lib/release.ts'
import { applyPlannedRestore, confirmRestore } from '../../../../services/backup/apply-restore.ts'
import {
  describeFiles,
  type Manifest,
  readManifest,
  writeManifest,
} from '../../../../services/backup/manifest.ts'
import { readPlan, removeAbandonedRestore, restorePaths } from '../../../../services/backup/restore-folder.ts'
import { completeSafetyBackups } from '../../../../services/backup/safety-backups.ts'
import { openEmbedded } from '../../../../services/database/embedded/embedded.ts'
import { fillDatabaseFolder, openTestDatabase } from '../../../../testing/database.ts'
import {
  startTestApp,
  type TestApp,
  type TestAppOptions,
  type TestTeacher,
} from '../../../../testing/test-app.ts'
import { setupNotice } from '../../installation/setup.ts'
import { recordRestore } from './restores.ts'

interface Installation {
  dataDir: string
  testApp: TestApp
  restarts: number[]
}

const folders: string[] = []
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-restores-'))
  folders.push(folder)
  return folder
}

const open = new Set<TestApp>()
async function openInstallation(dataDir: string, options: TestAppOptions = {}): Promise<Installation> {
  const database = options.database ?? (await openEmbedded(path.join(dataDir, 'database')))
  const restarts: number[] = []
  const backups = { dataDir, backupDir: path.join(dataDir, 'backups'), ...options.backups }
  const testApp = await startTestApp({ ...options, database, backups, restart: () => restarts.push(1) })
  open.add(testApp)
  return { dataDir, testApp, restarts }
}
async function newInstallation(options: TestAppOptions = {}): Promise<Installation> {
  const dataDir = await newFolder()
  fillDatabaseFolder(path.join(dataDir, 'database'))
  return openInstallation(dataDir, options)
}
/** It neither makes nor restores a backup, so its database can be in memory. */
async function newInstallationInMemory(options: TestAppOptions): Promise<Installation> {
  return openInstallation(await newFolder(), { ...options, database: await openTestDatabase() })
}
async function close({ testApp }: Installation): Promise<void> {
  open.delete(testApp)
  await testApp.close()
}

/** What a start does before it opens the database, and after it. */
async function restart(installation: Installation, options: TestAppOptions = {}): Promise<Installation> {
  const { dataDir } = installation
  await close(installation)
  await applyPlannedRestore(dataDir, pino({ level: 'silent' }))
  const started = await openInstallation(dataDir, options)
  await confirmRestore(dataDir)
  await recordRestore({ database: started.testApp.database, backups: { ...backupsOf(dataDir) } })
  await completeSafetyBackups({
    dataDir,
    version,
    logger: pino({ level: 'silent' }),
    leaving: new AbortController().signal,
  })
  return started
}
const backupsOf = (dataDir: string) => ({
  dataDir,
  backupDir: path.join(dataDir, 'backups'),
  databaseUrl: null,
  filesInBucket: false,
  readDisk: async () => null,
  rehearse: null,
})

const nobody = ({ testApp }: Installation) => testApp.caller(null)

async function sendPart({ testApp }: Installation, ticket: string, offset: number, payload: Buffer) {
  const url = `${apiBase}/restores/${ticket}/parts?offset=${offset}`
  const response = await testApp.app.inject({
    method: 'PUT',
    url,
    payload,
    headers: { 'content-type': 'application/octet-stream' },
  })
  return { status: response.statusCode, body: response.json() as unknown }
}

/** Sends what is missing, as the web does. */
async function sendRest(
  installation: Installation,
  { ticket, restore }: RestoreTicket,
  archive: Buffer,
): Promise<Restore> {
  let state = restore
  while (state.state === 'uploading') {
    const offset = state.received_bytes
    const { status, body } = await sendPart(
      installation,
      ticket,
      offset,
      archive.subarray(offset, offset + restorePartBytes),
    )
    expect([status, body]).toEqual([200, expect.anything()])
    state = Restore.parse(body)
  }
  while (state.state === 'checking') {
    await new Promise((resolve) => setTimeout(resolve, 20))
    state = Restore.parse((await nobody(installation).call('GET', `/restores/${ticket}`)).body)
  }
  return state
}

async function beginFirst(
  installation: Installation,
  archive: Buffer,
  code?: string,
): Promise<RestoreTicket> {
  const { status, body } = await nobody(installation).call('POST', '/setup/restores', {
    name: 'backup.tar',
    size_bytes: archive.length,
    code,
  })
  expect([status, body]).toEqual([201, expect.anything()])
  return RestoreTicket.parse(body)
}

async function waitForBackup(ana: TestTeacher): Promise<BackupList> {
  for (;;) {
    const list = BackupList.parse((await ana.call('GET', '/admin/backups')).body)
    if (list.run?.state === 'failed') throw new Error(list.run.status_reason ?? 'The backup failed.')
    if (list.run?.state === 'done') return list
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

let source: Installation
/** An empty installation on which nothing is ever restored. */
let shared: Installation
let archive: Buffer
let manifest: Manifest
/** Where the unpacked backup is. */
let place = ''
beforeAll(async () => {
  source = await newInstallation()
  shared = await newInstallation()
  await mkdir(path.join(source.dataDir, 'files', 'ab'), { recursive: true })
  await writeFile(path.join(source.dataDir, 'files', 'ab', 'essay'), randomBytes(3_000_001))
  const ana = await source.testApp.teacher('ana')
  await ana.call('GET', '/teachers/me')
  await ana.call('POST', '/admin/backups')
  const list = await waitForBackup(ana)
  const [made] = list.backups
  place = path.join(source.dataDir, 'backups', made?.id ?? '')
  manifest = await readManifest(place)
  const { url } = BackupLink.parse((await ana.call('POST', `/admin/backups/${made?.id}/link`)).body)
  archive = (await source.testApp.app.inject({ url })).rawPayload
})
afterEach(async () => {
  for (const testApp of open) {
    if (testApp === source.testApp || testApp === shared.testApp) continue
    open.delete(testApp)
    await testApp.close()
  }
})
afterAll(async () => {
  for (const testApp of open) await testApp.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function expectSource(dataDir: string): Promise<void> {
  for (const { path: name, sha256 } of manifest.files.filter((file) => file.path.startsWith('files/'))) {
    const bytes = await readFile(path.join(dataDir, name))
    expect([name, createHash('sha256').update(bytes).digest('hex')]).toEqual([name, sha256])
  }
}
const subjectsIn = async ({ testApp }: Installation) =>
  (await testApp.database.query('select subject from teachers order by subject')).rows.map(
    ({ subject }) => subject,
  )

test('an empty installation is replaced by the backup, byte for byte', async () => {
  const empty = await newInstallation()
  const begun = await beginFirst(empty, archive)
  expect(begun.restore).toMatchObject({ state: 'uploading', received_bytes: 0 })
  const checked = await sendRest(empty, begun, archive)
  expect(checked).toMatchObject({
    state: 'ready',
    contents: {
      made_at: manifest.made_at,
      made_by: 'administrator',
      version,
      files: manifest.files.length,
      teachers: 1,
      documents: 0,
    },
  })
  const { status, body } = await nobody(empty).call('POST', `/restores/${begun.ticket}/apply`)
  expect([status, body]).toEqual([202, expect.objectContaining({ state: 'restarting' })])
  expect(empty.restarts).toEqual([1])
  // From now on nothing can be changed.
  expect((await nobody(empty).call('DELETE', `/restores/${begun.ticket}`)).status).toBe(404)
  const again = await nobody(empty).call('POST', '/setup/restores', { name: 'backup.tar', size_bytes: 5 })
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('being restored at the moment')])

  const restored = await restart(empty)
  expect(await subjectsIn(restored)).toEqual(['ana'])
  await expectSource(restored.dataDir)
  expect((await nobody(restored).call('GET', `/restores/${begun.ticket}`)).body).toMatchObject({
    state: 'restored',
    status_reason: null,
  })
  expect((await readdir(restored.dataDir)).sort()).toEqual(
    expect.not.arrayContaining([expect.stringMatching(/staged|upload/)]),
  )
  expect(await readdir(path.join(restored.dataDir, 'before-restore'))).toEqual([])
  expect(await readdir(restorePaths(restored.dataDir).folder)).toEqual(['outcome.json'])
  const ana = await restored.testApp.teacher('ana')
  const [entry] = (await ana.call('GET', '/admin/audit')).body as AuditEntry[]
  expect(entry).toMatchObject({
    action: 'backup.restore',
    administrator_id: null,
    details: { teachers: 1, documents: 0 },
  })
})

describe('an upload', () => {
  test('continues after a lost connection, a reload and a killed process, and takes no byte twice', async () => {
    let empty = await newInstallation()
    let { ticket } = await beginFirst(empty, archive)
    const half = 1_234_567
    expect((await sendPart(empty, ticket, 0, archive.subarray(0, half))).status).toBe(200)
    const twice = await sendPart(empty, ticket, 0, archive.subarray(0, half))
    expect([twice.status, twice.body]).toEqual([
      409,
      expect.objectContaining({ detail: expect.stringContaining(String(half)) }),
    ])
    expect((await sendPart(empty, ticket, half + 1, archive.subarray(half + 1, half + 9))).status).toBe(409)
    await close(empty)
    empty = await openInstallation(empty.dataDir)
    expect(Restore.parse((await nobody(empty).call('GET', `/restores/${ticket}`)).body).received_bytes).toBe(
      half,
    )
    // A reloaded page has forgotten the ticket.
    const begun = await beginFirst(empty, archive)
    expect(begun.restore).toMatchObject({ state: 'uploading', received_bytes: half })
    expect((await nobody(empty).call('GET', `/restores/${ticket}`)).status).toBe(404)
    ticket = begun.ticket
    expect((await sendRest(empty, begun, archive)).state).toBe('ready')
  })

  test('of another file replaces it, and a cancelled one leaves nothing', async () => {
    const empty = shared
    const first = await beginFirst(empty, archive)
    await sendPart(empty, first.ticket, 0, archive.subarray(0, 600))
    const other = await nobody(empty).call('POST', '/setup/restores', {
      name: 'other.tar',
      size_bytes: 5_000,
    })
    expect(other.body).toMatchObject({ restore: { received_bytes: 0, name: 'other.tar' } })
    const { ticket } = RestoreTicket.parse(other.body)
    expect((await nobody(empty).call('DELETE', `/restores/${ticket}`)).body).toEqual({ cancelled: true })
    expect((await nobody(empty).call('GET', `/restores/${ticket}`)).status).toBe(404)
    expect(await readdir(restorePaths(empty.dataDir).folder)).toEqual([])
  })

  test('is removed if it is not continued for two days', async () => {
    const { dataDir } = shared
    const { ticket } = await beginFirst(shared, archive)
    await sendPart(shared, ticket, 0, archive.subarray(0, 600))
    await removeAbandonedRestore(dataDir, new Date(Date.now() + 47 * 60 * 60_000))
    expect((await readdir(restorePaths(dataDir).folder)).sort()).toEqual(['session.json', 'upload.tar'])
    await removeAbandonedRestore(dataDir, new Date(Date.now() + 49 * 60 * 60_000))
    expect(await readdir(restorePaths(dataDir).folder)).toEqual([])
  })

  test('is refused before it begins where the disk is too small, or the database is a PostgreSQL server', async () => {
    const small = await newInstallationInMemory({
      backups: { readDisk: async () => ({ free_bytes: 70_000_000 }) },
    })
    const full = await nobody(small).call('POST', '/setup/restores', {
      name: 'backup.tar',
      size_bytes: 5_000_000,
    })
    expect([full.status, full.text]).toEqual([507, expect.stringContaining('needs about 74 MB')])
    await close(small)
    const served = await newInstallationInMemory({ backups: { databaseUrl: 'postgres://localhost/penmark' } })
    const refused = await nobody(served).call('POST', '/setup/restores', {
      name: 'backup.tar',
      size_bytes: 5_000_000,
    })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('npm run restore')])
  })

  test('refuses a part that is too large, empty or beyond the end, or sent without a ticket', async () => {
    const empty = shared
    const { ticket } = await beginFirst(empty, archive.subarray(0, 1_000))
    expect((await sendPart(empty, ticket, 0, archive.subarray(0, 1_001))).status).toBe(422)
    expect((await sendPart(empty, ticket, 0, Buffer.alloc(0))).status).toBe(422)
    expect((await sendPart(empty, ticket, 0, Buffer.alloc(restorePartBytes + 1))).status).toBe(413)
    expect((await sendPart(empty, 'anything', 0, archive.subarray(0, 600))).status).toBe(404)
    expect(Restore.parse((await nobody(empty).call('GET', `/restores/${ticket}`)).body).received_bytes).toBe(
      0,
    )
  })

  test.each([
    ['a picture', () => randomBytes(5_000)],
    ['a compressed archive', () => gzipSync(archive)],
    [
      'a compressed archive that looks like a plain one',
      () => Buffer.concat([Buffer.from([0x1f, 0x8b]), archive.subarray(2)]),
    ],
  ])('of %s is refused with its first part', async (_what, bytes) => {
    const empty = shared
    const { ticket } = await beginFirst(empty, bytes())
    const { status, body } = await sendPart(empty, ticket, 0, bytes().subarray(0, restorePartBytes))
    expect([status, body]).toEqual([
      415,
      expect.objectContaining({ detail: expect.stringContaining('not a downloaded backup') }),
    ])
  })
})

/** The archive of a changed copy of a backup. */
async function archiveOf(backup: string, change: (folder: string) => Promise<unknown>): Promise<Buffer> {
  const folder = path.join(await newFolder(), 'backup')
  cpSync(backup, folder, { recursive: true })
  await change(folder)
  const file = `${folder}.tar`
  await create({ file, cwd: path.dirname(folder), portable: true }, ['backup'])
  return readFile(file)
}

/**
 * A backup of few files with correct checksums. Its database cannot be opened, so it serves for faults that
 * are found before that.
 */
async function smallBackup(): Promise<string> {
  const folder = path.join(await newFolder(), 'small')
  for (const name of ['files', 'database/PG_VERSION'])
    cpSync(path.join(place, name), path.join(folder, name), { recursive: true })
  await writeManifest(folder, { ...manifest, files: await describeFiles(folder) })
  return folder
}
const smallArchive = async (change: (folder: string) => Promise<unknown>) =>
  archiveOf(await smallBackup(), change)
const withManifest = (change: Partial<Manifest>) =>
  smallArchive(async (folder) => writeManifest(folder, { ...(await readManifest(folder)), ...change }))

test.each([
  ['is cut off', async () => archive.subarray(0, archive.length - 200_000), 'damaged or incomplete'],
  [
    'has a file with other contents',
    () => smallArchive((folder) => writeFile(path.join(folder, 'files', 'ab', 'essay'), 'other')),
    'files/ab/essay has changed since the backup was made',
  ],
  [
    'lacks a file',
    () => smallArchive((folder) => rm(path.join(folder, 'files', 'ab', 'essay'))),
    'files/ab/essay is missing',
  ],
  [
    'has a file too many',
    () => smallArchive((folder) => writeFile(path.join(folder, 'files', 'more'), '')),
    'files/more is not part of it',
  ],
  [
    'has a link instead of a file',
    () =>
      smallArchive(async (folder) => {
        await rm(path.join(folder, 'files', 'ab', 'essay'))
        await symlink('/etc/hostname', path.join(folder, 'files', 'ab', 'essay'))
      }),
    'files/ab/essay is missing',
  ],
  ['is no backup', () => smallArchive((folder) => rm(path.join(folder, 'backup.json'))), 'not a backup'],
  ['was made by a newer version', () => withManifest({ version: '99.0.0' }), 'made by version 99.0.0'],
  [
    'was made from a PostgreSQL server',
    () => withManifest({ database: 'server' }),
    'made from a PostgreSQL server',
  ],
  [
    'holds no database',
    () =>
      smallArchive(async (folder) => {
        await rm(path.join(folder, 'database'), { recursive: true })
        await rm(path.join(folder, 'backup.json'))
        await writeManifest(folder, { ...manifest, files: await describeFiles(folder) })
      }),
    'holds no database',
  ],
  [
    'has a database that does not open',
    () =>
      archiveOf(place, async (folder) => {
        await truncate(path.join(folder, 'database', 'global', 'pg_control'), 0)
        await rm(path.join(folder, 'backup.json'))
        await writeManifest(folder, { ...manifest, files: await describeFiles(folder) })
      }),
    'damaged or incomplete',
  ],
  [
    'has tables that this version does not know',
    () =>
      archiveOf(place, async (folder) => {
        const database = await openEmbedded(path.join(folder, 'database'))
        await database.query("insert into migrations (name, sha256) values ('99990101000000_later.sql', '')")
        await database.close()
        await rm(path.join(folder, 'backup.json'))
        await writeManifest(folder, { ...manifest, files: await describeFiles(folder) })
      }),
    'made by a newer version',
  ],
])('an archive that %s is refused, saying so, and nothing is changed', async (_what, make, sentence) => {
  const empty = shared
  const bytes = await make()
  const begun = await beginFirst(empty, bytes)
  const { state, status_reason } = await sendRest(empty, begun, bytes)
  expect([state, status_reason]).toEqual(['refused', expect.stringContaining(sentence)])
  expect((await nobody(empty).call('POST', `/restores/${begun.ticket}/apply`)).status).toBe(409)
  expect(empty.restarts).toEqual([])
})

test('an archive whose paths leave the folder writes nothing outside it', async () => {
  const bytes = Buffer.from(archive)
  // Overwrites a file's name in the tar header with a path that leads outside.
  const at = bytes.indexOf('files/ab/essay')
  const header = bytes.subarray(Math.floor(at / 512) * 512, Math.floor(at / 512) * 512 + 512)
  header.fill(0, 0, 100)
  header.write('a/../../../../escaped', 0)
  header.fill(0x20, 148, 156)
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  const empty = shared
  const { state } = await sendRest(empty, await beginFirst(empty, bytes), bytes)
  expect(state).toBe('refused')
  for (const folder of [empty.dataDir, path.dirname(empty.dataDir), restorePaths(empty.dataDir).folder])
    expect(await readdir(folder)).not.toContain('escaped')
})

describe('where others can reach the installation', () => {
  const codeOf = async ({ testApp: { database } }: Installation) =>
    /see: (\S+)/.exec(
      (await setupNotice({ database, needsSetupCode: true }, 'https://school.example')) ?? '',
    )?.[1] ?? ''

  test('the setup page accepts a backup only with the setup code, and a stranger’s data is kept as a backup', async () => {
    const empty = await newInstallation({ needsSetupCode: true })
    const code = await codeOf(empty)
    const begin = (setupCode?: string) =>
      nobody(empty).call('POST', '/setup/restores', {
        name: 'backup.tar',
        size_bytes: archive.length,
        code: setupCode,
      })
    expect((await begin()).status).toBe(403)
    expect((await begin('ABCD-EFGH-JKMN-PQRS')).status).toBe(403)
    const begun = await beginFirst(empty, archive, code)
    const stranger = await empty.testApp.teacher('stranger')
    await stranger.call('GET', '/teachers/me')
    expect((await sendRest(empty, begun, archive)).state).toBe('ready')
    expect((await nobody(empty).call('POST', `/restores/${begun.ticket}/apply`)).status).toBe(202)
    const restored = await restart(empty, { needsSetupCode: true })
    expect(await subjectsIn(restored)).toEqual(['ana'])
    const ana = await restored.testApp.teacher('ana')
    const { backups } = BackupList.parse((await ana.call('GET', '/admin/backups')).body)
    expect(backups.map(({ id, made_by }) => [id, made_by])).toEqual([
      [expect.stringMatching(/^restore-penmark-/), 'restore'],
    ])
    const kept = path.join(restored.dataDir, 'before-restore', backups[0]?.id.slice('restore-'.length) ?? '')
    const former = await openEmbedded(path.join(kept, 'database'))
    expect((await former.query('select subject from teachers')).rows).toEqual([{ subject: 'stranger' }])
    await former.close()
  })

  test('nothing is restored once somebody is the administrator', async () => {
    const empty = await newInstallation({ needsSetupCode: true })
    const code = await codeOf(empty)
    const begun = await beginFirst(empty, archive, code)
    await sendRest(empty, begun, archive)
    const bo = await empty.testApp.teacher('bo')
    expect((await bo.call('POST', '/setup/claim', { code })).status).toBe(200)
    expect((await nobody(empty).call('POST', `/restores/${begun.ticket}/apply`)).status).toBe(409)
    expect(await readPlan(empty.dataDir)).toBeNull()
    expect(empty.restarts).toEqual([])
    expect(
      (await nobody(empty).call('POST', '/setup/restores', { name: 'a.tar', size_bytes: 9, code })).status,
    ).toBe(409)
  })
})

describe('in the admin area', () => {
  async function administered(): Promise<{ installation: Installation; bo: TestTeacher }> {
    const installation = await newInstallation()
    const bo = await installation.testApp.teacher('bo')
    await bo.call('GET', '/teachers/me')
    return { installation, bo }
  }

  test('an administrator who types the word replaces everything; the former data is kept as a backup, and both audit logs record it', async () => {
    const { installation, bo } = await administered()
    const begun = RestoreTicket.parse(
      (await bo.call('POST', '/admin/restores', { name: 'backup.tar', size_bytes: archive.length })).body,
    )
    await sendRest(installation, begun, archive)
    const address = `/admin/restores/${begun.ticket}/apply`
    expect((await bo.call('POST', address, {})).status).toBe(422)
    expect((await bo.call('POST', address, { confirmation: 'yes' })).status).toBe(422)
    const cy = await installation.testApp.teacher('cy')
    expect((await cy.call('POST', address, { confirmation: 'RESTORE' })).status).toBe(403)
    expect((await nobody(installation).call('POST', `/restores/${begun.ticket}/apply`)).status).toBe(404)
    expect(await readPlan(installation.dataDir)).toBeNull()
    expect((await bo.call('POST', address, { confirmation: 'RESTORE' })).status).toBe(202)
    const [entry] = (await bo.call('GET', '/admin/audit')).body as AuditEntry[]
    expect(entry).toMatchObject({
      action: 'backup.restore',
      administrator_id: expect.any(String),
      details: { teachers: 1, documents: 0 },
    })

    const restored = await restart(installation)
    expect(await subjectsIn(restored)).toEqual(['ana'])
    await expectSource(restored.dataDir)
    const ana = await restored.testApp.teacher('ana')
    const { backups } = BackupList.parse((await ana.call('GET', '/admin/backups')).body)
    expect(backups.map(({ made_by }) => made_by)).toEqual(['restore'])
    const [after] = (await ana.call('GET', '/admin/audit')).body as AuditEntry[]
    expect(after).toMatchObject({ action: 'backup.restore', administrator_id: null })
  })

  test('a checked upload whose unpacked database is missing is discarded', async () => {
    const { installation, bo } = await administered()
    const begun = RestoreTicket.parse(
      (await bo.call('POST', '/admin/restores', { name: 'backup.tar', size_bytes: archive.length })).body,
    )
    await sendRest(installation, begun, archive)
    await rm(path.join(restorePaths(installation.dataDir).staged, 'database'), { recursive: true })
    expect(
      (await bo.call('POST', `/admin/restores/${begun.ticket}/apply`, { confirmation: 'RESTORE' })).status,
    ).toBe(404)
    expect(await readdir(restorePaths(installation.dataDir).folder)).toEqual([])
  })
})
