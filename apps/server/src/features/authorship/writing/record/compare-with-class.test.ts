import type { Student, WritingBatchReply, WritingComparison } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../../testing/test-app.ts'
import { callRoom, insertWritingLink, Typist } from '../../../../testing/writing-room.ts'

let testApp: TestApp
let ana: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
})
afterAll(() => testApp.close())

/** A text of the task that was handed in after this many revisions; the first of a task makes it. */
async function handIn(nth: number, task_id: string | null): Promise<{ id: string; task_id: string }> {
  const student = (await ana.call('POST', '/students', { first_name: `Ida ${nth}`, last_name: 'Berg' }))
    .body as Student
  const link = await insertWritingLink(testApp.database, {
    teacher_id: student.teacher_id,
    student_id: student.id,
    class_group_id: null,
  })
  if (task_id !== null)
    await testApp.database.query('update writing_submissions set task_id = $2 where id = $1', [
      link.submission_id,
      task_id,
    ])
  const { session } = (await callRoom(testApp.app, 'open', { token: link.token })).body as { session: string }
  await callRoom(testApp.app, 'accept', { session })
  const typist = new Typist()
  const entries = typist.type('The harbour grew late. ', 1)
  for (let revision = 0; revision < nth; revision += 1)
    entries.push(typist.insert('x', 24), typist.remove(24, 25))
  const { version } = (await callRoom(testApp.app, 'batch', { session, version: 0, entries }))
    .body as WritingBatchReply
  expect((await callRoom(testApp.app, 'handIn', { session, version })).status).toBe(200)
  return { id: link.submission_id, task_id: task_id ?? link.task_id }
}

test('a text is shown among the others of its task from eight of them on, without names', async () => {
  const first = await handIn(3, null)
  const compare = async () =>
    (await ana.call('GET', `/writing-submissions/${first.id}/comparison`)).body as WritingComparison
  for (let nth = 7; nth > 0; nth -= 1) await handIn(nth, first.task_id)
  expect(await compare()).toEqual({ n: 7, measures: [] })
  await handIn(9, first.task_id)
  const { n, measures } = await compare()
  expect(n).toBe(8)
  expect(measures.map(({ measure }) => measure)).toEqual(['minutes', 'revisions', 'pauses', 'pastes'])
  expect(measures[1]).toEqual({ measure: 'revisions', own: 3, others: [1, 2, 3, 4, 5, 6, 7, 9] })
  expect(await compare()).toEqual({ n, measures })
  const bo = await testApp.teacher('bo')
  expect((await bo.call('GET', `/writing-submissions/${first.id}/comparison`)).status).toBe(404)
})
