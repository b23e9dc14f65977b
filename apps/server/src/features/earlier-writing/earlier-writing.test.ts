import { randomUUID } from 'node:crypto'
import { type Document, type EarlierWriting, historyLargest, type Student } from '@penmark/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../testing/test-app.ts'
import { prose } from '../../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
let bo: TestTeacher
let boId: string
let student: Student
let text: Document

const own = prose(400)
const read = async () => (await ana.call('GET', `/results/document/${text.id}/earlier-writing`)).body as EarlierWriting

beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana')
  bo = await testApp.teacher('bo')
  student = (await ana.call('POST', '/students', { first_name: 'Kim', last_name: 'Ode' })).body as Student
  const pasted = (await ana.call('POST', '/documents/text', { text: own, student_id: student.id })).body as Document
  text = await ana.finished(pasted.id)
  boId = ((await bo.call('POST', '/documents/text', { text: own })).body as Document).teacher_id
})
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.database.query('delete from documents where original_filename like $1', ['earlier %'])
})

interface Earlier {
  teacher_id?: string
  student_id?: string | null
  is_marked?: boolean
  is_sample?: boolean
  words?: number
  body?: string
}

let made = 0
/** A document as a worker leaves it, with a text of its own unless one is given. */
async function add({ teacher_id = text.teacher_id, student_id = student.id, ...change }: Earlier = {}): Promise<string> {
  made += 1
  const id = randomUUID()
  const { is_marked = true, is_sample = false, words = 400, body = `${prose(words)} Text ${made}.` } = change
  await testApp.database.query(
    `insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status, score, word_count, character_count, written_in_class,
       is_sample, student_id) values ($1, $2, $3, 'txt', 10, 'COMPLETED', 0.1, $4, 2000, $5, $6, $7)`,
    [id, teacher_id, `earlier ${made}`, words, is_marked, is_sample, student_id],
  )
  await testApp.database.query('insert into document_texts (document_id, text) values ($1, $2)', [id, body])
  return id
}

const ornate = [
  'Furthermore, contemporary institutional arrangements demonstrate considerable heterogeneity; consequently, comprehensive understanding necessitates investigation.',
  'Technological transformation fundamentally reconfigures established relationships, notwithstanding persistent structural constraints, particularly organisational ones.',
  'Interdisciplinary collaboration facilitates innovative methodological perspectives, thereby strengthening analytical frameworks (considerably).',
]
const inAnotherManner = (start: number) => Array.from({ length: 30 }, (_, nth) => ornate[(start + nth) % ornate.length]).join(' ')

test('says how many more texts written in class are needed', async () => {
  expect(await read()).toMatchObject({ outcome: 'too-few', known: 0, needed: 3, distance: null, measures: [] })
  await add()
  expect(await read()).toMatchObject({ outcome: 'too-few', known: 1, needed: 2 })
})

test('is in line with three texts in the same manner, and gives the range of each measure and the measured rate', async () => {
  for (let i = 0; i < 3; i += 1) await add()
  const { outcome, known, needed, measures, measured, history } = await read()
  expect({ outcome, known, needed }).toEqual({ outcome: 'in-line', known: 3, needed: 0 })
  expect(measures.map(({ name }) => name)).toEqual(['sentence-words', 'word-letters', 'word-variety', 'function-word-distance'])
  expect(measured.n).toBeGreaterThan(1_000)
  expect(history.map(({ document_id }) => document_id)).toContain(text.id)
  expect(history.filter(({ written_in_class }) => written_in_class)).toHaveLength(3)
})

test('differs from three texts in quite another manner', async () => {
  for (let i = 0; i < 3; i += 1) await add({ body: inAnotherManner(i) })
  expect(await read()).toMatchObject({ outcome: 'differs', known: 3 })
})

test('counts no copy, no short text, no sample, and nothing without a mark, of another student or of another teacher', async () => {
  await add({ body: own })
  await add({ body: 'The same words again and again. '.repeat(80) })
  await add({ body: 'The same words again and again. '.repeat(80) })
  await add({ words: 200 })
  await add({ is_sample: true })
  await add({ is_marked: false })
  await add({ student_id: null })
  await add({ teacher_id: boId })
  expect(await read()).toMatchObject({ outcome: 'too-few', known: 1 })
  expect((await read()).history.map(({ filename }) => filename)).not.toContain(`earlier ${made}`)
})

test('forgets a text once it is deleted or its mark is removed', async () => {
  const [deleted, unmarked] = [await add(), await add()]
  await add()
  expect(await read()).toMatchObject({ known: 3 })
  await ana.call('DELETE', `/documents/${deleted}`)
  await ana.call('PUT', `/documents/${unmarked}/written-in-class`, { written_in_class: false })
  const { known, history } = await read()
  expect(known).toBe(1)
  expect(history.map(({ document_id }) => document_id)).not.toContain(deleted)
})

test('compares nothing where the document has no student', async () => {
  await testApp.database.query('update documents set student_id = null where id = $1', [text.id])
  try {
    expect(await read()).toMatchObject({ outcome: 'no-student', known: 0, history: [] })
  } finally {
    await testApp.database.query('update documents set student_id = $2 where id = $1', [text.id, student.id])
  }
})

test('answers 404 to another teacher', async () => {
  expect((await bo.call('GET', `/results/document/${text.id}/earlier-writing`)).status).toBe(404)
})

test('reads only the newest documents of a student who has thousands', async () => {
  await testApp.database.query(
    `with made as (
       insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status, score, word_count, character_count, written_in_class,
         student_id, created_at)
       select gen_random_uuid(), $1, 'earlier ' || i, 'txt', 10, 'COMPLETED', 0.1, 400, i, true, $2, now() + i * interval '1 s'
       from generate_series(1, 3000) i returning id, character_count
     ) insert into document_texts (document_id, text) select id, $3 || character_count from made`,
    [text.teacher_id, student.id, `${prose(300)} `],
  )
  const { known, history } = await read()
  expect(known).toBe(8)
  expect(history).toHaveLength(historyLargest + 1)
  expect(history[0]).toMatchObject({ document_id: text.id })
})
