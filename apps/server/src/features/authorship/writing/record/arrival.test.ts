import type { Student, WritingBatchReply, WritingRecordEntry, WritingSubmissionView } from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../../testing/test-app.ts'
import { prose } from '../../../../testing/text.ts'
import { callRoom, enterRoom, Typist } from '../../../../testing/writing-room.ts'

let testApp: TestApp
let ana: TestTeacher
let student: Student
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
  student = (await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Berg' })).body as Student
})
afterAll(() => testApp.close())

const day = 24 * 3_600_000
const text = prose(600).slice(0, 2_179)

/**
 * A program opens a student's link, agrees to begin and posts made-up keys, the first of them with this date.
 */
async function forge(datedFrom: number) {
  const { session, submission_id } = await enterRoom(testApp, student)
  const typist = new Typist()
  typist.at = datedFrom
  const entries: WritingRecordEntry[] = typist
    .type(text, 1)
    .map((entry, nth) => ({ ...entry, at: datedFrom + 300 * nth }))
  let version = 0
  for (let sent = 0; sent < entries.length; sent += 500) {
    const { body } = await callRoom(testApp.app, 'batch', {
      session,
      version,
      entries: entries.slice(sent, sent + 500),
    })
    version = (body as WritingBatchReply).version
  }
  const { body } = await ana.call('GET', `/writing-submissions/${submission_id}`)
  return { view: body as WritingSubmissionView, submission_id, session, version }
}

describe('a record that a program made up', () => {
  test('is not called intact when it is dated the day before the task existed', async () => {
    const { view, submission_id } = await forge(Date.now() - day)
    expect(view).toMatchObject({ integrity: 'unconfirmed', summary: { pastes: { count: 0 } } })
    expect(
      view.arrival.map(({ kind, changes, all, explained }) => ({ kind, changes, all, explained })),
    ).toEqual([
      { kind: 'before-opening', changes: 2_179, all: true, explained: false },
      { kind: 'faster', changes: 2_179, all: true, explained: false },
    ])
    const [, faster] = view.arrival
    expect(Date.parse(faster!.to) - Date.parse(faster!.from)).toBeGreaterThan(10 * 60_000)
    const file = JSON.parse(
      (await ana.call('GET', `/writing-submissions/${submission_id}/record/file`)).text,
    ) as WritingSubmissionView
    expect(file).toMatchObject({ integrity: 'unconfirmed', opened_at: view.opened_at, arrival: view.arrival })
  })

  test('is not called intact when its dates end now, or begin now', async () => {
    for (const datedFrom of [Date.now() - 300 * text.length, Date.now()]) {
      const { view } = await forge(datedFrom)
      expect(view.integrity).toBe('unconfirmed')
      expect(view.arrival).toContainEqual(
        expect.objectContaining({ kind: 'faster', all: true, explained: false }),
      )
    }
  })

  test('stays in the words of the text from the task, and its document says the same', async () => {
    const { view, session, version } = await forge(Date.now() - day)
    await callRoom(testApp.app, 'handIn', { session, version })
    const { submission } = (await ana.call('GET', `/writing-submissions/${view.submission.id}`))
      .body as WritingSubmissionView
    const { body } = await ana.call('GET', `/documents/${submission.document_id}/writing`)
    expect(body).toMatchObject({ integrity: 'unconfirmed', arrival: view.arrival })
  })
})
