import { readFile } from 'node:fs/promises'
import { type BatchUpload, type Document, type Report, type Teacher, uploadLimits } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeZip } from '../../../../../packages/extract/fixtures/zip-writer.ts'
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

test.each([
  'office-essay.pdf',
  'office-essay.docx',
  'office-essay.doc',
  'plain-essay.txt',
  'a pasted text.txt',
])('turns %s into a report with a score', async (name) => {
  const sent = name.includes('pasted')
    ? await ana.call('POST', '/documents/text', { text: prose(120), title: name })
    : await ana.upload('/documents/upload', 'file', [
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
  expect(document.score).toEqual(expect.any(Number))
  const { body } = await ana.call('GET', `/results/document/${document.id}`)
  expect((body as Report).score).toBe(document.score)
  const text = await ana.call('GET', `/documents/${document.id}/text/`)
  expect(text.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text.text.length).toBe(document.character_count)
})

test('recognises a file by its content, not its name', async () => {
  const sent = await ana.upload('/documents/upload', 'file', [{ name: 'essay.pdf', content: prose(80) }])
  expect(sent.body).toMatchObject({ file_type: 'txt' })
  const refused = await ana.upload('/documents/upload', 'file', [
    { name: 'essay.txt', content: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]) },
  ])
  expect(refused).toMatchObject({
    status: 415,
    body: { code: 'unsupported_file', detail: expect.stringContaining('essay.txt') },
  })
})

const emptyPng = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

test.each([
  ['six bytes of text', 'essay.docx', 'Hello!', /a plain text of a few words/],
  ['a few words of text', 'essay.pdf', 'This file was not found here.', /a plain text of a few words/],
  ['a picture', 'essay.pdf', emptyPng, /a picture/],
  ['an archive', 'essay.docx', writeZip([{ name: 'essay.txt', data: prose(80) }]), /an archive/],
  ['a spreadsheet', 'essay.docx', writeZip([{ name: 'xl/workbook.xml', data: '<a/>' }]), /a spreadsheet/],
  ['no bytes', 'essay.docx', '', /contains no text/],
])('%s named as a PDF or Word file ends in ERROR and says what it is', async (_, name, content, says) => {
  const finished = await ana.finished(
    idOf((await ana.upload('/documents/upload', 'file', [{ name, content }])).body),
  )
  expect(finished).toMatchObject({
    status: 'ERROR',
    status_reason: expect.stringMatching(says),
    storage_blob_path: null,
  })
})

test.each(['rtf', 'web page'])('an essay saved as %s under the name .doc is read', async (format) => {
  const content =
    format === 'rtf' ? `{\\rtf1\\ansi ${prose(80)}}` : `<html><body><p>${prose(80)}</p></body></html>`
  const sent = await ana.upload('/documents/upload', 'file', [{ name: 'essay.doc', content }])
  expect(await ana.finished(idOf(sent.body))).toMatchObject({ status: 'COMPLETED', word_count: 80 })
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

test.each([
  ['bad-encrypted.pdf', /password/],
  ['bad-encrypted.docx', /password/],
  ['bad-encrypted.doc', /password/],
  ['damaged.docx', /damaged or incomplete/],
  ['damaged.pdf', /damaged or incomplete/],
  ['bad-scanned.pdf', /pictures|images/],
  ['empty.docx', /contains no text/],
])('says why %s cannot be read, and answers 415 for its text', async (name, says) => {
  const [kind, type] = name.split('.')
  const whole = kind === 'damaged' ? await fixture(`office-essay.${type}`) : Buffer.from('')
  const content = kind?.startsWith('bad') ? await fixture(name) : whole.subarray(0, whole.length / 2)
  const { id } = (await ana.upload('/documents/upload', 'file', [{ name, content }])).body as Document
  expect(await ana.finished(id)).toMatchObject({
    status: 'ERROR',
    status_reason: expect.stringMatching(says),
  })
  expect((await ana.call('GET', `/documents/${id}/text`)).status).toBe(415)
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

test.each(['QUEUED', 'PROCESSING', 'COMPLETED'])(
  'answers 409 to reprocessing a %s document',
  async (status) => {
    const { id } = await ana.finished(
      idOf((await ana.call('POST', '/documents/text', { text: prose(60) })).body),
    )
    const set = (to: string) =>
      testApp.database.query('update documents set status = $2 where id = $1', [id, to])
    await set(status)
    expect(await ana.call('POST', `/documents/${id}/reprocess`)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    await set('COMPLETED')
  },
)

test('reprocesses a document that failed, which waits before the answer is sent', async () => {
  const { id } = await ana.finished(
    idOf((await ana.call('POST', '/documents/text', { text: prose(60) })).body),
  )
  await testApp.database.query("update documents set status = 'ERROR', score = null where id = $1", [id])
  expect(await ana.call('POST', `/documents/${id}/reprocess`)).toMatchObject({
    status: 200,
    body: { id, status: 'QUEUED' },
  })
  expect(await ana.finished(id)).toMatchObject({ status: 'COMPLETED', score: expect.any(Number) })
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
  await ana.finished(idOf(sent.body))
  expect((await ana.call('GET', `/documents/${idOf(sent.body)}`)).body).toMatchObject({
    original_filename: 'Her poem',
    student_id: student.id,
    word_count: 60,
  })
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

test('refuses a text of a million words before it is scored, says how to go on, and counts nothing', async () => {
  const words = 1_000_000
  const sent = await ana.upload('/documents/upload', 'file', [
    { name: 'words.txt', content: Buffer.from('a '.repeat(words)) },
  ])
  const used = async () => ((await ana.call('GET', '/teachers/me')).body as Teacher).words_used_current_cycle
  const before = await used()
  const { status, status_reason } = await ana.finished(idOf(sent.body))
  expect({ status, status_reason }).toEqual({
    status: 'ERROR',
    status_reason:
      'This document has 1,000,000 words, and Penmark checks up to 200,000 in one piece. Nothing was counted against your allowance. Split it into parts and submit each part.',
  })
  expect(await used()).toBe(before)
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
  const content = Buffer.alloc(25 * 1024 * 1024 + 1, 'a')
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
  const contentOf = async () => {
    const tables = ['document_texts', 'reports', 'fingerprinted_documents', 'bin_rows']
    const rows = tables.map(
      (name) => `select '${name}' as name from ${name} t where t::text like '%' || $1 || '%'`,
    )
    const { rows: found } = await testApp.database.query(`${rows.join(' union ')} order by name`, [id])
    return found.map(({ name }) => name)
  }
  await expect.poll(contentOf).toEqual(['document_texts', 'fingerprinted_documents', 'reports'])
  expect(await dora.call('DELETE', `/documents/${id}`)).toMatchObject({
    status: 200,
    body: { id, deleted: true },
  })
  expect((await dora.call('DELETE', `/documents/${id}`)).status).toBe(200)
  for (const address of [`/documents/${id}`, `/documents/${id}/text`, `/results/document/${id}`]) {
    expect((await dora.call('GET', address)).status).toBe(404)
  }
  expect(await contentOf()).toEqual(['bin_rows'])
  expect((await dora.call('DELETE', `/bin/${id}`)).status).toBe(200)
  expect(await storedKeys()).toHaveLength(before - 1)
  expect(await contentOf()).toEqual([])
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
