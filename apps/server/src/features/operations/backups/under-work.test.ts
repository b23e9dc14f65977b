import { rmSync } from 'node:fs'
import { appendFile, mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { apiBase, BackupList, type Document } from '@penmark/contract'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { version } from '../../../lib/release.ts'
import { makeBackup } from '../../../services/backup/make-backup.ts'
import { readManifest } from '../../../services/backup/manifest.ts'
import { restoreBackup } from '../../../services/backup/restore-backup.ts'
import type { Database } from '../../../services/database/database.ts'
import { openEmbedded } from '../../../services/database/embedded/embedded.ts'
import { connectServer } from '../../../services/database/server.ts'
import { startAppeals } from '../../../testing/appeals.ts'
import { createAttack } from '../../../testing/attack.ts'
import { fillDatabaseFolder } from '../../../testing/database.ts'
import { prose } from '../../../testing/text.ts'
import { callRoom, insertWritingLink, Typist } from '../../../testing/writing-room.ts'
import { saveSchedule } from './schedule.ts'
import { runSchedule } from './work-backups.ts'

const address = process.env.TEST_DATABASE_URL
const databaseUrl =
  address === undefined ? null : new URL(`/penmark_test_${process.env.VITEST_POOL_ID ?? '0'}`, address).href
const fail = (error: Error) => {
  throw error
}

const scanFile = path.join(
  import.meta.dirname,
  '../../../../../../packages/extract/fixtures/files/scan-english.pdf',
)

const folders: string[] = []
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-under-work-'))
  folders.push(folder)
  return folder
}
// Registered first, so that it runs last: the database is closed before its files are removed.
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const databaseFolder = path.join(await newFolder(), 'database')
if (databaseUrl === null) fillDatabaseFolder(databaseFolder)
// Not in a hook: it registers hooks of its own, which end what it started.
const school = await startAppeals({
  ...(databaseUrl === null ? { database: await openEmbedded(databaseFolder) } : {}),
  backups: { databaseUrl },
  planLimits: false,
})
await school.testApp.app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(school.testApp.app.server.address() as AddressInfo).port}`
const attack = createAttack(
  'backups',
  'people upload, hand in, write and export while a backup is made, and it is restored',
  'backups',
)
afterAll(() => attack.expectDefended(3))

const dataDir = () => school.testApp.folder
const drafts = () => readdir(path.join(dataDir(), 'files', '.unfinished'))

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A form whose file arrives in drips. */
interface Drip {
  drip(): void
  end(): Promise<number>
  abort(): void
}

/** Begins to send a form and stops in the middle of its file. */
function beginForm(
  url: string,
  field: string,
  headers: Record<string, string>,
  fields: Record<string, string> = {},
): Drip {
  const boundary = 'drip'
  const sent: ClientRequest = request(`${origin}${url}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  const status = new Promise<number>((resolve, reject) => {
    sent.on('response', (response) => resolve(response.resume().statusCode ?? 0))
    sent.on('error', reject)
  })
  status.catch(() => undefined)
  for (const [name, value] of Object.entries(fields))
    sent.write(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  sent.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="essay.txt"\r\ncontent-type: text/plain\r\n\r\n`,
  )
  const drip = () => void sent.write(`${prose(400)}\n`)
  drip()
  return {
    drip,
    end: () => {
      sent.end(`\r\n--${boundary}--\r\n`)
      return status
    },
    abort: () => sent.destroy(),
  }
}

/** What the product has promised to keep. */
interface Acknowledged {
  documents: string[]
  replyFiles: number
  keystrokes: { submission_id: string; version: number }
}

interface Work {
  acknowledged: Acknowledged
  /** Goes on in all forms that are being sent. */
  drip(): void
  stop(): Promise<void>
}

/** `withScan`: one of the documents takes long to read. */
async function beginWork({ withScan = false } = {}): Promise<Work> {
  const { testApp, ana, student, linkedCase, send } = school
  const documents: string[] = []
  const keystrokes = { submission_id: '', version: 0 }

  const replies = await linkedCase()
  await send(replies.url, { text: 'I wrote it.', action: 'save' }, [
    { name: 'draft.txt', content: prose(80) },
  ])
  const { rows } = await testApp.database.query('select 1 from case_reply_files')

  const room = await insertWritingLink(testApp.database, {
    teacher_id: student.teacher_id,
    student_id: student.id,
    class_group_id: null,
  })
  const { session } = (await callRoom(testApp.app, 'open', { token: room.token })).body as { session: string }
  await callRoom(testApp.app, 'accept', { session })
  keystrokes.submission_id = room.submission_id
  const typist = new Typist()

  const { authorization } = await testApp.headers('ana')
  const forms = [
    beginForm(`${apiBase}/documents/upload`, 'file', { authorization }),
    beginForm(replies.url, 'files', {}, { action: 'save', text: 'I wrote it, slowly.' }),
  ]
  let isWorking = true
  const lanes = [
    async () => {
      const { body } = await ana.upload('/documents/upload', 'file', [
        { name: 'essay.txt', content: prose(120) },
      ])
      documents.push((body as Document).id)
      // Each is read and printed for the export, which takes most of the time of these tests.
      await pause(1_000)
    },
    async () => {
      const entries = typist.type('a harbour ', keystrokes.version + 1)
      const { body } = await callRoom(testApp.app, 'batch', { session, version: keystrokes.version, entries })
      keystrokes.version = (body as { version: number }).version
    },
  ].map(async (work) => {
    while (isWorking) {
      await work()
      await pause(250)
    }
  })
  // A test that fails early must not leave its work to the next one.
  onTestFinished(async () => {
    isWorking = false
    await Promise.allSettled(lanes)
    for (const form of forms) form.abort()
  })
  await ana.call('POST', '/teachers/me/exports', {})
  if (withScan) {
    const { body } = await ana.upload('/documents/upload', 'file', [
      { name: 'scan.pdf', content: await readFile(scanFile) },
    ])
    documents.push((body as Document).id)
  }
  const isUnderWay = async () =>
    documents.length > 3 && keystrokes.version > 20 && (await drafts()).length >= forms.length
  await expect.poll(isUnderWay).toBe(true)
  return {
    acknowledged: { documents: [...documents], replyFiles: rows.length, keystrokes: { ...keystrokes } },
    drip: () => {
      for (const form of forms) form.drip()
    },
    stop: async () => {
      isWorking = false
      await Promise.all(lanes)
      for (const form of forms) expect(await form.end()).toBeLessThan(400)
    },
  }
}

const list = async () => BackupList.parse((await school.head.call('GET', '/admin/backups')).body)

/** Waits until the backup was made and verified, while forms go on arriving. */
async function finishedRun(work: Work): Promise<string> {
  let listed = await list()
  while (listed.run?.ended_at === null) {
    work.drip()
    await pause(50)
    listed = await list()
  }
  expect(listed.run).toMatchObject({ state: 'done', status_reason: null })
  return listed.run?.backup_id ?? ''
}

async function verify(id: string): Promise<unknown> {
  expect((await school.head.call('POST', `/admin/backups/${id}/verify`)).status).toBe(202)
  let listed = await list()
  while (listed.run?.ended_at === null) {
    await pause(50)
    listed = await list()
  }
  return listed.run
}

/** Opens what was restored: the database beside its files, or on the server. */
async function restore(backupFolder: string): Promise<{ database: Database; restoredDir: string }> {
  const restoredDir = path.join(await newFolder(), 'data')
  if (databaseUrl === null) {
    await restoreBackup({ dataDir: restoredDir, databaseUrl: null, version }, backupFolder)
    return { restoredDir, database: await openEmbedded(path.join(restoredDir, 'database')) }
  }
  const name = 'penmark_under_work'
  for (const statement of [`drop database if exists ${name} with (force)`, `create database ${name}`])
    await school.testApp.database.query(statement)
  const restoredUrl = new URL(`/${name}`, databaseUrl).href
  await restoreBackup({ dataDir: restoredDir, databaseUrl: restoredUrl, version }, backupFolder)
  return { restoredDir, database: await connectServer(restoredUrl, fail) }
}

const storedFiles = `
  select blob_key, size_bytes from documents where blob_key is not null and is_content_kept
  union all select blob_key, size_bytes from case_reply_files
  union all select blob_key, size_bytes from exports where state = 'ready'`

/**
 * Everything acknowledged is in the restored data, with its files as long as they were stored, and nothing
 * half-written is.
 */
async function expectWhole(
  backupFolder: string,
  { documents, replyFiles, keystrokes }: Acknowledged,
): Promise<void> {
  const { files } = await readManifest(backupFolder)
  expect(
    files
      .map(({ path: file }) => file)
      .filter((file) => file.startsWith('files/.unfinished') || file.endsWith('.part')),
  ).toEqual([])
  const { database, restoredDir } = await restore(backupFolder)
  try {
    const { rows: found } = await database.query('select id from documents where id = any($1::uuid[])', [
      documents,
    ])
    expect(found).toHaveLength(documents.length)
    expect((await database.query('select 1 from case_reply_files')).rows.length).toBeGreaterThanOrEqual(
      replyFiles,
    )
    const { rows: written } = await database.query('select version from writing_submissions where id = $1', [
      keystrokes.submission_id,
    ])
    expect(Number(written[0]?.version)).toBeGreaterThanOrEqual(keystrokes.version)
    const { rows } = await database.query(storedFiles)
    expect(rows.length).toBeGreaterThanOrEqual(documents.length)
    for (const { blob_key, size_bytes } of rows) {
      const { size } = await stat(path.join(restoredDir, 'files', String(blob_key)))
      expect([blob_key, size]).toEqual([blob_key, Number(size_bytes)])
    }
    attack.count(backupFolder, false)
  } finally {
    await database.close()
  }
}

const folderOf = (id: string) => path.join(dataDir(), 'backups', id)

test('a backup by hand while people upload, reply, write and export is whole, and stays whole when they finish', async () => {
  const work = await beginWork({ withScan: true })
  expect((await school.head.call('POST', '/admin/backups')).status).toBe(202)
  const id = await finishedRun(work)
  work.drip()
  await work.stop()
  expect(await verify(id)).toMatchObject({ state: 'done', status_reason: null })
  await expectWhole(folderOf(id), work.acknowledged)
})

test('so is a scheduled one', async () => {
  const work = await beginWork()
  const now = new Date()
  const schedule = { frequency: 'daily', hour: now.getHours(), keep: 14 } as const
  await saveSchedule(
    school.testApp.database,
    schedule,
    { teacher_id: school.student.teacher_id },
    new Date(now.getTime() - 86_400_000),
  )
  const backups = {
    dataDir: dataDir(),
    backupDir: path.join(dataDir(), 'backups'),
    databaseUrl,
    filesInBucket: false,
  }
  await runSchedule(
    {
      database: school.testApp.database,
      backups: { ...backups, readDisk: async () => null, rehearse: null },
    },
    now,
  )
  const id = await finishedRun(work)
  await work.stop()
  await expectWhole(folderOf(id), work.acknowledged)
})

test('so is one of the command', async () => {
  const work = await beginWork()
  const { database } = school.testApp
  const source = databaseUrl === null ? database : { url: databaseUrl }
  const target = await newFolder()
  const made = makeBackup(
    { database: source, dataDir: dataDir(), version, madeBy: 'command' },
    target,
    new Date(),
  )
  work.drip()
  const backupFolder = await made
  await work.stop()
  await expectWhole(backupFolder, work.acknowledged)
})

test('a file in the folder that may still change is copied, so that changing it leaves the backup whole', async () => {
  const marker = path.join(dataDir(), 'files', 'marker.json')
  await appendFile(marker, 'one')
  const target = await newFolder()
  const source = databaseUrl === null ? school.testApp.database : { url: databaseUrl }
  const parts = { database: source, dataDir: dataDir(), version, madeBy: 'command', links: true } as const
  const backupFolder = await makeBackup(parts, target, new Date())
  await appendFile(marker, ' and two')
  expect(await readFile(path.join(backupFolder, 'files', 'marker.json'), 'utf8')).toBe('one')
})
