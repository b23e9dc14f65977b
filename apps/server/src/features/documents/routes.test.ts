import { readFile } from 'node:fs/promises'
import { type BatchUpload, type Document, type Report, uploadLimits } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../testing/test-app.ts'
import { prose } from '../../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana')
})
afterAll(() => testApp.close())

const fixture = (name: string) =>
  readFile(new URL(`../../../../../packages/extract/fixtures/files/${name}`, import.meta.url))
const idOf = (body: unknown) => (body as Document).id
const storedKeys = async () => {
  const keys: string[] = []
  for await (const key of testApp.storage.list(new Date(Date.now() + 60_000))) keys.push(key)
  return keys
}

test('turns pasted text into a report whose spans make up its paragraphs', async () => {
  const sent = await ana.call('POST', '/documents/text', { text: `${prose(100)}\n\n${prose(200)}` })
  expect(sent.status).toBe(201)
  expect(sent.body).toMatchObject({ status: 'QUEUED', file_type: 'txt', processing_priority: 'NORMAL' })
  const document = await ana.finished(idOf(sent.body))
  expect(document).toMatchObject({
    status: 'COMPLETED',
    word_count: 300,
    stage: null,
    queue_position: null,
    status_reason: null,
  })
  const report = (await ana.call('GET', `/results/document/${document.id}`)).body as Report
  expect(report).toMatchObject({
    status: 'COMPLETED',
    score: document.score,
    label: document.label,
    words: 300,
    results: report.paragraph_results,
  })
  expect(report.label === 'ai-generated').toBe((report.score ?? 0) >= 0.5)
  for (const { paragraph_text, spans } of report.paragraph_results)
    expect(spans.map(({ text }) => text).join('')).toBe(paragraph_text)
  expect((await ana.call('GET', `/documents/${document.id}/text`)).text).toBe(
    report.paragraph_results.map((p) => p.paragraph_text).join('\n\n'),
  )
})

test.each(['office-essay.pdf', 'office-essay.docx', 'office-essay.doc', 'plain-essay.txt'])(
  'turns %s into a report',
  async (name) => {
    const sent = await ana.upload('/documents/upload', 'file', [
      { name, content: await fixture(name).catch(() => Buffer.from(prose(120))) },
    ])
    expect(sent.status).toBe(201)
    const document = await ana.finished(idOf(sent.body))
    expect(document).toMatchObject({
      status: 'COMPLETED',
      original_filename: name,
      filename: name,
      file_type: name.split('.')[1],
    })
    expect(document.word_count).toBeGreaterThan(50)
    const text = await ana.call('GET', `/documents/${document.id}/text/`)
    expect(text.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(text.text.length).toBe(document.character_count)
  },
)

test('recognises a file by its content, not its name', async () => {
  const sent = await ana.upload('/documents/upload', 'file', [{ name: 'essay.pdf', content: prose(80) }])
  expect(sent.body).toMatchObject({ file_type: 'txt' })
  const refused = await ana.upload('/documents/upload', 'file', [
    { name: 'essay.docx', content: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]) },
  ])
  expect(refused).toMatchObject({
    status: 415,
    body: { code: 'unsupported_file', detail: expect.stringContaining('essay.docx') },
  })
})

test('a file that cannot be read ends in ERROR with a reason, is not kept, and can be deleted', async () => {
  const sent = await ana.upload('/documents/upload', 'file', [
    { name: 'locked.pdf', content: await fixture('bad-encrypted.pdf') },
  ])
  const failed = await ana.finished(idOf(sent.body))
  expect(failed).toMatchObject({ status: 'ERROR', status_reason: expect.stringContaining('password') })
  expect(await ana.call('GET', `/documents/${failed.id}/text`)).toMatchObject({
    status: 415,
    body: { code: 'unsupported_file' },
  })
  expect((await ana.call('GET', `/results/document/${failed.id}`)).body).toMatchObject({
    status: 'ERROR',
    score: null,
    paragraph_results: [],
  })
  expect(await ana.call('POST', `/documents/${failed.id}/reprocess`)).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  expect((await ana.call('GET', `/documents/${failed.id}`)).body).toMatchObject({
    status: 'ERROR',
    storage_blob_path: null,
  })
  expect((await ana.call('DELETE', `/documents/${failed.id}`)).status).toBe(200)
})

test('an empty file of any type ends in ERROR', async () => {
  for (const name of ['empty.txt', 'empty.pdf']) {
    const sent = await ana.upload('/documents/upload', 'file', [{ name, content: '' }])
    expect(sent.status).toBe(201)
    expect(await ana.finished(idOf(sent.body))).toMatchObject({
      status: 'ERROR',
      status_reason: expect.stringMatching(/\w+/),
    })
  }
})

test('answers 409 to reprocessing a completed document', async () => {
  const document = await ana.finished(
    idOf((await ana.call('POST', '/documents/text', { text: prose(60) })).body),
  )
  expect(await ana.call('POST', `/documents/${document.id}/reprocess`)).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
})

test('names a pasted text by its title and assigns it to a student', async () => {
  const student = (await ana.call('POST', '/students', { first_name: 'Amira', last_name: 'Haddad' }))
    .body as { id: string }
  const sent = await ana.call('POST', '/documents/text', {
    text: prose(60),
    title: ' Her poem\u202e ',
    student_id: student.id,
  })
  expect(sent).toMatchObject({ status: 201, body: { original_filename: 'Her poem', student_id: student.id } })
  const unnamed = await ana.call('POST', '/documents/text', { text: prose(60), title: ' ' })
  expect(unnamed.body).toMatchObject({
    original_filename: expect.stringMatching(/^Pasted text, /),
    student_id: null,
  })
  expect(
    await ana.call('POST', '/documents/text', { text: prose(60), title: 'x'.repeat(201) }),
  ).toMatchObject({ status: 422 })
})

test('names a pasted text without a title by the time in the zone of its teacher, in words that every computer takes for a file', async () => {
  const nameIn = async (time_zone: string) => {
    const { body } = await ana.call('POST', '/documents/text', { text: prose(60), time_zone })
    return (body as Document).original_filename
  }
  const [tokyo, unknown] = [await nameIn('Asia/Tokyo'), await nameIn('Atlantis')]
  expect(tokyo).toMatch(/^Pasted text, \d{4}-\d\d-\d\d \d\d\.\d\d\.txt$/)
  const hoursOf = (name: string) =>
    Date.parse(name.slice('Pasted text, '.length, -'.txt'.length).replace(' ', 'T').replace('.', ':')) /
    3_600_000
  expect(Math.round(hoursOf(tokyo) - hoursOf(unknown))).toBe(9)
})

test('refuses blank text, and text that is too long', async () => {
  for (const text of ['', ' \n\t', '\u0000']) {
    expect(await ana.call('POST', '/documents/text', { text })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['text'] }] },
    })
  }
  expect((await ana.call('POST', '/documents/text', {})).status).toBe(422)
  expect(
    await ana.call('POST', '/documents/text', { text: 'é'.repeat(uploadLimits.textCharacters + 1) }),
  ).toMatchObject({ status: 413 })
})

test('removes characters that a database cannot store from texts and names', async () => {
  const sent = await ana.call('POST', '/documents/text', { text: `${prose(60)}\u0000 \ud800 end` })
  expect((await ana.finished(idOf(sent.body))).status).toBe('COMPLETED')
  const named = await ana.upload('/documents/upload', 'file', [
    { name: '../../etc/essay\u0001.txt', content: prose(60) },
  ])
  expect(named.body).toMatchObject({ original_filename: 'essay.txt' })
})

test('refuses a file larger than 25 MB and stores none of it', async () => {
  const before = (await storedKeys()).length
  const content = Buffer.alloc(uploadLimits.fileBytes + 1, 'a')
  const refused = await ana.upload('/documents/upload', 'file', [{ name: 'big.txt', content }])
  expect(refused).toMatchObject({
    status: 413,
    body: { code: 'too_large', detail: expect.stringContaining('big.txt') },
  })
  expect(await storedKeys()).toHaveLength(before)
})

test('requires exactly one file', async () => {
  expect(await ana.upload('/documents/upload', 'file', [])).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['file'] }] },
  })
  const two = [1, 2].map((n) => ({ name: `${n}.txt`, content: prose(60) }))
  expect((await ana.upload('/documents/upload', 'file', two)).status).toBe(422)
  expect((await ana.call('POST', '/documents/upload', { file: 'no form' })).status).toBe(422)
})

test('accepts a whole batch, in the order of its files', async () => {
  const bo = await testApp.teacher('bo')
  const files = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name, content: prose(60) }))
  const { status, body } = await bo.upload('/documents/batch', 'files', files, { priority: 'NORMAL' })
  expect(status).toBe(201)
  const batch = body as BatchUpload
  expect(batch).toMatchObject({ total_files: 3, status: 'QUEUED' })
  const listed = (await bo.call('GET', '/documents/')).body as Document[]
  expect(listed.map(({ filename }) => filename)).toEqual(['a.txt', 'b.txt', 'c.txt'])
  expect(listed.map(({ id }) => id)).toEqual(batch.document_ids)
  expect(new Set(listed.map(({ batch_id }) => batch_id))).toEqual(new Set([batch.batch_id]))
})

const table = { name: 'table.xlsx', content: Buffer.from('PK\u0003\u0004 no document inside') }

test('accepts the valid files of a batch and names the others', async () => {
  const cy = await testApp.teacher('cy')
  const before = (await storedKeys()).length
  const files = [table, { name: 'good.txt', content: prose(60) }]
  expect(await cy.upload('/documents/batch', 'files', files)).toMatchObject({
    status: 201,
    body: { total_files: 1, skipped: [{ filename: 'table.xlsx', reason: 'unsupported' }] },
  })
  expect((await cy.call('GET', '/documents')).body).toMatchObject([{ original_filename: 'good.txt' }])
  expect(await storedKeys()).toHaveLength(before + 1)
})

test('refuses a batch without a valid file', async () => {
  const cy = await testApp.teacher('cyd')
  const before = (await storedKeys()).length
  expect(await cy.upload('/documents/batch', 'files', [table, table])).toMatchObject({
    status: 415,
    body: { detail: expect.stringContaining('table.xlsx') },
  })
  expect((await cy.call('GET', '/documents')).body).toEqual([])
  expect(await storedKeys()).toHaveLength(before)
})

test('asks for a file if none was sent', async () => {
  const gil = await testApp.teacher('gil')
  const answer = await gil.upload('/documents/upload', 'file', [])
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('Please select a file to upload.')
})

test('accepts at most 50 files at once', async () => {
  const files = Array.from({ length: 51 }, (_, n) => ({ name: `${n}.txt`, content: 'x' }))
  expect(await ana.upload('/documents/batch', 'files', files)).toMatchObject({
    status: 413,
    body: { code: 'too_large' },
  })
})

test('takes the owner from the token and not the body, and finds nothing for unknown ids', async () => {
  const sent = await ana.call('POST', '/documents/text', {
    text: prose(60),
    teacher_id: crypto.randomUUID(),
    student_id: null,
    class_group_id: '',
  })
  expect(sent.status).toBe(201)
  const me = (await ana.call('PUT', '/teachers/me', { ...profile })).body as { id: string }
  expect((sent.body as Document).teacher_id).toBe(me.id)
  for (const field of ['student_id', 'class_group_id']) {
    const refused = await ana.call('POST', '/documents/text', {
      text: prose(60),
      [field]: crypto.randomUUID(),
    })
    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await ana.call('GET', `/documents/?${field}=${crypto.randomUUID()}`)).body).toEqual([])
    expect((await ana.call('GET', `/documents/?${field}=nobody`)).body).toEqual([])
  }
})

test('deletes a document, erases it for good from the bin, and keeps its counters', async () => {
  const dora = await testApp.teacher('dora')
  const sent = await dora.upload('/documents/upload', 'file', [{ name: 'essay.txt', content: prose(60) }])
  const { id } = await dora.finished(idOf(sent.body))
  const before = (await storedKeys()).length
  expect(await dora.call('DELETE', `/documents/${id}`)).toMatchObject({
    status: 200,
    body: { id, deleted: true },
  })
  expect((await dora.call('DELETE', `/documents/${id}`)).status).toBe(200)
  for (const address of [`/documents/${id}`, `/documents/${id}/text`, `/results/document/${id}`]) {
    expect((await dora.call('GET', address)).status).toBe(404)
  }
  expect((await dora.call('DELETE', `/bin/${id}`)).status).toBe(200)
  expect(await storedKeys()).toHaveLength(before - 1)
  for (const table of ['document_texts', 'reports']) {
    expect(
      (await testApp.database.query(`select 1 from ${table} where document_id = $1`, [id])).rows,
    ).toEqual([])
  }
  expect((await dora.call('GET', '/dashboard/stats')).body).toMatchObject({
    current_documents: 0,
    deleted_documents: 1,
    total_processed_documents: 1,
  })
})

test('pages through the list, newest first', async () => {
  const eve = await testApp.teacher('eve')
  const files = Array.from({ length: 5 }, (_, n) => ({ name: `${n}.txt`, content: prose(60) }))
  await eve.upload('/documents/batch', 'files', files)
  const first = (await eve.call('GET', '/documents/?limit=2')).body as Document[]
  const second = (await eve.call('GET', `/documents/?limit=2&before=${first[1]?.id}`)).body as Document[]
  const third = (await eve.call('GET', `/documents/?limit=2&before=${second[1]?.id}`)).body as Document[]
  expect([...first, ...second, ...third].map(({ filename }) => filename)).toEqual([
    '0.txt',
    '1.txt',
    '2.txt',
    '3.txt',
    '4.txt',
  ])
  expect((await eve.call('GET', '/documents/?limit=0')).status).toBe(422)
})

const profile = {
  first_name: 'Ana',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'Spain',
  state_county: 'Soria',
}
