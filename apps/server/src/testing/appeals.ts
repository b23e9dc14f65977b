import type {
  AppealReviewer,
  AppealSummary,
  Case,
  Document,
  MadeStudentLink,
  Student,
} from '@penmark/contract'
import { afterAll, afterEach, expect } from 'vitest'
import { createFaults } from './faults/faults.ts'
import { type FormFile, postForm } from './form.ts'
import { startTestApp, type TestAppOptions, type TestTeacher } from './test-app.ts'
import { prose } from './text.ts'

/**
 * A school with an administrator (`head`), the teacher `ana` with a student, and `bo` and `cay`, who can be
 * named as reviewers. After each test nobody is named, and nothing fails any more.
 */
export async function startAppeals(options: TestAppOptions = {}) {
  const faults = createFaults()
  const testApp = await startTestApp({ ...options, faults })
  afterAll(() => testApp.close())
  // The first account becomes the administrator.
  const head = await testApp.teacher('head')
  await head.call('GET', '/teachers/me')
  const ana = await testApp.teacher('ana', { email: 'ana@school.example' })
  const bo = await testApp.teacher('bo', { email: 'bo@school.example' })
  const cay = await testApp.teacher('cay', { email: 'cay@school.example' })
  for (const teacher of [bo, cay]) await teacher.call('GET', '/cases')
  const profile = { school_name: 'Hill', role: 'teacher', country: 'ES', state_county: 'Soria' }
  await ana.call('PUT', '/teachers/me', { first_name: 'Ana', last_name: 'Sol', ...profile })
  await bo.call('PUT', '/teachers/me', { first_name: 'Bo', last_name: 'Lind', ...profile })
  await head.call('PUT', '/admin/case-policy', { may_refer_unheard: true, retention_days: null })
  const fields = { first_name: 'Ida', last_name: 'Berg', email: 'ida@students.example' }
  const student = (await ana.call('POST', '/students', fields)).body as Student

  const listReviewers = async () =>
    (await head.call('GET', '/admin/appeal-reviewers')).body as AppealReviewer[]
  const nameReviewer = (email: string) => head.call('POST', '/admin/appeal-reviewers', { email })
  afterEach(async () => {
    faults.clear()
    for (const { teacher_id } of await listReviewers())
      await head.call('DELETE', `/admin/appeal-reviewers/${teacher_id}`)
  })

  const caseOf = async (id: string) => (await ana.call('GET', `/cases/${id}`)).body as Case
  const decide = (id: string, outcome: string, reason = 'The drafts do not fit.') =>
    ana.call('POST', `/cases/${id}/decisions`, { outcome, reason, unheard_reason: 'Was away.' })
  const appealsOf = async (teacher: TestTeacher) =>
    (await teacher.call('GET', '/appeals')).body as AppealSummary[]
  const endAppeal = (
    teacher: TestTeacher,
    id: string,
    outcome: string | null,
    reason = 'I read both drafts.',
  ) => teacher.call('POST', `/appeals/${id}/end`, { outcome, reason })

  /** What the student sends and reads; both need no account. */
  const send = (url: string, formFields: Record<string, string>, files?: FormFile[]) =>
    postForm(testApp.app, { url, fields: formFields, files })
  const get = (url: string) => testApp.app.inject({ url })

  /** A case with a question on record, and the path at which the student reads it. */
  async function linkedCase(linkFields: object = {}): Promise<{ id: string; url: string }> {
    const { body } = await ana.call('POST', '/documents/text', {
      text: prose(60),
      title: 'Essay',
      student_id: student.id,
    })
    const { id: document_id } = await ana.finished((body as Document).id)
    const { id } = (await ana.call('POST', '/cases', { document_id })).body as Case
    await ana.call('PUT', `/cases/${id}`, { notes: 'Private thoughts' })
    await ana.call('POST', `/cases/${id}/steps`, { kind: 'asked', text: 'How did you begin?' })
    const link = await ana.call('POST', `/cases/${id}/student-page/links`, {
      language: 'en-GB',
      days: 14,
      ...linkFields,
    })
    const url = new URL((link.body as MadeStudentLink).url).pathname
    await send(url, { action: 'open' })
    return { id, url }
  }

  async function decidedCase(outcome = 'referred', linkFields: object = {}) {
    const linked = await linkedCase(linkFields)
    expect((await decide(linked.id, outcome)).status).toBe(201)
    return linked
  }

  /** The decision that the review page names. */
  const decisionOn = async (url: string) =>
    /name="decision" value="(\d+)"/.exec((await get(`${url}?step=appeal-review`)).body)?.[1] ?? ''

  async function appeal(url: string, text = 'I wrote it myself.', files: FormFile[] = []) {
    await send(url, { text, action: 'appeal-save' }, files)
    return send(url, { action: 'appeal-hand-in', decision: await decisionOn(url) })
  }

  async function appealedCase(outcome = 'referred') {
    const decided = await decidedCase(outcome)
    await appeal(decided.url)
    const [newest] = await appealsOf(bo)
    return { ...decided, appeal_id: newest?.id ?? '' }
  }

  return {
    testApp,
    faults,
    head,
    ana,
    bo,
    cay,
    student,
    listReviewers,
    nameReviewer,
    caseOf,
    decide,
    appealsOf,
    endAppeal,
    send,
    get,
    linkedCase,
    decidedCase,
    decisionOn,
    appeal,
    appealedCase,
  }
}
