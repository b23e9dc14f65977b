import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Case, Document, Student } from '@penmark/contract'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fillDatabaseFolder } from '../../testing/database.ts'
import { createFaults } from '../../testing/faults/faults.ts'
import { startTestApp, type TestApp, type TestAppOptions, type TestTeacher } from '../../testing/test-app.ts'
import { prose } from '../../testing/text.ts'
import { callRoom, insertWritingLink, Typist } from '../../testing/writing-room.ts'
import { openEmbedded } from '../database/embedded/embedded.ts'
import { createFolderStorage } from './folder.ts'
import { createS3Storage } from './s3.ts'
import { newKey, type Storage } from './storage.ts'
import { openTestS3 } from './testing/s3.ts'
import { createWriteAccess } from './write-access.ts'

const faults = createFaults()
let testApp: TestApp
let ana: TestTeacher
const open = async (options: TestAppOptions = {}) => {
  testApp = await startTestApp({ faults, logLevel: 'info', ...options })
  ana = await testApp.teacher('ana')
}
const closes: (() => Promise<void>)[] = []
afterEach(async () => {
  faults.clear()
  await testApp.close()
  for (const close of closes.splice(0).reverse()) await close()
})

const upload = (name = 'essay.txt') => ana.upload('/documents/upload', 'file', [{ name, content: prose(60) }])
const submit = () => ana.call('POST', '/documents/text', { text: prose(60) })
const health = async ({ app }: TestApp = testApp) => {
  const answer = await app.inject('/healthz')
  return { status: answer.statusCode, body: answer.json<{ reasons?: { code: string; detail: string }[] }>() }
}
const refused = (code: string, words: string) => ({
  status: 507,
  body: { code: 'storage_full', detail: expect.stringContaining(words), reason: { code } },
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-write-access-'))
  closes.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A student in the middle of a text. */
async function openRoom() {
  const student = (await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Berg' }))
    .body as Student
  const { token } = await insertWritingLink(testApp.database, {
    teacher_id: student.teacher_id,
    student_id: student.id,
    class_group_id: null,
  })
  const { session } = (await callRoom(testApp.app, 'open', { token })).body as { session: string }
  await callRoom(testApp.app, 'accept', { session })
  await callRoom(testApp.app, 'batch', { session, version: 0, entries: new Typist().type('Harbours', 1) })
  return session
}

describe('a disk that takes nothing', () => {
  beforeEach(() => open())

  test.each([
    ['is full', 'ENOSPC', 'disk_full', 'is full, so nothing new could be stored'],
    ['has no quota left', 'EDQUOT', 'disk_full', 'is full, so nothing new could be stored'],
    ['is mounted to be read alone', 'EROFS', 'disk_read_only', 'cannot be written to'],
  ])('because it %s is named to the teacher, in the log and in the health check', async (_why, ...rest) => {
    const [code, reason, words] = rest
    faults.failStorage('put', { code, times: 2 })
    expect(await upload()).toMatchObject(refused(reason, words))
    expect(await ana.upload('/documents/batch', 'files', [{ name: 'a.txt', content: 'a' }])).toMatchObject(
      refused(reason, words),
    )
    expect(testApp.logged.join('')).toContain('The disk takes nothing')
    expect(await health()).toMatchObject({
      status: 503,
      body: { status: 'degraded', reasons: [{ code: reason }] },
    })
    expect((await testApp.app.inject('/readyz')).statusCode).toBe(200)
    expect((await upload()).status).toBe(201)
  })

  test('of a PostgreSQL server is told wherever a row is written, also to a student who hands in', async () => {
    const session = await openRoom()
    faults.failQuery('insert into documents', { sqlState: '53100', times: 3 })
    const words = 'is full, so nothing new could be stored'
    expect(await upload()).toMatchObject(refused('disk_full', words))
    expect(await submit()).toMatchObject(refused('disk_full', words))
    expect(await callRoom(testApp.app, 'handIn', { session, version: 8 })).toMatchObject(
      refused('disk_full', words),
    )
    faults.failQuery('insert into students', { sqlState: '53100' })
    expect(await ana.call('POST', '/students', { first_name: 'Bo', last_name: 'Ek' })).toMatchObject(
      refused('disk_full', words),
    )
    expect((await callRoom(testApp.app, 'handIn', { session, version: 8 })).status).toBe(200)
  })

  test('lets a document wait for room, and completes it then', async () => {
    faults.failQuery('insert into document_texts', { sqlState: '53100', times: Number.POSITIVE_INFINITY })
    const { id } = (await upload()).body as Document
    await expect
      .poll(
        async () =>
          (await testApp.database.query('select 1 from queue.job where retry_count > 0')).rows.length,
      )
      .toBe(1)
    faults.clear()
    expect(await ana.finished(id)).toMatchObject({ status: 'COMPLETED' })
  })

  test('is tried more often than a fault of ours before a document ends, which then names it', async () => {
    const untilEnd = async (sqlState: string) => {
      const attempts = faults.failQuery('insert into document_texts', {
        sqlState,
        times: Number.POSITIVE_INFINITY,
      })
      const { id } = (await upload()).body as Document
      let document: Document | null = null
      await expect
        .poll(
          async () => {
            await testApp.database.query("update queue.job set start_after = now() where state = 'retry'")
            document = (await ana.call('GET', `/documents/${id}`)).body as Document
            return document.status
          },
          { timeout: 120_000 },
        )
        .toBe('ERROR')
      faults.clear()
      return { attempts: attempts.happened, document }
    }
    const ours = await untilEnd('57014')
    const full = await untilEnd('53100')
    expect(ours.document).toMatchObject({ failure: { code: 'reading_failed' } })
    expect(full.document).toMatchObject({
      failure: { code: 'disk_full' },
      status_reason: expect.stringContaining('is full'),
    })
    expect(full.attempts).toBeGreaterThan(ours.attempts)
  })
})

test('a disk counts as faulty for a minute after it refused something', async () => {
  await open()
  let now = 0
  const access = createWriteAccess({
    logger: pino({ level: 'silent' }),
    isOneInstallation: async () => true,
    readDisk: async () => null,
    leastFreeBytes: 1,
    now: () => now,
  })
  closes.push(async () => access.close())
  faults.failStorage('put', { code: 'ENOSPC' })
  await upload()
  expect(await access.readObstacles()).toMatchObject([{ code: 'disk_full' }])
  now = 60_000
  expect(await access.readObstacles()).toEqual([])
})

describe('a disk with little room left', () => {
  let free_bytes = 0
  beforeEach(async () => {
    free_bytes = Number.MAX_SAFE_INTEGER
    await open({ readDisk: async () => ({ free_bytes }) })
  })

  test('takes nothing new before any of it is stored, while reading, deciding and deleting go on', async () => {
    const { id: student_id } = (await ana.call('POST', '/students', { first_name: 'Bo', last_name: 'Ek' }))
      .body as Student
    const essay = await ana.call('POST', '/documents/text', { text: prose(60), title: 'Essay', student_id })
    const kept = await ana.finished((essay.body as Document).id)
    const other = await ana.finished(((await upload('other.txt')).body as Document).id)
    const record = (await ana.call('POST', '/cases', { document_id: kept.id })).body as Case
    const classGroup = (await ana.call('POST', '/class-groups', { class_name: '7B' })).body as { id: string }
    const session = await openRoom()
    free_bytes = 1_000_000
    const put = faults.failStorage('put')
    const words = 'is almost full, so it stores nothing new'
    const answers = [
      await upload(),
      await ana.upload('/documents/batch', 'files', [{ name: 'a.txt', content: prose(60) }]),
      await submit(),
      await ana.upload(`/class-groups/${classGroup.id}/sources/upload`, 'file', [
        { name: 'a.txt', content: 'a' },
      ]),
      await ana.call('POST', `/class-groups/${classGroup.id}/sources/text`, { name: 'A', text: 'a' }),
      await ana.call('POST', '/teachers/me/exports', {}),
      await ana.call('POST', '/samples', { language: 'en-GB' }),
      await callRoom(testApp.app, 'handIn', { session, version: 8 }),
    ]
    for (const answer of answers) expect(answer).toMatchObject(refused('disk_low', words))
    expect(put.happened).toBe(0)
    const served = [
      await ana.call('GET', `/documents/${kept.id}`),
      await ana.call('POST', `/cases/${record.id}/steps`, { kind: 'meeting', text: 'We talked.' }),
      await ana.call('POST', `/cases/${record.id}/decisions`, {
        outcome: 'cleared',
        reason: 'She explained it.',
      }),
      await ana.call('DELETE', `/documents/${other.id}`),
      await callRoom(testApp.app, 'batch', { session, version: 8, entries: new Typist().type('!', 9) }),
      await callRoom(testApp.app, 'read', { session }),
    ]
    expect(served.map(({ status }) => status)).toEqual([200, 201, 201, 200, 200, 200])
    expect(await health()).toMatchObject({ status: 503, body: { reasons: [{ code: 'disk_low' }] } })
    faults.clear()
    free_bytes = Number.MAX_SAFE_INTEGER
    expect((await upload()).status).toBe(201)
    expect(await health()).toMatchObject({ status: 200 })
  })

  test('is logged once when it begins and once when it ends', async () => {
    const lines = () => testApp.logged.filter((line) => /disk_low|written again/.test(line)).length
    free_bytes = 1_000_000
    await testApp.writeAccess.check()
    await testApp.writeAccess.check()
    expect(lines()).toBe(1)
    free_bytes = Number.MAX_SAFE_INTEGER
    await testApp.writeAccess.check()
    await testApp.writeAccess.check()
    expect(lines()).toBe(2)
  })

  test('takes no archive either that was asked for before', async () => {
    free_bytes = 1_000_000
    const archive = testApp.storage.put(newKey(), Readable.from(['archive']))
    await expect(archive).rejects.toMatchObject({ code: 'storage_full' })
  })
})

describe.each([
  ['a folder', async (): Promise<Storage> => createFolderStorage(await newFolder())],
  [
    'a bucket',
    async (): Promise<Storage> => {
      const s3 = await openTestS3()
      const storage = await createS3Storage(s3.settings)
      closes.push(s3.close, storage.close)
      return storage
    },
  ],
])('an installation whose files in %s were adopted by another one', (_place, openShared) => {
  test('stops writing at its next check, says why, and still shows everything', async () => {
    const shared = await openShared()
    await open({ sharedStorage: shared })
    const essay = await ana.finished(((await upload()).body as Document).id)
    await testApp.writeAccess.check()
    expect(await health()).toMatchObject({ status: 200 })

    const folder = path.join(await newFolder(), 'database')
    fillDatabaseFolder(folder)
    const second = await startTestApp({ sharedStorage: shared, database: await openEmbedded(folder) })
    closes.push(() => second.close())
    await testApp.writeAccess.check()
    const words = 'Another installation has taken over the files'
    const writes = [
      await upload(),
      await submit(),
      await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Berg' }),
      await ana.call('DELETE', `/documents/${essay.id}`),
    ]
    for (const answer of writes)
      expect(answer).toMatchObject({ status: 503, body: { detail: expect.stringContaining(words) } })
    expect((await ana.call('GET', `/documents/${essay.id}`)).status).toBe(200)
    expect(await health()).toMatchObject({ status: 503, body: { reasons: [{ code: 'files_taken_over' }] } })
    expect(testApp.logged.join('')).toContain(words)
    await expect(testApp.storage.delete(newKey())).rejects.toThrow(words)

    const bo = await second.teacher('bo')
    const theirs = await bo.upload('/documents/upload', 'file', [{ name: 'essay.txt', content: prose(60) }])
    expect(await bo.finished((theirs.body as Document).id)).toMatchObject({ status: 'COMPLETED' })
    await second.writeAccess.check()
    expect(await health(second)).toMatchObject({ status: 200 })
  })
})
