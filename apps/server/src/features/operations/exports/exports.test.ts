import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import {
  apiBase,
  type Document,
  type ExportArchive,
  type ExportLink,
  exportTimes,
  type Student,
} from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { registerSections } from '../../../main/report-sections.ts'
import { createGate } from '../../../testing/gate.ts'
import { insertCase } from '../../../testing/records/case.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { expireExports, exportWorker } from './work-exports.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp()
})
afterAll(() => testApp.close())

const profile = {
  first_name: 'Ana',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'ES',
  state_county: 'Soria',
}

/** The entries of a ZIP: content by name. */
async function unzip(content: Buffer): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-zip-'))
  try {
    const file = path.join(folder, 'a.zip')
    await writeFile(file, content)
    const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
      yauzl.open(file, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
    )
    const entries = new Map<string, Buffer>()
    await new Promise<void>((resolve, reject) => {
      zip.on('entry', (entry: yauzl.Entry) =>
        zip.openReadStream(entry, (error, stream) => {
          if (error) return reject(error)
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            entries.set(entry.fileName, Buffer.concat(chunks))
            zip.readEntry()
          })
        }),
      )
      zip.on('end', resolve)
      zip.on('error', reject)
      zip.readEntry()
    })
    return entries
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function addTeacherWithDocuments(name: string): Promise<TestTeacher> {
  const teacher = await testApp.teacher(name)
  await teacher.call('PUT', '/teachers/me', profile)
  const { body } = await teacher.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm' })
  const sent = await teacher.upload('/documents/upload', 'file', [
    { name: 'Über den Fluß.txt', content: prose(80) },
  ])
  const pasted = await teacher.call('POST', '/documents/text', {
    text: prose(70),
    student_id: (body as { id: string }).id,
  })
  for (const each of [sent, pasted])
    expect((await teacher.finished((each.body as Document).id)).status).toBe('COMPLETED')
  return teacher
}

const ready = async (teacher: TestTeacher, id: string) => {
  await expect
    .poll(async () => (await teacher.call('GET', `/teachers/me/exports/${id}`)).body, {
      timeout: 120_000,
      interval: 100,
    })
    .toMatchObject({ state: 'ready' })
  return (await teacher.call('GET', `/teachers/me/exports/${id}`)).body as ExportArchive
}

test('exports all data of a teacher as one JSON file, and nothing of others or internal', async () => {
  const ana = await addTeacherWithDocuments('ana')
  await addTeacherWithDocuments('bo')
  const answer = await ana.call('GET', '/teachers/me/export')
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toContain('application/json')
  expect(answer.headers['content-disposition']).toMatch(/filename="penmark-export-\d{4}-\d\d-\d\d\.json"/)
  const all = answer.body as { documents: Record<string, unknown>[]; [field: string]: unknown }
  expect(all).toMatchObject({
    format: 'penmark-export',
    sign_in_account: { id: 'ana' },
    teacher: [{ ...profile, email: 'ana@school.example' }],
    students: [{ first_name: 'Ida', last_name: 'Holm' }],
    documents: [
      { original_filename: 'Über den Fluß.txt', text: prose(80), word_count: 80, results: [{ words: 80 }] },
      { text: prose(70), student_id: expect.any(String), results: [{ words: 70 }] },
    ],
  })
  expect(all.allowance_movements).toHaveLength(4)
  expect(answer.text).not.toMatch(/bo@school|blob_key|password_hash|ticket_hash|"body":/)
})

test('creates an archive of files, texts and reports, for its owner only, at an address that expires', async () => {
  const cy = await addTeacherWithDocuments('cy')
  const asked = await cy.call('POST', '/teachers/me/exports', { language: 'fr-FR' })
  expect(asked).toMatchObject({
    status: 202,
    body: { documents_done: 0, size_bytes: null, expires_at: null },
  })
  const { id } = asked.body as ExportArchive
  const archive = await ready(cy, id)
  expect(archive).toMatchObject({ documents_done: 2, documents_total: 2 })

  const dora = await testApp.teacher('dora')
  for (const [method, address] of [
    ['GET', ''],
    ['POST', '/link'],
    ['DELETE', ''],
  ] as const) {
    expect((await dora.call(method, `/teachers/me/exports/${id}${address}`)).status).toBe(404)
  }
  const { url } = (await cy.call('POST', `/teachers/me/exports/${id}/link`)).body as ExportLink
  const file = await testApp.app.inject(url)
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-type']).toBe('application/zip')
  expect(file.rawPayload).toHaveLength(archive.size_bytes ?? 0)
  const entries = await unzip(file.rawPayload)
  const names = [...entries.keys()]
  expect(names).toEqual([
    'export.json',
    'documents/0001 Über den Fluß.txt',
    'texts/0001 Über den Fluß.txt',
    'reports/0001 Über den Fluß.pdf',
    expect.stringMatching(/^texts\/0002 Pasted text.*\.txt$/),
    expect.stringMatching(/^reports\/0002 Pasted text.*\.pdf$/),
  ])
  expect(String(entries.get('documents/0001 Über den Fluß.txt'))).toBe(prose(80))
  expect(String(entries.get('reports/0001 Über den Fluß.pdf')).slice(0, 5)).toBe('%PDF-')
  const everything = JSON.parse(String(entries.get('export.json'))) as object
  expect(everything).toMatchObject({ teacher: [profile] })
  expect(everything).toEqual(
    expect.objectContaining({
      students: expect.anything(),
      class_groups: expect.anything(),
      cases: expect.anything(),
      case_entries: expect.anything(),
      case_replies: expect.anything(),
      writing_tasks: expect.anything(),
      writing_texts: expect.anything(),
      subscriptions: expect.anything(),
      support_messages: expect.anything(),
    }),
  )

  await testApp.database.query(
    "update exports set ticket_expires_at = now() - interval '1 second' where id = $1",
    [id],
  )
  expect((await testApp.app.inject(url)).statusCode).toBe(404)
  for (const wrong of ['x', randomUUID()])
    expect((await testApp.app.inject(`${apiBase}/exports/${wrong}`)).statusCode).toBe(404)
})

test('creates one archive at a time per teacher, and returns the one in progress', async () => {
  await testApp.stopWorker()
  const eve = await testApp.teacher('eve')
  const asked = await Promise.all(
    Array.from({ length: 4 }, () => eve.call('POST', '/teachers/me/exports', {})),
  )
  const ids = new Set(asked.map(({ body }) => (body as ExportArchive).id))
  expect(ids.size).toBe(1)
  const [id = ''] = ids
  expect((await eve.call('POST', `/teachers/me/exports/${id}/link`)).status).toBe(409)
  expect((await eve.call('DELETE', `/teachers/me/exports/${id}`)).status).toBe(200)
  expect((await eve.call('GET', '/teachers/me/exports')).body).toEqual([])
})

/** Runs the job that makes an archive. */
const make = (id: string, change: object = {}, isLastAttempt = false) =>
  exportWorker({ ...testApp, sections: registerSections(testApp), ...change }).run(
    { id, isLastAttempt },
    new AbortController().signal,
  )

test('resumes an archive whose worker died, gives up after the last retry, and deletes it when it expires', async () => {
  const fay = await testApp.teacher('fay')
  const sent = await fay.call('POST', '/documents/text', { text: prose(60) })
  const { id } = (await fay.call('POST', '/teachers/me/exports', {})).body as ExportArchive
  expect(
    (
      await testApp.database.query(
        "select data from queue.job where name = 'exports' and data ->> 'id' = $1",
        [id],
      )
    ).rows,
  ).toHaveLength(1)
  await testApp.database.query("update exports set state = 'making', runs = 1 where id = $1", [id])
  await make(id)
  expect((await fay.call('GET', `/teachers/me/exports/${id}`)).body).toMatchObject({ state: 'ready' })

  const { rows } = await testApp.database.query('select blob_key from exports where id = $1', [id])
  const key = String(rows[0]?.blob_key)
  const stored = await testApp.storage.get(key)
  expect(stored && (await readAll(stored))).toContain('export.json')
  expect(await expireExports(testApp, new Date(Date.now() + (exportTimes.keepDays - 1) * 86_400_000))).toBe(0)
  expect(
    await expireExports(testApp, new Date(Date.now() + (exportTimes.keepDays + 1) * 86_400_000)),
  ).toBeGreaterThan(0)
  expect(await testApp.storage.get(key)).toBeNull()
  expect((await fay.call('GET', `/teachers/me/exports/${id}`)).status).toBe(404)

  const broken = { storage: { ...testApp.storage, put: () => Promise.reject(new Error('The disk is full')) } }
  const second = ((await fay.call('POST', '/teachers/me/exports', {})).body as ExportArchive).id
  await expect(make(second, broken)).rejects.toThrow('The disk is full')
  expect((await fay.call('GET', `/teachers/me/exports/${second}`)).body).toMatchObject({ state: 'waiting' })
  await expect(make(second, broken, true)).rejects.toThrow('The disk is full')
  expect((await fay.call('GET', `/teachers/me/exports/${second}`)).body).toMatchObject({
    state: 'failed',
    size_bytes: null,
    write_fault: null,
  })
  expect(sent.status).toBe(201)
})

test('says that the disk was full if an archive could not be stored, and forgets it with the next attempt', async () => {
  const jo = await testApp.teacher('jo')
  const { id } = (await jo.call('POST', '/teachers/me/exports', {})).body as ExportArchive
  const isFull = new Error('The file could not be stored', {
    cause: Object.assign(new Error('write'), { code: 'ENOSPC' }),
  })
  const broken = { storage: { ...testApp.storage, put: () => Promise.reject(isFull) } }
  const read = async () => (await jo.call('GET', `/teachers/me/exports/${id}`)).body
  await expect(make(id, broken)).rejects.toThrow('could not be stored')
  expect(await read()).toMatchObject({ state: 'waiting', write_fault: 'full' })
  await make(id)
  expect(await read()).toMatchObject({ state: 'ready', write_fault: null })
})

test('leaves no file of a document open when the archive cannot be stored', async () => {
  const ivy = await testApp.teacher('ivy')
  await ivy.upload('/documents/upload', 'file', [{ name: 'essay.txt', content: prose(80) }])
  const { id } = (await ivy.call('POST', '/teachers/me/exports', {})).body as ExportArchive
  const opened: Readable[] = []
  const reached = createGate()
  const storage: typeof testApp.storage = {
    ...testApp.storage,
    // A file that is still being read.
    get: async () => {
      const stream = new Readable({ read: () => undefined })
      opened.push(stream)
      reached.open()
      return stream
    },
    put: async (_key, content) => {
      content.resume()
      await reached.passed
      throw new Error('The disk is full')
    },
  }
  await expect(make(id, { storage })).rejects.toThrow('The disk is full')
  await expect.poll(() => opened.map(({ closed }) => closed)).toEqual([true])
})

test('keeps the archive of the worker that took over, whatever the previous one still does', async () => {
  const gil = await testApp.teacher('gil')
  await gil.call('POST', '/documents/text', { text: prose(60) })
  const { id } = (await gil.call('POST', '/teachers/me/exports', {})).body as ExportArchive
  const [stored, mayGoOn] = [createGate(), createGate()]
  const slow: typeof testApp.storage = {
    ...testApp.storage,
    put: async (key, content) => {
      const size = await testApp.storage.put(key, content)
      stored.open()
      await mayGoOn.passed
      return size
    },
  }
  const first = make(id, { storage: slow })
  await stored.passed
  await make(id)
  mayGoOn.open()
  await first
  const { url } = (await gil.call('POST', `/teachers/me/exports/${id}/link`)).body as ExportLink
  expect(await testApp.app.inject(url)).toMatchObject({ statusCode: 200 })
})

test('an archive holds the files that students handed in, and neither a draft nor its words', async () => {
  const hal = await testApp.teacher('hal')
  const student = (await hal.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm' }))
    .body as Student
  const { id: class_group_id } = (await hal.call('POST', '/class-groups', { class_name: '10 B' })).body as {
    id: string
  }
  const insert = async (text: string) => {
    const case_id = await insertCase(testApp.database, {
      ...student,
      class_group_id,
      document_id: null,
      text,
    })
    const { rows } = await testApp.database.query(
      'select blob_key from case_reply_files where case_id = $1',
      [case_id],
    )
    await testApp.storage.put(String(rows[0]?.blob_key), Readable.from([`The file ${text}`]))
    return case_id
  }
  const case_id = await insert('notes.txt')
  await insert('draft.txt')
  await testApp.database.query('update case_replies set handed_in_at = now() where case_id = $1', [case_id])
  const { id } = (await hal.call('POST', '/teachers/me/exports', {})).body as ExportArchive
  await make(id)
  const { url } = (await hal.call('POST', `/teachers/me/exports/${id}/link`)).body as ExportLink
  const entries = await unzip((await testApp.app.inject(url)).rawPayload)
  expect([...entries.keys()]).toEqual(['export.json', 'replies/0001 notes.txt'])
  expect(String(entries.get('replies/0001 notes.txt'))).toBe('The file notes.txt')
  const exported = JSON.parse(String(entries.get('export.json'))) as Record<
    string,
    { text?: string; filename?: string }[]
  >
  expect(exported.case_replies?.map(({ text }) => text)).toEqual(['notes.txt'])
  expect(exported.case_reply_files?.map(({ filename }) => filename)).toEqual(['notes.txt'])
})
