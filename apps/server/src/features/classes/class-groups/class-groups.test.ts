import type { ClassGroup, Document, Student } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
let bo: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
  bo = await testApp.teacher('bo')
})
afterAll(() => testApp.close())

const addClass = async (teacher: TestTeacher, class_name: string, academic_year?: string | null) =>
  (await teacher.call('POST', '/class-groups/', { class_name, academic_year })).body as ClassGroup
const addStudent = async (teacher: TestTeacher) =>
  (await teacher.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm' })).body as Student
const read = async (teacher: TestTeacher, id: string) =>
  (await teacher.call('GET', `/class-groups/${id}`)).body as ClassGroup

test('adds a class, reads, changes and lists them by name', async () => {
  const sent = await ana.call('POST', '/class-groups/', { class_name: ' 9C ', academic_year: ' ' })
  expect(sent).toMatchObject({
    status: 201,
    body: { class_name: '9C', academic_year: null, description: null, student_ids: [] },
  })
  const { id, _id } = sent.body as ClassGroup
  expect(_id).toBe(id)
  const changed = await ana.call('PUT', `/class-groups/${id}`, { class_name: '9D', academic_year: '2025/26' })
  expect(changed).toMatchObject({ status: 200, body: { id, class_name: '9D', academic_year: '2025/26' } })
  const other = await addClass(ana, '10A')
  expect(await read(ana, id)).toMatchObject({ id, class_name: '9D' })
  expect(await read(ana, other.id)).toMatchObject({ id: other.id, class_name: '10A' })
  await addClass(ana, 'a set')
  await addClass(ana, 'B set')
  const names = ((await ana.call('GET', '/class-groups')).body as ClassGroup[]).map(
    ({ class_name }) => class_name,
  )
  expect(names).toEqual(['10A', '9D', 'a set', 'B set'])
  expect((await bo.call('GET', '/class-groups')).body).toEqual([])
})

test('asks for a name', async () => {
  for (const fields of [{}, { class_name: ' ' }, { class_name: null }]) {
    expect(await ana.call('POST', '/class-groups', fields)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['class_name'] }] },
    })
  }
  expect((await ana.call('POST', '/class-groups', { class_name: '' })).body).toMatchObject({
    detail: [{ msg: 'Class name is required.' }],
  })
})

test('answers 409 if name and year are taken, ignoring case, even for simultaneous calls', async () => {
  const cy = await testApp.teacher('cy')
  const first = await addClass(cy, '7B')
  const second = await addClass(cy, '7B', '2025/26')
  expect(await cy.call('POST', '/class-groups', { class_name: '7b' })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  expect(
    (await cy.call('PUT', `/class-groups/${second.id}`, { class_name: '7b', academic_year: null })).status,
  ).toBe(409)
  expect((await cy.call('PUT', `/class-groups/${first.id}`, { class_name: '7b' })).status).toBe(200)
  const many = await Promise.all(
    Array.from({ length: 4 }, () => cy.call('POST', '/class-groups', { class_name: '8B' })),
  )
  expect(many.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409])
  expect((await bo.call('POST', '/class-groups', { class_name: '7B' })).status).toBe(201)
})

test('adds and removes a member, and repeating either is harmless', async () => {
  const seven = await addClass(ana, '7B')
  const student = await addStudent(ana)
  const address = `/class-groups/${seven.id}/students/${student.id}`
  const added = await Promise.all(Array.from({ length: 4 }, () => ana.call('POST', address)))
  for (const { status, body } of added)
    expect([status, (body as ClassGroup).student_ids]).toEqual([200, [student.id]])
  expect((await ana.call('GET', `/students/${student.id}`)).body).toMatchObject({
    class_group_ids: [seven.id],
  })
  for (let i = 0; i < 2; i += 1)
    expect(await ana.call('DELETE', address)).toMatchObject({ status: 200, body: { student_ids: [] } })
  expect((await ana.call('GET', `/students/${student.id}`)).body).toMatchObject({ class_group_ids: [] })
})

test("refuses another teacher's student or class as a member", async () => {
  const [hers, his] = [await addClass(ana, 'hers'), await addClass(bo, 'his')]
  const [herStudent, hisStudent] = [await addStudent(ana), await addStudent(bo)]
  for (const [classGroup, student] of [
    [hers, hisStudent],
    [his, herStudent],
    [his, hisStudent],
  ] as const) {
    for (const method of ['POST', 'DELETE'] as const) {
      expect((await ana.call(method, `/class-groups/${classGroup.id}/students/${student.id}`)).status).toBe(
        404,
      )
    }
  }
  expect((await ana.call('POST', `/class-groups/${hers.id}/students/nobody`)).status).toBe(404)
  expect((await read(bo, his.id)).student_ids).toEqual([])
})

test('keeps the documents of a class in it when their student leaves it', async () => {
  const seven = await addClass(ana, 'left')
  const student = await addStudent(ana)
  const address = `/class-groups/${seven.id}/students/${student.id}`
  const owners = { student_id: student.id, class_group_id: seven.id }
  await ana.call('POST', address)
  const { id } = (await ana.call('POST', '/documents/text', { text: prose(60), ...owners })).body as Document
  await ana.call('DELETE', address)
  expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject(owners)
  expect((await ana.call('PUT', `/documents/${id}/assign-student`, owners)).status).toBe(200)
})

test('deletes a class for good, keeps its students and documents, and allows repeating the call', async () => {
  const seven = await addClass(ana, 'gone')
  const student = await addStudent(ana)
  await ana.call('POST', `/class-groups/${seven.id}/students/${student.id}`)
  const owners = { student_id: student.id, class_group_id: seven.id }
  const { id } = (await ana.call('POST', '/documents/text', { text: prose(60), ...owners })).body as Document
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => ana.call('DELETE', `/class-groups/${seven.id}`)),
  )
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { id: seven.id, deleted: true } })
  expect((await bo.call('DELETE', `/class-groups/${seven.id}`)).status).toBe(404)
  expect((await ana.call('GET', `/class-groups/${seven.id}`)).status).toBe(404)
  expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject({
    student_id: student.id,
    class_group_id: null,
    class_details: null,
  })
  expect((await ana.call('GET', `/students/${student.id}`)).body).toMatchObject({ class_group_ids: [] })
  expect((await ana.call('POST', `/class-groups/${seven.id}/students/${student.id}`)).status).toBe(404)
})
