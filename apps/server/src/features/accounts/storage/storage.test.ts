import { readFile } from 'node:fs/promises'
import { type Document, StorageUse, type Teacher } from '@penmark/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { createFaults } from '../../../testing/faults/faults.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { maximumUnprocessedBytes } from '../../documents/rows/rules.ts'

const faults = createFaults()
let testApp: TestApp
afterEach(async () => {
  faults.clear()
  await testApp.close()
})

const perPlan = { FREE: 20_000, PRO: 1_000_000, SCHOOLS: 1_000_000 }
const open = async (total = 1_000_000) => {
  testApp = await startTestApp({ faults, storageQuota: { perPlan, total } })
}
const profile = {
  first_name: 'Ana',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'Spain',
  state_county: 'Soria',
}
const stored = async (teacher: TestTeacher) =>
  ((await teacher.call('PUT', '/teachers/me', profile)).body as Teacher).storage_used_bytes
const submit = (teacher: TestTeacher, text: string) => teacher.call('POST', '/documents/text', { text })
const upload = (teacher: TestTeacher, content: string | Buffer, name = 'essay.txt') =>
  teacher.upload('/documents/upload', 'file', [{ name, content }])
const idOf = ({ body }: { body: unknown }) => (body as Document).id
const fileCount = async () => {
  let count = 0
  for await (const _key of testApp.storage.list(new Date(Date.now() + 60_000))) count += 1
  return count
}
const textCount = async () => (await testApp.database.query('select 1 from document_texts')).rows.length
const full = (detail: string) => ({
  status: 507,
  body: { code: 'storage_full', detail: expect.stringContaining(detail) },
})

describe('an account whose storage is full', () => {
  test('is refused a file before any byte of it is stored', async () => {
    await open()
    const ana = await testApp.teacher('ana')
    const put = faults.failStorage('put')
    expect(await upload(ana, 'a'.repeat(20_001))).toMatchObject(
      full('Your storage is full: 0 MB of 0 MB are in use. Nothing was uploaded.'),
    )
    expect(put.happened).toBe(0)
    expect((await ana.call('GET', '/documents')).body).toEqual([])
  })

  test('is refused a text, until another document is deleted', async () => {
    await open()
    const ana = await testApp.teacher('ana')
    const text = `${prose(60)} ${'a'.repeat(12_000)}`
    const { id } = await ana.finished(idOf(await upload(ana, text)))
    expect(await stored(ana)).toBe(text.length)
    expect(await submit(ana, text)).toMatchObject(full('Your storage is full'))
    await ana.call('DELETE', `/documents/${id}`)
    expect(await stored(ana)).toBe(0)
    expect((await submit(ana, text)).status).toBe(201)
  })

  test('accepts only what fits when many uploads race for the last space, and stores no files of the others', async () => {
    await open()
    const ana = await testApp.teacher('ana')
    await stored(ana)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => upload(ana, `${prose(60)} ${'a'.repeat(9_000)}`)),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 201, 507, 507])
    expect(await fileCount()).toBe(2)
  })
})

test('an installation whose storage is full accepts no uploads, and says whom to contact', async () => {
  await open(15_000)
  const [ana, bo] = [await testApp.teacher('ana'), await testApp.teacher('bo')]
  expect((await upload(ana, prose(60).padEnd(10_000, ' a'))).status).toBe(201)
  expect(await upload(bo, 'a'.repeat(10_000))).toMatchObject(full('Please tell your administrator.'))
  expect(await submit(bo, prose(60).padEnd(10_000, ' a'))).toMatchObject(
    full('Please tell your administrator.'),
  )
})

test("teachers see their own storage, and administrators everyone's", async () => {
  await open()
  const [ana, bo] = [await testApp.teacher('ana'), await testApp.teacher('bo')]
  await stored(ana)
  for (const teacher of [ana, bo]) await submit(teacher, prose(60))
  expect((await bo.call('PUT', '/teachers/me', profile)).body).toMatchObject({
    storage_used_bytes: prose(60).length,
    storage_limit_bytes: 20_000,
  })
  const { quota } = StorageUse.parse((await ana.call('GET', '/admin/storage')).body)
  expect(quota).toEqual({ used_bytes: 2 * prose(60).length, limit_bytes: 1_000_000 })
})

describe('what could not be processed', () => {
  test('is not kept or retried if the file is at fault', async () => {
    testApp = await startTestApp({ faults })
    const ana = await testApp.teacher('ana')
    const protectedFile = await readFile(
      new URL('../../../../../../packages/extract/fixtures/files/bad-encrypted.pdf', import.meta.url),
    )
    for (const content of ['%PDF-1.7\nnothing', protectedFile]) {
      const { id, status } = await ana.finished(idOf(await upload(ana, content, 'essay.pdf')))
      expect(status).toBe('ERROR')
      await expect.poll(fileCount).toBe(0)
      expect(await stored(ana)).toBe(0)
      expect(await ana.call('POST', `/documents/${id}/reprocess`)).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('Upload it again.') },
      })
      expect((await ana.call('DELETE', `/documents/${id}`)).status).toBe(200)
    }
  })

  test('is not completed at 0 words, and not kept, if it contains only punctuation', async () => {
    await open()
    const ana = await testApp.teacher('ana')
    const { id, status, status_reason } = await ana.finished(
      idOf(await submit(ana, '?! … — ;;; '.repeat(500))),
    )
    expect({ status, status_reason }).toEqual({
      status: 'ERROR',
      status_reason: expect.stringContaining('This text contains no words'),
    })
    expect(await textCount()).toBe(0)
    expect(await stored(ana)).toBe(0)
    expect((await ana.call('POST', `/documents/${id}/reprocess`)).status).toBe(409)
  })

  test('is refused if it is a single word, and then costs nothing', async () => {
    await open()
    const ana = await testApp.teacher('ana')
    expect(await ana.finished(idOf(await upload(ana, 'Essay')))).toMatchObject({
      status: 'ERROR',
      status_reason: expect.stringContaining('This document contains a single word'),
    })
    const { body } = await ana.call('PUT', '/teachers/me', profile)
    expect(body).toMatchObject({ storage_used_bytes: 0, words_used_current_cycle: 0 })
  })

  test.each([
    ['text', submit],
    ['file', upload],
  ])(
    'is kept for another try as a %s over the allowance, unless others already fill the space for that',
    async (_, send) => {
      testApp = await startTestApp({ faults })
      const ana = await testApp.teacher('ana')
      const kept = await ana.finished(idOf(await send(ana, prose(5_001))))
      expect(kept).toMatchObject({
        status: 'LIMIT_EXCEEDED',
        status_reason: expect.stringMatching(
          /It was not processed\. It is kept, and can be read in one click/,
        ),
      })
      await testApp.database.query('update documents set size_bytes = $2 where id = $1', [
        kept.id,
        maximumUnprocessedBytes,
      ])
      const dropped = await ana.finished(idOf(await send(ana, prose(5_002))))
      expect(dropped).toMatchObject({
        status: 'LIMIT_EXCEEDED',
        status_reason: expect.stringContaining('it was not kept'),
      })
      await expect.poll(async () => (await fileCount()) + (await textCount())).toBe(1)
      expect((await ana.call('POST', `/documents/${dropped.id}/reprocess`)).status).toBe(409)
      expect((await ana.call('POST', `/documents/${kept.id}/reprocess`)).status).toBe(200)
    },
  )
})
