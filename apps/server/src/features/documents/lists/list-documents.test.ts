import { type ClassGroup, Document, type Student } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
let ida: Student
let seven: ClassGroup

const post = async <T>(address: string, fields: object) => (await ana.call('POST', address, fields)).body as T

/** Oldest first: name, status, score, words, student, and whether it is in the class. */
const rows: [string, string, number | null, number | null, 'ida' | 'zoe' | null, boolean][] = [
  ['beta 50%.txt', 'COMPLETED', 0.2, 900, 'ida', true],
  ['Alpha.txt', 'ERROR', null, null, null, false],
  ['gamma_x.txt', 'COMPLETED', 0.9, 100, 'zoe', false],
  ['ÉCLAIR.txt', 'COMPLETED', 0.2, 500, null, true],
]

beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
  ida = await post('/students', { first_name: 'Ida', last_name: 'Young' })
  const zoe = await post<Student>('/students', { first_name: 'Zoé', last_name: 'Adams' })
  seven = await post('/class-groups', { class_name: 'Set 7' })
  await ana.call('POST', `/class-groups/${seven.id}/students/${ida.id}`)
  for (const [name, status, score, words, student, isInClass] of rows) {
    const fields = {
      ...(student === null ? {} : { student_id: student === 'ida' ? ida.id : zoe.id }),
      ...(isInClass ? { class_group_id: seven.id } : {}),
    }
    const sent = await ana.upload('/documents/upload', 'file', [{ name, content: prose(60) }], fields)
    await testApp.database.query(
      'update documents set status = $2, score = $3, word_count = $4 where id = $1',
      [(sent.body as Document).id, status, score, words],
    )
  }
})
afterAll(() => testApp.close())

const list = async (query: string) => (await ana.call('GET', `/documents?${query}`)).body as Document[]
const initials = async (query: string) => (await list(query)).map(({ filename }) => filename[0]).join('')

test.each([
  ['', 'ÉgAb'],
  ['order=asc', 'bAgÉ'],
  ['sort=original_filename&order=asc', 'AbgÉ'],
  ['sort=status&order=asc', 'bgÉA'],
  ['sort=score&order=desc', 'gÉbA'],
  ['sort=score&order=asc', 'AbÉg'],
  ['sort=word_count&order=desc', 'bÉgA'],
  ['sort=student&order=asc', 'AÉgb'],
])('lists %s in the order %s, also page by page', async (query, order) => {
  expect(await initials(query)).toBe(order)
  let paged = ''
  let before = ''
  for (const _page of rows) {
    const [document] = await list(`${query}&limit=1&before=${before}`)
    paged += document?.filename[0]
    before = document?.id ?? ''
  }
  expect(paged).toBe(order)
  expect(await list(`${query}&limit=1&before=${before}`)).toEqual([])
})

test.each([
  ['search=ALPHA', 'A'],
  ['search=%C3%A9clair', 'É'],
  ['search=50%25', 'b'],
  ['search=_', 'g'],
  ['search=zo%C3%89+ad', 'g'],
  ['search=set+7', 'Éb'],
  ['search=%5C', ''],
  ['search=%00', 'ÉgAb'],
  ['status=ERROR', 'A'],
  ['unassigned=student', 'ÉA'],
  ['unassigned=class', 'gA'],
  ['unassigned=both', 'A'],
  ['search=set&unassigned=student', 'É'],
  ['standing=without-student', 'É'],
])('finds by %s: %s, and counts the same', async (query, found) => {
  expect(await initials(query)).toBe(found)
  expect((await ana.call('GET', `/documents/count?${query}`)).body).toEqual({ total: found.length })
})

test('finds the documents of a student and of a class, and none for an unknown id', async () => {
  expect(await initials(`student_id=${ida.id}`)).toBe('b')
  expect(await initials(`class_group_id=${seven.id}`)).toBe('Éb')
  expect(await initials(`class_group_id=${seven.id}&student_id=${ida.id}`)).toBe('b')
  for (const id of [crypto.randomUUID(), 'nobody']) {
    expect(await initials(`student_id=${id}`)).toBe('')
    expect((await ana.call('GET', `/documents/count?class_group_id=${id}`)).body).toEqual({ total: 0 })
  }
  expect((await (await testApp.teacher('bo')).call('GET', `/documents?student_id=${ida.id}`)).body).toEqual(
    [],
  )
})

test('sorts by the new name of a student, and finds the documents under it', async () => {
  await ana.call('PUT', `/students/${ida.id}`, { first_name: 'Ida', last_name: 'Aaron' })
  expect(await initials('sort=student&order=asc')).toBe('AÉbg')
  expect(await initials('search=ida+aaron')).toBe('b')
  expect(await initials('search=young')).toBe('')
})

test('lists each document exactly as its own call returns it, including queued ones', async () => {
  const { status } = await ana.upload(
    '/documents/upload',
    'file',
    [{ name: 'waits "\\".txt', content: prose(60) }],
    { student_id: ida.id },
  )
  expect(status).toBe(201)
  const all = await list('')
  expect(z.array(z.strictObject(Document.shape)).safeParse(all).error).toBeUndefined()
  expect(all[0]).toMatchObject({
    status: 'QUEUED',
    queue_position: expect.any(Number),
    student_details: { first_name: 'Ida' },
    standing: 'unread',
  })
  for (const document of all)
    expect(document).toEqual((await ana.call('GET', `/documents/${document.id}`)).body)
})

test('returns both names of each field with equal values, and the key of the file', async () => {
  for (const document of await list('')) {
    const { id, original_filename, upload_timestamp, ai_score } = document
    expect(document).toMatchObject({
      _id: id,
      filename: original_filename,
      created_at: upload_timestamp,
      score: ai_score,
    })
    expect(document.storage_blob_path).toEqual(expect.any(String))
  }
})

test('says that the list has changed if the document before the page is gone', async () => {
  const [newest] = await list('limit=1')
  await ana.call('DELETE', `/documents/${newest?.id}`)
  for (const before of [newest?.id, 'nobody']) {
    expect(await ana.call('GET', `/documents?before=${before}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  }
})

test('refuses an order and a status that do not exist', async () => {
  for (const query of ['sort=size', 'order=up', 'status=DONE', 'unassigned=yes', 'limit=1001']) {
    expect((await ana.call('GET', `/documents?${query}`)).status).toBe(422)
  }
})
