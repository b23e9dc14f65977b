import { randomUUID } from 'node:crypto'
import { apiBase, type BatchUpload, type Document, type Student } from '@penmark/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createFaults } from '../../../testing/faults/faults.ts'
import { postForm } from '../../../testing/form.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { sweepUploadAnswers } from './upload-once.ts'

const faults = createFaults()
let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ works: false, faults })
})
afterEach(() => faults.clear())
afterAll(() => testApp.close())

const dayMs = 24 * 60 * 60 * 1_000

async function textUpload(subject: string, key: string, text: string, fields: object = {}) {
  const headers = { ...(await testApp.headers(subject)), 'idempotency-key': key }
  const response = await testApp.app.inject({
    method: 'POST',
    url: `${apiBase}/documents/text`,
    headers,
    payload: { text, ...fields },
  })
  return { status: response.statusCode, body: response.json() as Document }
}

async function fileUpload(
  subject: string,
  key: string,
  names: string[],
  content: string,
  url: '/documents/upload' | '/documents/batch',
) {
  const headers = { ...(await testApp.headers(subject)), 'idempotency-key': key }
  const files = names.map((name) => ({ name, content }))
  const response = await postForm(testApp.app, { url: `${apiBase}${url}`, fields: {}, files, headers })
  return { status: response.statusCode, body: response.json() as Document & BatchUpload }
}

async function documentsOf(subject: string): Promise<Document[]> {
  const teacher = await testApp.teacher(subject)
  return (await teacher.call('GET', '/documents')).body as Document[]
}

async function keptAnswers(): Promise<number> {
  const { rows } = await testApp.database.query('select count(*)::int as kept from upload_answers')
  return Number(rows[0]?.kept)
}

async function storedFiles(): Promise<number> {
  let count = 0
  for await (const _key of testApp.storage.list(new Date(Date.now() + 60_000))) count += 1
  return count
}

describe('an upload with an Idempotency-Key', () => {
  test('that is sent again gets the first answer and makes no second document', async () => {
    await testApp.teacher('ana')
    const [key, text] = [randomUUID(), prose(60)]
    const first = await textUpload('ana', key, text)
    expect(first.status).toBe(201)
    await testApp.database.query("update documents set status = 'COMPLETED' where id = $1", [first.body.id])
    expect(await textUpload('ana', key, text)).toEqual(first)
    // In the quotation marks of the draft standard it is the same key.
    expect(await textUpload('ana', `"${key}"`, text)).toEqual(first)
    expect((await textUpload('ana', randomUUID(), text)).body.id).not.toBe(first.body.id)
    expect(await documentsOf('ana')).toHaveLength(2)
  })

  test.each(['/documents/upload', '/documents/batch'] as const)(
    'to %s keeps one copy of its files',
    async (url) => {
      const subject = `bo ${url.length}`
      await testApp.teacher(subject)
      const [key, before] = [randomUUID(), await storedFiles()]
      const names = url === '/documents/batch' ? ['one.txt', 'two.txt'] : ['one.txt']
      const first = await fileUpload(subject, key, names, prose(60), url)
      expect(first.status).toBe(201)
      expect(await fileUpload(subject, key, names, prose(60), url)).toEqual(first)
      expect(await documentsOf(subject)).toHaveLength(names.length)
      expect(await storedFiles()).toBe(before + names.length)
      const other = await fileUpload(subject, key, names, prose(61), url)
      expect(other).toMatchObject({
        status: 422,
        body: {
          code: 'invalid_input',
          detail: [{ loc: ['Idempotency-Key'], reason: { code: 'idempotency_key_reused' } }],
        },
      })
      expect(await storedFiles()).toBe(before + names.length)
    },
  )

  test('is refused with another text, other fields, or as another call', async () => {
    await testApp.teacher('cy')
    const [key, text] = [randomUUID(), prose(60)]
    await textUpload('cy', key, text)
    expect((await textUpload('cy', key, prose(61))).status).toBe(422)
    expect((await fileUpload('cy', key, ['one.txt'], text, '/documents/upload')).status).toBe(422)
    expect(await documentsOf('cy')).toHaveLength(1)
  })

  test('makes one document of ten calls at the same time, which all get its answer', async () => {
    await testApp.teacher('dora')
    const [key, text] = [randomUUID(), prose(60)]
    const answers = await Promise.all(Array.from({ length: 10 }, () => textUpload('dora', key, text)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await documentsOf('dora')).toHaveLength(1)
  })

  test('is answered, with its file, although the result of its commit was lost', async () => {
    await testApp.teacher('lee')
    const [key, before] = [randomUUID(), await storedFiles()]
    const fault = faults.failCommit({ of: 'insert into documents', after: true })
    const first = await fileUpload('lee', key, ['one.txt'], prose(60), '/documents/upload')
    expect([fault.happened, first.status]).toEqual([1, 201])
    expect(await fileUpload('lee', key, ['one.txt'], prose(60), '/documents/upload')).toEqual(first)
    expect([(await documentsOf('lee')).length, await storedFiles()]).toEqual([1, before + 1])
  })

  test('is the key of one teacher only', async () => {
    await testApp.teacher('eve')
    await testApp.teacher('fay')
    const [key, text] = [randomUUID(), prose(60)]
    const [of, other] = [await textUpload('eve', key, text), await textUpload('fay', key, text)]
    expect(other.status).toBe(201)
    expect(other.body.id).not.toBe(of.body.id)
  })

  test('that was refused leaves its key free', async () => {
    await testApp.teacher('gil')
    const key = randomUUID()
    expect((await textUpload('gil', key, ' ')).status).toBe(422)
    expect((await textUpload('gil', key, prose(60))).status).toBe(201)
  })

  test.each(['', 'x'.repeat(256), 'clé', '"open'])('is refused with the key %j', async (key) => {
    await testApp.teacher('hal')
    expect((await textUpload('hal', key, prose(60))).status).toBe(422)
    expect(await documentsOf('hal')).toEqual([])
  })

  test('is another upload after a day, and nothing of the answer is left by then', async () => {
    await testApp.teacher('ida')
    const [key, text] = [randomUUID(), prose(60)]
    const first = await textUpload('ida', key, text)
    await testApp.database.query(
      "update upload_answers set created_at = created_at - interval '24 hours 1 minute' where key = $1",
      [key],
    )
    const second = await textUpload('ida', key, text)
    expect(second.status).toBe(201)
    expect(second.body.id).not.toBe(first.body.id)
    expect(await keptAnswers()).toBeGreaterThan(0)
    await sweepUploadAnswers(testApp.database, new Date(Date.now() + dayMs + 60_000))
    expect(await keptAnswers()).toBe(0)
  })

  test('keeps no answer that names a document or a student who was deleted', async () => {
    const jo = await testApp.teacher('jo')
    const before = await keptAnswers()
    const { body } = await fileUpload(
      'jo',
      randomUUID(),
      ['one.txt', 'two.txt'],
      prose(60),
      '/documents/batch',
    )
    const { id: student_id } = (await jo.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm' }))
      .body as Student
    await textUpload('jo', randomUUID(), prose(60), { student_id })
    await textUpload('jo', randomUUID(), prose(60))
    expect(await keptAnswers()).toBe(before + 3)
    await jo.call('DELETE', `/documents/${body.documents[1]?.id}`)
    expect(await keptAnswers()).toBe(before + 2)
    await jo.call('DELETE', `/students/${student_id}`)
    expect(await keptAnswers()).toBe(before + 1)
  })
})

test('an upload without a key may be sent twice', async () => {
  const kim = await testApp.teacher('kim')
  const text = prose(60)
  for (let nth = 0; nth < 2; nth += 1)
    expect((await kim.call('POST', '/documents/text', { text })).status).toBe(201)
  expect(await documentsOf('kim')).toHaveLength(2)
})
