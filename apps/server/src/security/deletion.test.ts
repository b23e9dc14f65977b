import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Document, erasureConfirmation, exportTimes } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireExports } from '../features/operations/exports/work-exports.ts'
import { applyRetention } from '../features/operations/retention/retention.ts'
import { dayMs } from '../lib/durations.ts'
import { openEmbedded } from '../services/database/embedded/embedded.ts'
import { fillDatabaseFolder } from '../testing/database.ts'
import { deliverEmails } from '../testing/emails.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../testing/test-app.ts'
import { prose } from '../testing/text.ts'

const profile = {
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'ES',
  state_county: 'Soria',
}

let data: string
let testApp: TestApp
let ana: TestTeacher
/** Shares no text with what is deleted; otherwise the searches would find her data too. */
let bo: TestTeacher
beforeAll(async () => {
  data = await mkdtemp(path.join(os.tmpdir(), 'penmark-deletion-'))
  fillDatabaseFolder(path.join(data, 'database'))
  testApp = await startTestApp({
    database: await openEmbedded(path.join(data, 'database')),
    logLevel: 'trace',
  })
  ana = await testApp.teacher('ana-subject', { email: 'anamark@school.example' })
  bo = await testApp.teacher('bo')
  await ana.call('PUT', '/teachers/me', { ...profile, first_name: 'Anamark' })
  await ana.call('POST', '/integrations/webhooks', { url: 'https://anamark.example/' })
  await submit(bo, 'Bomark')
  // While earlier results are read again, the id of the last one is kept: it would be found here.
  await testApp.database.query(
    `insert into rereadings (model_hash, finished_at) select distinct model_hash, now() from reports
     on conflict (model_hash) do update set after_id = null, finished_at = now()`,
  )
})
afterAll(async () => {
  await testApp.close()
  await rm(data, { recursive: true, force: true })
})

async function submit(
  teacher: TestTeacher,
  mark: string,
  owners: Record<string, string> = {},
): Promise<string> {
  const { body } = await teacher.upload(
    '/documents/upload',
    'file',
    [{ name: `${mark}.txt`, content: `${mark} began. ${prose(80)}` }],
    owners,
  )
  const { id } = body as Document
  expect(await teacher.finished(id)).toMatchObject({ status: 'COMPLETED' })
  return id
}

/** Tables of the product and its queue with a row that contains one of these words. */
async function tablesWith(...words: string[]): Promise<string[]> {
  const { rows } = await testApp.database.query(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'queue') order by 1",
  )
  const found: string[] = []
  for (const { name } of rows) {
    const condition =
      'exists (select 1 from unnest($1::text[]) as word where position(lower(word) in lower(t::text)) > 0)'
    const { rows: hits } = await testApp.database.query(
      `select 1 from ${String(name)} t where ${condition} limit 1`,
      [words],
    )
    if (hits.length > 0) found.push(String(name))
  }
  return found
}

/** Files of the data folder (database, files, emails) that contain one of these words, and the log. */
async function locationsOf(...words: string[]): Promise<string[]> {
  const holds = (content: Buffer | string) => words.some((word) => content.includes(word))
  const found = testApp.logged.some(holds) ? ['the log'] : []
  for (const root of [data, testApp.folder]) {
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    for (const { parentPath, name } of entries.filter((entry) => entry.isFile()))
      if (holds(await readFile(path.join(parentPath, name))))
        found.push(path.relative(root, path.join(parentPath, name)))
  }
  return found
}

/**
 * A random id identifies nobody. It stays so that counts stay right and deleting again is no error, and for
 * some days in the logs of jobs and messages.
 */
const idsMayStay =
  /^(public\.(allowance_movements|document_tombstones|student_tombstones|webhook_deliveries)|queue\.\w+)$/

let days = 2
/** The nightly jobs, this many days later each time. */
const night = async () => {
  days += 2
  expect(await testApp.database.scrub?.(new Date(Date.now() + days * dayMs))).toBe(true)
}

/** Deletes something and erases it for good in the bin. */
async function erase(address: string, id: string): Promise<void> {
  expect((await ana.call('DELETE', `${address}/${id}`)).status).toBe(200)
  expect((await ana.call('DELETE', `/bin/${id}`)).status).toBe(200)
}

test('a deleted document stays only in the bin, and once erased leaves no row, file or log line, and after the nightly scrub no byte', async () => {
  await testApp.database.scrub?.(new Date())
  const id = await submit(ana, 'Zebramark')
  expect(await tablesWith('Zebramark')).toEqual(
    expect.arrayContaining(['public.document_texts', 'public.documents', 'public.reports']),
  )
  expect((await locationsOf('Zebramark')).length).toBeGreaterThan(1)

  expect((await ana.call('DELETE', `/documents/${id}`)).status).toBe(200)
  expect(await tablesWith('Zebramark')).toEqual(['public.bin_items', 'public.bin_rows'])
  expect((await ana.call('DELETE', `/bin/${id}`)).status).toBe(200)
  expect(await tablesWith('Zebramark')).toEqual([])
  await night()
  expect(await locationsOf('Zebramark')).toEqual([])
  expect((await tablesWith(id)).filter((name) => !idsMayStay.test(name))).toEqual([])
})

test('an earlier archive contains what was deleted since, and is deleted when it expires', async () => {
  const id = await submit(ana, 'Yakmark')
  const { body } = await ana.call('POST', '/teachers/me/exports', {})
  const archive = `/teachers/me/exports/${(body as { id: string }).id}`
  while (((await ana.call('GET', archive)).body as { state: string }).state !== 'ready')
    await new Promise((resolve) => setTimeout(resolve, 20))
  await erase('/documents', id)
  const keys = async () => {
    const found: string[] = []
    for await (const key of testApp.storage.list(new Date(Date.now() + dayMs))) found.push(key)
    return found.length
  }
  const before = await keys()
  await expireExports(testApp, new Date(Date.now() + (exportTimes.keepDays + 1) * dayMs))
  expect(await keys()).toBe(before - 1)
  expect((await ana.call('GET', archive)).status).toBe(404)
  await night()
  expect(await locationsOf('Yakmark')).toEqual([])
})

test('a student erased for good leaves nothing but an id', async () => {
  const fields = {
    first_name: 'Ottermark',
    last_name: 'Ottermark',
    email: 'ottermark@school.example',
    external_student_id: 'ottermark-7',
  }
  const { id } = (await ana.call('POST', '/students', { ...fields, descriptor: 'Ottermark likes bees' }))
    .body as { id: string }
  const { id: classGroup } = (await ana.call('POST', '/class-groups', { class_name: '7B' })).body as {
    id: string
  }
  await ana.call('POST', `/class-groups/${classGroup}/students/${id}`)
  const document = await submit(ana, 'Heronmark', { student_id: id })
  await ana.call('GET', '/students?search=Ottermark')
  await erase('/students', id)
  expect(await tablesWith('ottermark')).toEqual([])
  expect((await tablesWith(id)).filter((name) => !idsMayStay.test(name))).toEqual([])
  await night()
  expect(await locationsOf('Ottermark', 'ottermark')).toEqual([])
  await erase('/documents', document)
})

test('an expired document leaves no byte once its time is up', async () => {
  const id = await submit(ana, 'Lynxmark')
  await testApp.database.query(
    "update documents set created_at = now() - interval '400 days' where id = $1",
    [id],
  )
  await ana.call('PUT', '/teachers/me/retention', { days: 365, classes: [] })
  const parts = { ...testApp, publicUrl: 'http://localhost', logger: { info: () => undefined } as never }
  for (const day of [0, 1, 8]) {
    await applyRetention(parts, new Date(Date.now() + day * dayMs))
    await testApp.database.query('update mails set sent_at = now() where sent_at is null')
  }
  expect((await ana.call('GET', `/documents/${id}`)).status).toBe(404)
  expect(await tablesWith('Lynxmark')).toEqual([])
  await night()
  expect(await locationsOf('Lynxmark')).toEqual([])
})

test('an erased account leaves no row, email or byte, and others keep theirs', async () => {
  await submit(ana, 'Walrusmark')
  await ana.call('POST', '/support/contact', {
    subject: 'Anamark asks',
    message: 'Anamark asks something of you.',
  })
  await deliverEmails(testApp.database, testApp.mailer)
  expect(await tablesWith('anamark')).not.toEqual([])

  expect(
    (await ana.call('DELETE', `/teachers/me?confirmation=${encodeURIComponent(erasureConfirmation)}`)).status,
  ).toBe(202)
  while ((await tablesWith('anamark', 'ana-subject', 'Walrusmark')).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 100))
  await night()
  expect(await locationsOf('Anamark', 'anamark', 'ana-subject', 'Walrusmark')).toEqual([])
  expect(await locationsOf('Bomark')).not.toEqual([])
  expect((await bo.call('GET', '/documents')).text).toContain('Bomark')
})
