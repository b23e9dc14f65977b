import type { BatchUpload, ClassGroup, Document, RecentDocument, Student } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
let ida: Student
let jon: Student
let seven: ClassGroup
let eight: ClassGroup

const post = async <T>(teacher: TestTeacher, address: string, fields: object) =>
  (await teacher.call('POST', address, fields)).body as T
const paste = (fields: object = {}) => post<Document>(ana, '/documents/text', { text: prose(60), ...fields })
const assign = (id: string, owners: object) => ana.call('PUT', `/documents/${id}/assign-student`, owners)
const read = async (id: string) => (await ana.call('GET', `/documents/${id}`)).body as Document

beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
  ida = await post(ana, '/students', { first_name: 'Ida', last_name: 'Holm' })
  jon = await post(ana, '/students', { first_name: 'Jon', last_name: 'Berg' })
  seven = await post(ana, '/class-groups', { class_name: '7B', academic_year: '2025/26' })
  eight = await post(ana, '/class-groups', { class_name: '8A' })
  await ana.call('POST', `/class-groups/${seven.id}/students/${ida.id}`)
})
afterAll(() => testApp.close())

const nobody = { student_id: null, class_group_id: null, student_details: null, class_details: null }

test('assigns to a student, a class and both, and names them; an absent id is unchanged, null or "" clears', async () => {
  const { id } = await paste()
  expect(await assign(id, { student_id: ida.id })).toMatchObject({
    status: 200,
    body: {
      id,
      student_id: ida.id,
      class_group_id: null,
      student_details: { first_name: 'Ida', last_name: 'Holm', year_group: null },
    },
  })
  expect((await assign(id, { class_group_id: seven.id })).body).toMatchObject({
    student_id: ida.id,
    class_group_id: seven.id,
    class_details: { class_name: '7B', academic_year: '2025/26' },
  })
  expect((await assign(id, {})).body).toMatchObject({ student_id: ida.id, class_group_id: seven.id })
  expect((await assign(id, { student_id: '' })).body).toMatchObject({
    student_id: null,
    class_group_id: seven.id,
  })
  expect((await assign(id, { student_id: null, class_group_id: null })).body).toMatchObject(nobody)
})

test('refuses a student and a class that do not belong together, in any combination, and changes nothing', async () => {
  const { id } = await paste({ class_group_id: seven.id })
  for (const owners of [{ student_id: jon.id }, { student_id: ida.id, class_group_id: eight.id }]) {
    expect(await assign(id, owners)).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', detail: [{ loc: ['student_id'] }] },
    })
  }
  expect(await read(id)).toMatchObject({ student_id: null, class_group_id: seven.id })
})

test("answers 404 to another teacher's student or class and to an invalid id, and changes nothing", async () => {
  const bo = await testApp.teacher('bo')
  const hisStudent = await post<Student>(bo, '/students', { first_name: 'Kim', last_name: 'Lund' })
  const hisClass = await post<ClassGroup>(bo, '/class-groups', { class_name: '7B' })
  const { id } = await paste({ student_id: ida.id })
  for (const owners of [
    { student_id: hisStudent.id },
    { class_group_id: hisClass.id },
    { student_id: 'x' },
    { class_group_id: 'x' },
  ]) {
    expect(await assign(id, owners)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await ana.call('POST', '/documents/text', { text: prose(60), ...owners })).status).toBe(404)
  }
  expect(await read(id)).toMatchObject({ student_id: ida.id, class_group_id: null })
})

test('assigns an upload to the student and class sent with it, and stores no file if they do not belong together', async () => {
  const file = (name: string) => ({ name, content: prose(60) })
  const both = { student_id: ida.id, class_group_id: seven.id }
  expect((await ana.upload('/documents/upload', 'file', [file('a.txt')], both)).body).toMatchObject({
    ...both,
    class_details: { class_name: '7B' },
  })
  const batch = (await ana.upload('/documents/batch', 'files', [file('b.txt'), file('c.txt')], both))
    .body as BatchUpload
  for (const id of batch.document_ids) expect(await read(id)).toMatchObject(both)
  const countFiles = async () => {
    let files = 0
    for await (const _key of testApp.storage.list(new Date(Date.now() + 60_000))) files += 1
    return files
  }
  const before = await countFiles()
  const wrong = { student_id: jon.id, class_group_id: seven.id }
  expect((await ana.upload('/documents/upload', 'file', [file('d.txt')], wrong)).status).toBe(422)
  expect((await ana.upload('/documents/batch', 'files', [file('e.txt')], wrong)).status).toBe(422)
  expect(await countFiles()).toBe(before)
})

test('names the student on the dashboard', async () => {
  await paste({ student_id: jon.id })
  expect(((await ana.call('GET', '/dashboard/recent')).body as RecentDocument[])[0]).toMatchObject({
    student: 'Jon Berg',
  })
})

test('leaves no document assigned to a student who is deleted at the same time', async () => {
  const kim = await post<Student>(ana, '/students', { first_name: 'Kim', last_name: 'Lund' })
  const documents = await Promise.all(Array.from({ length: 6 }, () => paste()))
  const answers = await Promise.all([
    ...documents.slice(0, 3).map(({ id }) => assign(id, { student_id: kim.id })),
    ana.call('DELETE', `/students/${kim.id}`),
    ...documents.slice(3).map(({ id }) => assign(id, { student_id: kim.id })),
  ])
  for (const { status } of answers) expect([200, 404]).toContain(status)
  for (const { id } of documents) expect(await read(id)).toMatchObject(nobody)
})
