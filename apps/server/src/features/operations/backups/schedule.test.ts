import { randomUUID } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type AuditEntry, BackupList, Installation } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbedded } from '../../../services/database/embedded/embedded.ts'
import { fillDatabaseFolder } from '../../../testing/database.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import type { BackupsDependencies } from './readiness.ts'
import { saveSchedule } from './schedule.ts'
import { runSchedule } from './work-backups.ts'

let dataDir = ''
let testApp: TestApp
let ana: TestTeacher
let dependencies: BackupsDependencies
let freeBytes = 1_000_000_000_000
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'penmark-schedule-'))
  fillDatabaseFolder(path.join(dataDir, 'database'))
  const backups = {
    dataDir,
    backupDir: path.join(dataDir, 'backups'),
    databaseUrl: null,
    filesInBucket: false,
    readDisk: async () => ({ free_bytes: freeBytes }),
    rehearse: null,
  }
  testApp = await startTestApp({ database: await openEmbedded(path.join(dataDir, 'database')), backups })
  dependencies = { database: testApp.database, backups }
  ana = await testApp.teacher('ana')
  await ana.call('GET', '/teachers/me')
})
afterAll(async () => {
  await testApp.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** In this machine's time zone. */
const at = (text: string) => new Date(`${text}:00`)
const run = (text: string) => runSchedule(dependencies, at(text))
const list = async () => BackupList.parse((await ana.call('GET', '/admin/backups')).body)
const begun = async () => {
  const { rows } = await testApp.database.query(
    "select created_at from backup_runs where made_by = 'schedule' order by created_at",
  )
  return rows.map(({ created_at }) => created_at)
}
async function finished(): Promise<BackupList> {
  let listed = await list()
  while (listed.run?.ended_at === null) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    listed = await list()
  }
  return listed
}
const scheduled = ({ backups }: BackupList) =>
  backups.filter(({ made_by }) => made_by === 'schedule').map(({ made_at }) => made_at)
const times = (...texts: string[]) => texts.map((text) => at(text).toISOString())
const warnings = async () =>
  Installation.parse((await ana.call('GET', '/admin/installation')).body).warnings.map(({ code }) => code)

test('a schedule is off at first, is saved by administrators, and its changes are recorded', async () => {
  expect(await list()).toMatchObject({
    schedule: { frequency: 'off', hour: 3, keep: 14 },
    next_scheduled_at: null,
  })
  await run('2127-03-01T03:00')
  expect(await begun()).toEqual([])
  const saved = { frequency: 'weekly', hour: 23, keep: 5 }
  expect((await ana.call('PUT', '/admin/backups/schedule', saved)).body).toEqual(saved)
  expect(await list()).toMatchObject({
    schedule: saved,
    next_scheduled_at: expect.any(String),
    time_zone: expect.any(String),
  })
  const [entry] = (await ana.call('GET', '/admin/audit?action=backup-schedule.change')).body as AuditEntry[]
  expect(entry?.details).toMatchObject({
    backup_frequency_before: 'off',
    backup_frequency_after: 'weekly',
    backups_kept_after: 5,
  })
  for (const wrong of [{ hour: 24 }, { keep: 0 }, { frequency: 'hourly' }])
    expect((await ana.call('PUT', '/admin/backups/schedule', { ...saved, ...wrong })).status).toBe(422)
})

test('a daily backup is made once a day, once for all missed days, and the oldest beyond the limit are deleted', async () => {
  await ana.call('POST', '/admin/backups')
  const [byHand] = (await finished()).backups
  await saveSchedule(
    testApp.database,
    { frequency: 'daily', hour: 3, keep: 2 },
    { teacher_id: randomUUID() },
    at('2127-03-01T12:00'),
  )
  // The schedule was saved after this morning's hour.
  await run('2127-03-01T12:05')
  await run('2127-03-02T02:59')
  expect(await begun()).toEqual([])
  await Promise.all([run('2127-03-02T03:01'), run('2127-03-02T03:01')])
  await run('2127-03-02T03:06')
  expect((await finished()).backups[0]).toMatchObject({
    made_by: 'schedule',
    verification: { status_reason: null },
  })
  expect(await begun()).toHaveLength(1)

  // The program was off for days.
  await run('2127-03-05T09:00')
  await finished()
  await run('2127-03-05T09:05')
  expect(scheduled(await finished())).toEqual(times('2127-03-05T09:00', '2127-03-02T03:01'))

  await run('2127-03-06T03:00')
  await expect
    .poll(async () => scheduled(await finished()), { timeout: 60_000 })
    .toEqual(times('2127-03-06T03:00', '2127-03-05T09:00'))
  expect((await list()).backups.at(-1)).toEqual(byHand)
})

test('a scheduled backup that fails is shown and reported to administrators until one succeeds', async () => {
  freeBytes = 1_000
  await run('2127-03-07T03:00')
  await run('2127-03-07T03:05')
  expect((await list()).failed_schedule).toMatchObject({
    state: 'failed',
    created_at: at('2127-03-07T03:00').toISOString(),
    status_reason: expect.stringContaining('MB free. Delete old backups'),
  })
  expect(await warnings()).toContain('scheduled-backup-failed')
  expect(scheduled(await list())).toHaveLength(2)

  freeBytes = 1_000_000_000_000
  await run('2127-03-08T03:00')
  expect((await finished()).failed_schedule).toBeNull()
  expect(await warnings()).not.toContain('scheduled-backup-failed')
})

test("leaves the backups of another installation in the same folder, and does not count them among the schedule's", async () => {
  const { backupDir } = dependencies.backups
  const own = (await list()).backups.filter(({ made_by }) => made_by === 'schedule')
  for (const [nth, name] of ['penmark-21270101T030000Z', 'penmark-21270407T030000Z'].entries()) {
    cpSync(path.join(backupDir, own[0]?.id ?? ''), path.join(backupDir, name), { recursive: true })
    const manifest = path.join(backupDir, name, 'backup.json')
    const made_at = at(nth === 0 ? '2127-01-01T03:00' : '2127-04-07T03:00').toISOString()
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), made_at }))
  }
  await run('2127-04-07T04:00')
  await expect
    .poll(async () => scheduled(await finished()), { timeout: 60_000 })
    .toEqual(times('2127-04-07T04:00', '2127-04-07T03:00', '2127-03-08T03:00', '2127-01-01T03:00'))
  for (const name of ['penmark-21270101T030000Z', 'penmark-21270407T030000Z'])
    rmSync(path.join(backupDir, name), { recursive: true })
})
