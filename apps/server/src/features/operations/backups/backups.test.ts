import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type AuditEntry, apiBase, BackupLink, BackupList, BackupRun } from '@penmark/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { version } from '../../../lib/release.ts'
import { describeFiles, findDamage, readManifest, writeManifest } from '../../../services/backup/manifest.ts'
import { restoreBackup } from '../../../services/backup/restore-backup.ts'
import { openEmbedded } from '../../../services/database/embedded/embedded.ts'
import { diskSpaceOf } from '../../../services/system/system.ts'
import { fillDatabaseFolder, openTestDatabase } from '../../../testing/database.ts'
import {
  startTestApp,
  type TestApp,
  type TestAppOptions,
  type TestTeacher,
} from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { startBackup } from './backups.ts'
import type { BackupSettings } from './readiness.ts'

interface Installation {
  dataDir: string
  testApp: TestApp
  ana: TestTeacher
  backups: BackupSettings
}

const folders: string[] = []
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-backups-'))
  folders.push(folder)
  return folder
}

async function openInstallation(dataDir: string, options: TestAppOptions = {}): Promise<Installation> {
  const database = options.database ?? (await openEmbedded(path.join(dataDir, 'database')))
  const here = {
    dataDir,
    backupDir: path.join(dataDir, 'backups'),
    databaseUrl: null,
    filesInBucket: false,
    readDisk: diskSpaceOf,
    rehearse: null,
  }
  const backups: BackupSettings = { ...here, ...options.backups }
  const testApp = await startTestApp({ ...options, database, backups })
  const ana = await testApp.teacher('ana')
  // The first account becomes the administrator.
  await ana.call('GET', '/teachers/me')
  return { dataDir, testApp, ana, backups }
}

async function newInstallation(options: TestAppOptions = {}): Promise<Installation> {
  const dataDir = await newFolder()
  fillDatabaseFolder(path.join(dataDir, 'database'))
  await mkdir(path.join(dataDir, 'files', 'ab'), { recursive: true })
  // Odd sizes, a name longer than a plain tar header holds, and more bytes than one chunk of a stream.
  await writeFile(path.join(dataDir, 'files', 'ab', 'essay'), randomBytes(300_001))
  await writeFile(path.join(dataDir, 'files', 'ab', 'long-'.repeat(40)), 'words')
  await writeFile(path.join(dataDir, 'files', 'ab', 'empty'), '')
  return openInstallation(dataDir, options)
}

/** No backup is made in it, so its database can be in memory. */
async function newInstallationInMemory(options: TestAppOptions): Promise<Installation> {
  return openInstallation(await newFolder(), { ...options, database: await openTestDatabase() })
}

const list = async ({ ana }: Installation) => BackupList.parse((await ana.call('GET', '/admin/backups')).body)
async function finished(installation: Installation) {
  for (;;) {
    const listed = await list(installation)
    if (listed.run?.state === 'done' || listed.run?.state === 'failed') return listed
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
async function makeBackup(installation: Installation): Promise<string> {
  const { status, body } = await installation.ana.call('POST', '/admin/backups')
  expect(status).toBe(202)
  const { backup_id } = BackupRun.parse(body)
  expect((await finished(installation)).run).toMatchObject({ backup_id, state: 'done', status_reason: null })
  return backup_id
}
const audited = async ({ ana }: Installation) =>
  ((await ana.call('GET', '/admin/audit')).body as AuditEntry[]).map(({ action, target_id }) => [
    action,
    target_id,
  ])

let installation: Installation
beforeAll(async () => {
  installation = await newInstallation()
})
afterAll(async () => {
  await installation.testApp.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
afterEach(() => vi.unstubAllEnvs())

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await installation.testApp.app.inject({ url, headers })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}
const linkTo = async (id: string) =>
  BackupLink.parse((await installation.ana.call('POST', `/admin/backups/${id}/link`)).body).url

describe('a backup made on the page', () => {
  let id = ''
  beforeAll(async () => {
    id = await makeBackup(installation)
  })

  test('is listed with its size and who made it, verified, and recorded in the audit log', async () => {
    const { backups, run } = await list(installation)
    expect(backups).toEqual([
      {
        id,
        made_at: expect.any(String),
        made_by: 'administrator',
        version,
        files: expect.any(Number),
        size_bytes: expect.any(Number),
        verification: { verified_at: expect.any(String), status_reason: null, failure: null },
      },
    ])
    expect(backups[0]?.size_bytes).toBeGreaterThan(300_001)
    expect(run).toMatchObject({
      kind: 'make',
      made_by: 'administrator',
      step: 'verifying',
      total_bytes: backups[0]?.size_bytes,
    })
    expect(await audited(installation)).toEqual([['backup.make', id]])
    const place = path.join(installation.dataDir, 'backups', id)
    expect(await findDamage(place, await readManifest(place))).toBeNull()
  })

  test('is downloaded as an archive that the command restores byte for byte', async () => {
    const { status, headers, bytes } = await get(await linkTo(id), { 'accept-encoding': 'gzip, deflate, br' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-disposition': expect.stringContaining(`${id}.tar`),
    })
    expect(headers['content-encoding']).toBeUndefined()
    const [archive, dataDir] = [
      path.join(await newFolder(), 'backup.tar'),
      path.join(await newFolder(), 'data'),
    ]
    await writeFile(archive, bytes)
    const { files } = await restoreBackup({ dataDir, databaseUrl: null, version }, archive)
    for (const file of files) {
      const restored = await readFile(path.join(dataDir, file.path))
      expect([file.path, createHash('sha256').update(restored).digest('hex')]).toEqual([
        file.path,
        file.sha256,
      ])
    }
    expect((await readdir(dataDir)).sort()).toEqual(['database', 'files', 'restored.json'])
    // The database only opens if its empty folders were restored too.
    const database = await openEmbedded(path.join(dataDir, 'database'))
    expect((await database.query('select subject from teachers')).rows).toEqual([{ subject: 'ana' }])
    await database.close()
  })

  test('continues an interrupted download wherever it stopped', async () => {
    const url = await linkTo(id)
    const { bytes, headers } = await get(url)
    const etag = String(headers.etag)
    const stops = [1, 511, 512, 513, 300_000, 700_003, bytes.length - 1_024, bytes.length - 1]
    for (const stop of stops) {
      const start = await get(url, { range: `bytes=0-${stop - 1}` })
      const rest = await get(url, { range: `bytes=${stop}-`, 'if-range': etag })
      expect([start.status, rest.status]).toEqual([206, 206])
      expect(rest.headers).toMatchObject({
        'content-range': `bytes ${stop}-${bytes.length - 1}/${bytes.length}`,
        'content-length': String(bytes.length - stop),
        etag,
      })
      expect(Buffer.concat([start.bytes, rest.bytes]).equals(bytes)).toBe(true)
    }
    expect((await get(url, { range: 'bytes=-700' })).bytes.equals(bytes.subarray(-700))).toBe(true)
    // The client's part belongs to another version of the file, so it gets the whole file.
    const other = await get(url, { range: 'bytes=100-', 'if-range': '"other"' })
    expect([other.status, other.bytes.length]).toEqual([200, bytes.length])
    const beyond = await get(url, { range: `bytes=${bytes.length}-` })
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
  })

  test('is downloaded only with the newest link, and not after twelve hours', async () => {
    const first = await linkTo(id)
    const second = await linkTo(id)
    expect((await get(first)).status).toBe(404)
    expect((await get(second, { range: 'bytes=0-0' })).status).toBe(206)
    await installation.testApp.database.query(
      "update backup_links set expires_at = now() - interval '1 second'",
    )
    expect((await get(second)).status).toBe(404)
    expect((await get(`${apiBase}/backups/anything`)).status).toBe(404)
  })

  test.each([
    [
      'a file was changed',
      (file: string) => appendFile(file, 'x'),
      'The backup is damaged: database/PG_VERSION has changed',
    ],
    [
      'a file is missing',
      (file: string) => rm(file),
      'The backup is incomplete: database/PG_VERSION is missing.',
    ],
    [
      'a file was added',
      (file: string) => writeFile(`${file}.new`, ''),
      'The backup was changed: database/PG_VERSION.new',
    ],
  ])('says so when %s, and is verified again once it is whole', async (_what, damage, words) => {
    const file = path.join(installation.dataDir, 'backups', id, 'database', 'PG_VERSION')
    const whole = await readFile(file)
    const verify = async () => {
      const { status, body } = await installation.ana.call('POST', `/admin/backups/${id}/verify`)
      expect([status, BackupRun.parse(body).kind]).toEqual([202, 'verify'])
      return (await finished(installation)).backups[0]?.verification?.status_reason
    }
    await damage(file)
    expect(await verify()).toContain(words)
    await writeFile(file, whole)
    await rm(`${file}.new`, { force: true })
    expect(await verify()).toBeNull()
  })

  test('is deleted with its link and its files, and recorded', async () => {
    const other = await makeBackup(installation)
    const url = await linkTo(other)
    expect((await installation.ana.call('DELETE', `/admin/backups/${other}`)).body).toEqual({
      id: other,
      deleted: true,
    })
    expect((await list(installation)).backups.map((backup) => backup.id)).toEqual([id])
    expect(await readdir(path.join(installation.dataDir, 'backups'))).toEqual([id])
    expect((await get(url)).status).toBe(404)
    expect((await installation.ana.call('DELETE', `/admin/backups/${other}`)).status).toBe(404)
    expect((await audited(installation))[0]).toEqual(['backup.delete', other])
  })

  test.each([
    '..',
    '../files',
    '..%2Ffiles',
    'update-..',
    'penmark-20261123T000000Z',
    'penmark-20261123T000000Z.part',
  ])('is not found under the name %s', async (name) => {
    for (const [method, rest] of [
      ['POST', '/verify'],
      ['POST', '/link'],
      ['DELETE', ''],
    ] as const)
      expect(
        (await installation.ana.call(method, `/admin/backups/${encodeURIComponent(name)}${rest}`)).status,
      ).toBe(404)
  })
})

test('backups of the command line and before updates are listed too, newest first', async () => {
  const { dataDir } = installation
  const [newest] = (await list(installation)).backups
  const { made_by: _made_by, ...manifest } = await readManifest(
    path.join(dataDir, 'backups', newest?.id ?? ''),
  )
  const names = ['penmark-20250101T000000Z', 'penmark-20250102T000000Z']
  const places = [
    path.join(dataDir, 'before-update', names[0] ?? ''),
    path.join(dataDir, 'backups', names[1] ?? ''),
  ]
  for (const [at, place] of places.entries()) {
    await mkdir(path.join(place, 'files'), { recursive: true })
    await writeFile(path.join(place, 'files', 'essay'), 'words')
    await writeManifest(place, {
      ...manifest,
      made_at: `2025-01-0${at + 1}T00:00:00.000Z`,
      files: await describeFiles(place),
    })
  }
  await mkdir(path.join(dataDir, 'backups', 'penmark-20250103T000000Z.part'))
  const { backups } = await list(installation)
  expect(backups.map(({ id, made_by, verification }) => [id, made_by, verification === null])).toEqual([
    [newest?.id, 'administrator', false],
    [names[1], 'command', true],
    [`update-${names[0]}`, 'update', true],
  ])
  expect((await get(await linkTo(`update-${names[0]}`))).status).toBe(200)
  for (const { id } of backups.slice(1))
    expect((await installation.ana.call('DELETE', `/admin/backups/${id}`)).status).toBe(200)
})

test('two backups started within one second are both made', async () => {
  const { backups: settings, testApp } = installation
  const dependencies = { database: testApp.database, backups: settings }
  const now = new Date()
  const ids: string[] = []
  for (let nth = 0; nth < 2; nth += 1) {
    const { backup_id } = await startBackup(dependencies, { teacher_id: randomUUID() }, now)
    await finished(installation)
    ids.push(backup_id)
  }
  const { backups } = await list(installation)
  expect(backups.slice(0, 2).map(({ id, verification }) => [id, verification?.status_reason])).toEqual(
    ids.reverse().map((id) => [id, null]),
  )
  for (const id of ids) await installation.ana.call('DELETE', `/admin/backups/${id}`)
})

test('keeps the last hundred runs of deleted backups, and every verification of existing ones', async () => {
  const id = await makeBackup(installation)
  const { database } = installation.testApp
  await database.query(
    "update backup_runs set created_at = created_at - interval '3 days' where backup_id = $1",
    [id],
  )
  await database.query(
    `insert into backup_runs (id, kind, backup_id, state, created_at, ended_at)
     select gen_random_uuid(), 'verify', 'gone', 'done', now() - interval '1 day' - n * interval '1 minute', now() from generate_series(1, 150) n`,
  )
  const other = await makeBackup(installation)
  const remembered = async () => {
    const { rows } = await database.query('select backup_id from backup_runs')
    return rows.filter(({ backup_id }) => backup_id === 'gone').length
  }
  await expect.poll(remembered, { timeout: 60_000 }).toBeLessThan(100)
  const { backups } = await list(installation)
  expect(
    backups
      .filter((backup) => [id, other].includes(backup.id))
      .map(({ verification }) => verification?.status_reason),
  ).toEqual([null, null])
  for (const each of [id, other]) await installation.ana.call('DELETE', `/admin/backups/${each}`)
})

describe('without a worker', () => {
  let waiting: Installation
  beforeAll(async () => {
    waiting = await newInstallationInMemory({ works: false })
  })
  afterAll(() => waiting.testApp.close())

  test('a backup is shown as waiting, and no second one begins', async () => {
    const first = await waiting.ana.call('POST', '/admin/backups')
    expect(first.status).toBe(202)
    expect((await list(waiting)).run).toEqual(first.body)
    const second = await waiting.ana.call('POST', '/admin/backups')
    expect([second.status, second.body]).toEqual([409, expect.objectContaining({ code: 'conflict' })])
    expect(await audited(waiting)).toHaveLength(1)
  })
})

test('a backup that a killed process left unfinished is made again by the next start', async () => {
  const stopped = await newInstallation({ works: false })
  const { backup_id } = BackupRun.parse((await stopped.ana.call('POST', '/admin/backups')).body)
  const { dataDir, testApp } = stopped
  await testApp.database.query("update backup_runs set state = 'running', runs = 1")
  await testApp.database.query(
    "update queue.job set state = 'active', started_on = now() where name = 'backups'",
  )
  await mkdir(path.join(dataDir, 'backups', `${backup_id}.part`, 'files'), { recursive: true })
  await writeFile(path.join(dataDir, 'backups', `${backup_id}.part`, 'files', 'half'), 'ha')
  await testApp.close()
  const started = await openInstallation(dataDir)
  try {
    const { backups, run } = await finished(started)
    expect(run).toMatchObject({ backup_id, state: 'done' })
    expect(backups.map(({ id, verification }) => [id, verification?.status_reason])).toEqual([
      [backup_id, null],
    ])
    expect(await readdir(path.join(dataDir, 'backups'))).toEqual([backup_id])
  } finally {
    await started.testApp.close()
  }
})

test('a restored installation does not repeat the backup from which it was restored, and can make its own', async () => {
  const source = await newInstallation()
  await source.ana.call('POST', '/documents/text', { text: prose(60) })
  const id = await makeBackup(source)
  await source.testApp.close()
  const dataDir = path.join(await newFolder(), 'data')
  await restoreBackup({ dataDir, databaseUrl: null, version }, path.join(source.dataDir, 'backups', id))
  const restored = await openInstallation(dataDir)
  try {
    await expect.poll(async () => (await list(restored)).run, { timeout: 60_000 }).toBeNull()
    expect((await list(restored)).backups).toEqual([])
    expect(await makeBackup(restored)).not.toBe(id)
  } finally {
    await restored.testApp.close()
  }
})

test('polling a running backup does not measure the whole installation each time', async () => {
  const readDisk = vi.fn(async () => ({ free_bytes: 1e12 }))
  const waiting = await newInstallationInMemory({ works: false, backups: { readDisk } })
  try {
    await list(waiting)
    await list(waiting)
    expect(readDisk).toHaveBeenCalledTimes(2)
    expect((await waiting.ana.call('POST', '/admin/backups')).status).toBe(202)
    expect(await list(waiting)).toMatchObject({ run: { state: 'waiting' }, obstacle: null, free_bytes: 1e12 })
    expect(readDisk).toHaveBeenCalledTimes(3)
  } finally {
    await waiting.testApp.close()
  }
})

describe('an obstacle is reported before anything begins', () => {
  test.each<[string, string, number, TestAppOptions['backups']]>([
    ['no-room', 'MB free. Delete old backups', 507, { readDisk: async () => ({ free_bytes: 1_000 }) }],
    ['folder-not-writable', 'cannot be written', 409, { backupDir: '/dev/null/backups' }],
    ['pg-dump-missing', 'lacks the program pg_dump', 409, { databaseUrl: 'postgres://localhost/penmark' }],
  ])('%s', async (obstacle, words, status, backups) => {
    vi.stubEnv('PATH', '/nowhere')
    const blocked = await newInstallationInMemory({ works: false, backups: { ...backups } })
    try {
      expect((await list(blocked)).obstacle).toBe(obstacle)
      const answer = await blocked.ana.call('POST', '/admin/backups')
      expect([answer.status, answer.body]).toEqual([
        status,
        expect.objectContaining({ detail: expect.stringContaining(words) }),
      ])
      expect((await list(blocked)).run).toBeNull()
    } finally {
      await blocked.testApp.close()
    }
  })
})
