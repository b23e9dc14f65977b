import type { ClassGroup, Document, Student, StudentRow, StudentsUploaded } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
})
afterAll(() => testApp.close())

const ida = { first_name: 'Ida', last_name: 'Holm' }
const add = async (teacher: TestTeacher, fields: object = ida) =>
  (await teacher.call('POST', '/students/', fields)).body as Student
const addClass = async (teacher: TestTeacher, class_name: string, academic_year?: string) =>
  (await teacher.call('POST', '/class-groups/', { class_name, academic_year })).body as ClassGroup
const list = async (teacher: TestTeacher, query = '') =>
  (await teacher.call('GET', `/students${query}`)).body as Student[]
const upload = async (teacher: TestTeacher, students: StudentRow[]) =>
  (await teacher.call('POST', '/students/bulk-upload', { students })).body as StudentsUploaded
const row = (
  FirstName: string,
  LastName: string,
  AssignToClass = '',
  rest: Partial<StudentRow> = {},
): StudentRow => ({
  FirstName,
  LastName,
  EmailAddress: '',
  ExternalID: '',
  Descriptor: '',
  AssignToClass,
  ...rest,
})

test('stores the year group of a student, which documents and reports then show', async () => {
  const made = (await ana.call('POST', '/students', { ...ida, year_group: ' Year 10 ' })).body as Student
  expect(made.year_group).toBe('Year 10')
  const sent = await ana.call('POST', '/documents/text', {
    text: 'A short text of hers.',
    student_id: made.id,
  })
  expect(sent.body).toMatchObject({ student_details: { first_name: ida.first_name, year_group: 'Year 10' } })
  const changed = await ana.call('PUT', `/students/${made.id}`, { ...ida, year_group: 'Year 11' })
  expect(changed.body).toMatchObject({ year_group: 'Year 11' })
  await ana.call('DELETE', `/students/${made.id}`)
})

test('adds a student, reads, changes and lists them', async () => {
  const sent = await ana.call('POST', '/students', {
    ...ida,
    email: ' ',
    external_student_id: '',
    teacher_id: crypto.randomUUID(),
  })
  expect(sent).toMatchObject({
    status: 201,
    body: {
      ...ida,
      email: null,
      external_student_id: null,
      descriptor: null,
      year_group: null,
      class_group_ids: [],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  })
  const { id, _id, teacher_id } = sent.body as Student
  expect(_id).toBe(id)
  expect((await ana.call('GET', `/students/${id}/`)).body).toEqual(sent.body)
  const changed = await ana.call('PUT', `/students/${id}`, {
    first_name: ' Íde\u0000 ',
    last_name: 'Holm',
    email: 'ide@school.example',
  })
  expect(changed).toMatchObject({
    status: 200,
    body: { id, teacher_id, first_name: 'Íde', email: 'ide@school.example' },
  })
  expect((await ana.call('PUT', `/students/${id}`, ida)).body).toMatchObject({
    first_name: 'Ida',
    email: null,
  })
  expect((await list(ana)).map((student) => student.id)).toEqual([id])
  const other = await add(ana, { first_name: 'Jo', last_name: 'Dahl' })
  expect(other).toMatchObject({ id: expect.not.stringMatching(id), first_name: 'Jo' })
  for (const one of [id, other.id])
    expect((await ana.call('GET', `/students/${one}`)).body).toMatchObject({ id: one })
  await ana.call('DELETE', `/students/${other.id}`)
  expect((await list(await testApp.teacher('stranger'))).length).toBe(0)
})

test('names each invalid field', async () => {
  const refused = await ana.call('POST', '/students', {
    first_name: ' ',
    email: 'nobody',
    descriptor: 'x'.repeat(2_001),
  })
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
  const { detail } = refused.body as { detail: { loc: string[]; msg: string }[] }
  expect(detail.map(({ loc }) => loc.join('.')).sort((a, b) => a.localeCompare(b))).toEqual([
    'descriptor',
    'email',
    'first_name',
    'last_name',
  ])
})

test('answers 409 to an external id that another student of the same teacher has, ignoring case', async () => {
  const bo = await testApp.teacher('bo')
  await add(bo, { ...ida, external_student_id: 'x-1' })
  expect(await bo.call('POST', '/students', { ...ida, external_student_id: 'X-1' })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  const other = await add(bo)
  expect((await bo.call('PUT', `/students/${other.id}`, { ...ida, external_student_id: 'x-1' })).status).toBe(
    409,
  )
  expect((await bo.call('PUT', `/students/${other.id}`, { ...ida, external_student_id: 'x-2' })).status).toBe(
    200,
  )
  expect((await ana.call('POST', '/students', { ...ida, external_student_id: 'x-1' })).status).toBe(201)
})

test('accepts only one of many simultaneous students with the same external id', async () => {
  const cy = await testApp.teacher('cy')
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => cy.call('POST', '/students', { ...ida, external_student_id: 'same' })),
  )
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
})

test('searches, sorts, pages and counts', async () => {
  const dora = await testApp.teacher('dora')
  const seven = await addClass(dora, '7B')
  await upload(dora, [
    row('Émile', 'Zola', '7b', { EmailAddress: 'Emile@school.example' }),
    row('ada', 'Byron', '', { ExternalID: '50%' }),
    row('Bea', 'Adams', '7B'),
  ])
  const names = async (query: string) => (await list(dora, query)).map(({ first_name }) => first_name)
  expect(await names('')).toEqual(['Émile', 'ada', 'Bea'])
  expect(await names('?order=asc')).toEqual(['Bea', 'ada', 'Émile'])
  expect(await names('?sort=last_name&order=asc')).toEqual(['Bea', 'ada', 'Émile'])
  expect(await names('?sort=first_name&order=asc&limit=1&offset=1')).toEqual(['Bea'])
  expect(await names('?sort=email&order=desc&limit=1')).toEqual(['Émile'])
  expect(await names(`?search=${encodeURIComponent('éMILE z')}`)).toEqual(['Émile'])
  expect(await names('?search=SCHOOL.ex')).toEqual(['Émile'])
  expect(await names('?search=0%25')).toEqual(['ada'])
  expect(await names('?search=_')).toEqual([])
  expect(await names(`?class_group_id=${seven.id}`)).toEqual(['Émile', 'Bea'])
  expect(await names('?class_group_id=none')).toEqual([])
  expect((await dora.call('GET', `/students/count?class_group_id=${seven.id}`)).body).toEqual({ total: 2 })
  expect((await dora.call('GET', '/students/count')).body).toEqual({ total: 3 })
})

test('reports the result of each row of a list, and creates no class', async () => {
  const eve = await testApp.teacher('eve')
  const old = await addClass(eve, 'Set 2', '2024/25')
  const current = await addClass(eve, 'SET 2', '2025/26')
  const uploaded = await upload(eve, [
    row('Ann', 'One', ' sEt 2 ', { ExternalID: 'A1' }),
    row('', 'Two'),
    row('Cid', 'Three', '9Z'),
    row('Dan', 'Four', 'Set 2', { ExternalID: 'a1' }),
    row('Eli', 'Five', '', { EmailAddress: 'no address' }),
    row('Fay', 'Six', 'Set 2', { EmailAddress: 'fay@school.example', Descriptor: 'Left-handed' }),
  ])
  expect(uploaded.summary).toEqual({ total_processed: 6, total_succeeded: 3, total_failed: 3 })
  expect(
    uploaded.results.map(({ row_number, status, class_name_processed }) => [
      row_number,
      status,
      class_name_processed,
    ]),
  ).toEqual([
    [1, 'success', 'SET 2'],
    [2, 'failed', null],
    [3, 'success', null],
    [4, 'failed', null],
    [5, 'failed', null],
    [6, 'success', 'SET 2'],
  ])
  const messages = uploaded.results.map(({ message }) => message)
  expect(messages[1]).toBe('First name is required')
  expect(messages[2]).toContain('no class called 9Z')
  expect(messages[3]).toContain('a1')
  expect(messages[4]).toBe('Enter a valid email address.')
  expect(uploaded.results[5]?.student_name).toBe('Fay Six')
  const students = await list(eve)
  expect(students.map(({ first_name }) => first_name)).toEqual(['Ann', 'Cid', 'Fay'])
  expect(students.map(({ class_group_ids }) => class_group_ids)).toEqual([[current.id], [], [current.id]])
  const classes = (await eve.call('GET', '/class-groups')).body as ClassGroup[]
  expect(classes.map(({ id, student_ids }) => [id, student_ids.length])).toEqual([
    [current.id, 2],
    [old.id, 0],
  ])
  expect((await upload(eve, [row('Ann', 'One', '', { ExternalID: 'A1' })])).summary.total_failed).toBe(1)
})

test('accepts at most five thousand rows in one call', async () => {
  const fay = await testApp.teacher('fay')
  await addClass(fay, '7B')
  const rows = Array.from({ length: 5_000 }, (_, i) =>
    row(`First ${i}`, `Last ${i}`, '7B', { ExternalID: `id-${i}`, Descriptor: 'd'.repeat(500) }),
  )
  expect((await upload(fay, rows)).summary).toEqual({
    total_processed: 5_000,
    total_succeeded: 5_000,
    total_failed: 0,
  })
  expect((await fay.call('GET', '/students/count')).body).toEqual({ total: 5_000 })
  expect((await list(fay)).length).toBe(5_000)
  for (const students of [[], [...rows, row('One', 'More')]]) {
    expect((await fay.call('POST', '/students/bulk-upload', { students })).status).toBe(422)
  }
})

test('deletes a student for good, keeps their documents unassigned, and allows repeating the call', async () => {
  const gus = await testApp.teacher('gus')
  const student = await add(gus)
  const seven = await addClass(gus, '7B')
  await gus.call('POST', `/class-groups/${seven.id}/students/${student.id}`)
  const owners = { student_id: student.id, class_group_id: seven.id }
  const document = (await gus.call('POST', '/documents/text', { text: prose(60), ...owners }))
    .body as Document
  expect(document).toMatchObject({ ...owners, student_details: ida })
  expect(await gus.call('DELETE', `/students/${student.id}`)).toMatchObject({
    status: 200,
    body: { id: student.id, deleted: true },
  })
  expect((await gus.call('DELETE', `/students/${student.id}`)).status).toBe(200)
  expect((await ana.call('DELETE', `/students/${student.id}`)).status).toBe(404)
  expect((await gus.call('GET', `/students/${student.id}`)).status).toBe(404)
  expect((await gus.call('GET', `/documents/${document.id}`)).body).toMatchObject({
    student_id: null,
    student_details: null,
    class_group_id: seven.id,
  })
  expect((await gus.call('GET', `/class-groups/${seven.id}`)).body).toMatchObject({ student_ids: [] })
})
