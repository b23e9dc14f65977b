import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type {
  Case,
  Document,
  MadeStudentLink,
  ReplyFile,
  ReplyFileCheck,
  Student,
  StudentPage,
} from '@penmark/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docxOf } from '../../../../../../packages/extract/fixtures/hostile.ts'
import { type FormFile, postForm } from '../../../testing/form.ts'
import { insertCase } from '../../../testing/records/case.ts'
import {
  type ReaderAndScorer,
  startTestApp,
  type TestApp,
  type TestTeacher,
} from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { deleteCases } from '../record/store.ts'
import { maximumRuns, reopenFileCheck, replyFileWorker, sendMissingFileChecks } from './check-files.ts'

const fixtures = path.join(import.meta.dirname, '../../../../../../packages/extract/fixtures/files')
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)])

let testApp: TestApp
let ana: TestTeacher
let student: Student
let parts: ReaderAndScorer
/** How often the detector scored a text. */
let scored = 0
beforeAll(async () => {
  testApp = await startTestApp({
    wrap: (real) => {
      const counting: Pick<ReaderAndScorer, 'report'> = {
        report: (...asked) => {
          scored += 1
          return real.report(...asked)
        },
      }
      parts = { ...real, ...counting }
      return counting
    },
  })
  ana = await testApp.teacher('ana')
  student = (await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Berg' })).body as Student
})
afterAll(() => testApp.close())

const send = (url: string, fields: Record<string, string>, files?: FormFile[]) =>
  postForm(testApp.app, { url, fields, files })

/** Makes a case whose student handed these files in, and returns its id. */
async function handedIn(files: { name: string; content: Buffer }[]): Promise<string> {
  const { body } = await ana.call('POST', '/documents/text', {
    text: prose(60),
    title: 'Essay',
    student_id: student.id,
  })
  const { id: document_id } = await ana.finished((body as Document).id)
  const { id } = (await ana.call('POST', '/cases', { document_id })).body as Case
  await ana.call('POST', `/cases/${id}/steps`, { kind: 'asked', text: 'How did you begin?' })
  const made = await ana.call('POST', `/cases/${id}/student-page/links`, { language: 'en-GB', days: 14 })
  const { pathname } = new URL((made.body as MadeStudentLink).url)
  await send(pathname, { action: 'open' })
  await send(pathname, { text: 'My drafts', action: 'save' }, files)
  scored = 0
  await send(pathname, { action: 'hand-in' })
  return id
}

const filesOf = async (id: string): Promise<ReplyFile[]> =>
  ((await ana.call('GET', `/cases/${id}/student-page`)).body as StudentPage).replies.flatMap(
    ({ files }) => files,
  )

/** The checks by filename, once all files have been read. */
async function checksOf(id: string): Promise<Record<string, ReplyFileCheck>> {
  const isDone = async () => (await filesOf(id)).every(({ check }) => check.state !== 'waiting')
  await expect.poll(isDone, { timeout: 300_000, interval: 100 }).toBe(true)
  return Object.fromEntries((await filesOf(id)).map(({ filename, check }) => [filename, check]))
}

/** Inserts a file that was handed in and waits to be read, without a job. */
async function waitingFile(
  content: string | null,
): Promise<{ id: string; case_id: string; check(): Promise<Record<string, unknown> | undefined> }> {
  const { database, storage } = testApp
  const { id: class_group_id } = (await ana.call('POST', '/class-groups', { class_name: '10 B' })).body as {
    id: string
  }
  const case_id = await insertCase(database, {
    ...student,
    class_group_id,
    document_id: null,
    text: 'notes.txt',
    file: content ?? '',
  })
  await database.query('update case_replies set handed_in_at = now() where case_id = $1', [case_id])
  const { rows } = await database.query('select id, blob_key from case_reply_files where case_id = $1', [
    case_id,
  ])
  const id = String(rows[0]?.id)
  if (content !== null) await storage.put(String(rows[0]?.blob_key), Readable.from([content]))
  await database.query("update case_reply_file_checks set state = 'waiting' where file_id = $1", [id])
  const check = async () =>
    (
      await database.query(
        'select state, reason, words, runs from case_reply_file_checks where file_id = $1',
        [id],
      )
    ).rows[0]
  return { id, case_id, check }
}

const work = (id: string, change: Partial<ReaderAndScorer> = {}, isLastAttempt = false) => {
  const changed = { ...parts, ...change }
  return replyFileWorker({ ...testApp, reader: changed, scorer: changed }).run(
    { id, isLastAttempt },
    new AbortController().signal,
  )
}

/** A Word file written in two sessions. */
function draft(): Buffer {
  const run = (session: string, words: string) =>
    `<w:r w:rsidR="${session}"><w:t xml:space="preserve">${words}</w:t></w:r>`
  return docxOf(
    `<w:p>${run('00A10001', prose(120))}${run('00B20002', ' And an end that came later.')}</w:p>`,
    [
      {
        name: 'docProps/app.xml',
        data: '<Properties><Application>Microsoft Office Word</Application><TotalTime>41</TotalTime></Properties>',
      },
      {
        name: 'docProps/core.xml',
        data: '<cp:coreProperties xmlns:cp="cp"><cp:revision>7</cp:revision></cp:coreProperties>',
      },
    ],
  )
}

test('files that a student hands in are read for facts, but never scored or charged', async () => {
  const movements = async () =>
    (await testApp.database.query('select 1 from allowance_movements')).rows.length
  const id = await handedIn([
    { name: 'draft.docx', content: draft() },
    { name: 'plan.txt', content: Buffer.from('First the arguments, then the examples.') },
    { name: 'locked.pdf', content: await readFile(path.join(fixtures, 'bad-encrypted.pdf')) },
    { name: 'board.png', content: png },
  ])
  const before = await movements()
  const checks = await checksOf(id)
  expect(checks['draft.docx']).toMatchObject({ state: 'read', words: 126, reason: null })
  const history = checks['draft.docx']?.facts.find(({ name }) => name === 'summary')?.history
  expect(history).toMatchObject({ minutes: 41, saves: 7, sessions: 2 })
  expect(checks['plan.txt']).toEqual({ state: 'read', reason: null, words: 6, page_count: null, facts: [] })
  expect(checks['locked.pdf']).toMatchObject({ state: 'unread', reason: 'encrypted', words: null, facts: [] })
  expect(checks['board.png']).toMatchObject({ state: 'unread', reason: 'picture' })
  expect([scored, await movements()]).toEqual([0, before])
  expect((await ana.call('GET', '/documents')).body).toHaveLength(1)

  const { rawPayload } = await testApp.app.inject({
    url: `/api/v1/cases/${id}/pdf`,
    headers: await testApp.headers('ana'),
  })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
  const words = text.replace(/\s+/g, ' ')
  for (const part of [
    'File checks of draft.docx',
    '126 words',
    '41 minutes of editing, 7 saves',
    'protected with a password',
  ])
    expect(words).toContain(part)
  const pack = await testApp.app.inject({
    url: `/api/v1/cases/${id}/pack`,
    headers: await testApp.headers('ana'),
  })
  expect(pack.statusCode).toBe(200)
  expect((await ana.call('GET', '/teachers/me/export')).body).toMatchObject({
    case_reply_file_checks: expect.arrayContaining([
      expect.objectContaining({ state: 'unread', reason: 'encrypted' }),
    ]),
  })
})

test('a scan that a student hands in is read by recognition', async () => {
  const id = await handedIn([
    { name: 'scan.pdf', content: await readFile(path.join(fixtures, 'scan-english.pdf')) },
  ])
  const { 'scan.pdf': check } = await checksOf(id)
  expect(check).toMatchObject({ state: 'read', page_count: 1 })
  expect(check?.facts).toContainEqual(expect.objectContaining({ kind: 'scan', severity: 'information' }))
  expect(scored).toBe(0)
}, 320_000)

test('a file whose worker died is read by another, and given up if it keeps killing workers', async () => {
  const { id, check } = await waitingFile('Three words here')
  await testApp.database.query('update case_reply_file_checks set runs = 1 where file_id = $1', [id])
  await sendMissingFileChecks(testApp.database)
  await expect.poll(check, { timeout: 60_000 }).toEqual({ state: 'read', reason: null, words: 3, runs: 2 })
  await work(id)
  expect(await check()).toMatchObject({ state: 'read', runs: 2 })

  const deadly = await waitingFile('Deadly')
  await testApp.database.query('update case_reply_file_checks set runs = $2 where file_id = $1', [
    deadly.id,
    maximumRuns,
  ])
  await work(deadly.id)
  expect(await deadly.check()).toMatchObject({ state: 'unread', reason: 'failed' })
})

test('an internal error is retried and shown only after the last attempt; a later attempt can read the file', async () => {
  const { id, check } = await waitingFile('Two words')
  const broken = { readFile: () => Promise.reject(new Error('The machine is short of memory.')) }
  await expect(work(id, broken)).rejects.toThrow('short of memory')
  expect(await check()).toMatchObject({ state: 'waiting' })
  await expect(work(id, broken, true)).rejects.toThrow('short of memory')
  expect(await check()).toMatchObject({ state: 'unread', reason: 'failed' })
  expect(await reopenFileCheck(testApp.database, id)).toBe(true)
  await work(id)
  expect(await check()).toMatchObject({ state: 'read', reason: null, words: 2 })
  expect(await reopenFileCheck(testApp.database, id)).toBe(false)
})

test('a file that the storage lost is reported as lost', async () => {
  const { id, check } = await waitingFile(null)
  await work(id)
  expect(await check()).toMatchObject({ state: 'unread', reason: 'missing' })
})

test('a case that is deleted while its files are read leaves nothing behind', async () => {
  const { id, case_id, check } = await waitingFile('Gone soon')
  const deleting: Pick<ReaderAndScorer, 'readFile'> = {
    readFile: async (...asked) => {
      const read = await parts.readFile(...asked)
      await testApp.database.transaction((connection) => deleteCases(connection, [case_id]))
      return read
    },
  }
  await work(id, deleting)
  expect(await check()).toBeUndefined()
})
