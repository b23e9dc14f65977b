import type { Document, Student } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeStudent } from '../../features/classes/students/students.ts'
import { unassignStudent } from '../../features/documents/changes/change-document.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { prose } from '../../testing/text.ts'
import { createEmit } from './events.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
})
afterAll(() => testApp.close())

const nobody = {
  allowanceRaised: [],
  profileCompleted: [],
  studentRenamed: [],
  studentDeleted: [],
  classGroupDeleted: [],
  documentsCompleted: [],
  documentsFailed: [],
  findingWithdrawn: [],
  documentChangedClass: [],
  caseChanged: [],
  writingHandedIn: [],
  restoring: [],
  restored: [],
}

test('when one listener fails, the event and the work of all other listeners are rolled back', async () => {
  const ana = await testApp.teacher('ana')
  const { id: student_id, teacher_id } = (
    await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm' })
  ).body as Student
  const { id } = (await ana.call('POST', '/documents/text', { text: prose(60), student_id })).body as Document
  const failing = () => Promise.reject(new Error('This listener fails.'))
  const emit = createEmit({ ...nobody, studentDeleted: [unassignStudent, failing] })

  const removed = testApp.database.transaction((connection) =>
    removeStudent(connection, emit, student_id, { teacher_id }),
  )

  await expect(removed).rejects.toThrow('This listener fails.')
  expect((await ana.call('GET', `/students/${student_id}`)).status).toBe(200)
  expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject({ student_id })
})
