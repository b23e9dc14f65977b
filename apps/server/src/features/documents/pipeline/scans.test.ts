import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Document, Teacher } from '@penmark/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { imagePdf } from '../../../../../../packages/extract/fixtures/pdf-writer.ts'
import { pictureBombs } from '../../../../../../packages/extract/fixtures/picture-bombs.ts'
import { createGate } from '../../../testing/gate.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

const fixtures = path.join(import.meta.dirname, '../../../../../../packages/extract/fixtures/files')
const profile = {
  first_name: 'Ana',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'Spain',
  state_county: 'Soria',
}

let testApp: TestApp
const othersDone = createGate()
let isHeld = true
beforeAll(async () => {
  testApp = await startTestApp({
    wrap: (real) => ({
      recogniseFile: async (file, options) => {
        if (!isHeld) return real.recogniseFile(file, options)
        // A scan of ten pages that stays at its first page until the test releases it.
        options.onPage?.({ page: 1, pages: 10 })
        await othersDone.passed
        return real.readPasted(prose(120), {
          signal: options.signal ?? new AbortController().signal,
          owner: 'scans',
        })
      },
    }),
  })
})
afterAll(() => testApp.close())

async function upload(teacher: TestTeacher, name: string, content: Buffer): Promise<string> {
  return ((await teacher.upload('/documents/upload', 'file', [{ name, content }])).body as Document).id
}
const documentOf = async (teacher: TestTeacher, id: string) =>
  (await teacher.call('GET', `/documents/${id}`)).body as Document
/** Uploads a scan and waits until its first page is being read. */
async function beginScan(teacher: TestTeacher, content: Buffer): Promise<string> {
  const id = await upload(teacher, 'scan.pdf', content)
  await vi.waitUntil(async () => (await documentOf(teacher, id)).reading_page === 1, {
    timeout: 60_000,
    interval: 100,
  })
  return id
}
const wordsUsed = async (teacher: TestTeacher) =>
  ((await teacher.call('PUT', '/teachers/me', profile)).body as Teacher).words_used_current_cycle

test('scans of ten pages never hold up other documents, of the same teacher or another', async () => {
  const ana = await testApp.teacher('ana')
  const ben = await testApp.teacher('ben')
  const scan = await readFile(path.join(fixtures, 'scan-english.pdf'))
  const essay = await readFile(path.join(fixtures, 'office-essay.pdf'))
  const first = await beginScan(ana, scan)
  const second = await upload(ana, 'second.pdf', scan)
  const third = await beginScan(ben, scan)

  for (const teacher of [ana, ben]) {
    const pasted = (await teacher.call('POST', '/documents/text', { text: prose(120) })).body as Document
    const small = await upload(teacher, 'essay.pdf', essay)
    expect((await teacher.finished(pasted.id)).status).toBe('COMPLETED')
    expect((await teacher.finished(small)).status).toBe('COMPLETED')
  }
  expect(await documentOf(ana, first)).toMatchObject({
    status: 'PROCESSING',
    reading_page: 1,
    page_count: 10,
  })
  expect((await documentOf(ana, second)).status).toBe('QUEUED')
  expect(await documentOf(ben, third)).toMatchObject({
    status: 'PROCESSING',
    reading_page: 1,
    page_count: 10,
  })

  othersDone.open()
  expect((await ana.finished(first)).status).toBe('COMPLETED')
  expect((await ana.finished(second)).status).toBe('COMPLETED')
  expect((await ben.finished(third)).status).toBe('COMPLETED')
}, 240_000)

test('a picture that unpacks to hundreds of megabytes ends with a sentence, keeps its file and costs nothing', async () => {
  isHeld = false
  const cleo = await testApp.teacher('cleo')
  const before = await wordsUsed(cleo)
  const bomb = pictureBombs['a fax of 20,000 by 20,000 points']
  if (!bomb) throw new Error('There is no such picture.')
  const id = await upload(cleo, 'bomb.pdf', imagePdf([bomb]))
  expect(await cleo.finished(id)).toMatchObject({
    status: 'ERROR',
    finding: null,
    status_reason: expect.stringMatching(/no English or French print.+Nothing was counted/),
  })
  expect(await wordsUsed(cleo)).toBe(before)
  expect((await cleo.call('POST', `/documents/${id}/reprocess`)).status).toBeLessThan(300)
  expect((await cleo.finished(id)).status).toBe('ERROR')
}, 120_000)
