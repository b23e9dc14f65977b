import { randomUUID } from 'node:crypto'
import type {
  Appeal,
  AppealReviewer,
  AppealSummary,
  AuditEntry,
  Case,
  CaseSummary,
  Document,
  MadeStudentLink,
  Student,
} from '@penmark/contract'
import { pino } from 'pino'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createFaults } from '../../../testing/faults/faults.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { eraseOldCases } from '../erase-cases.ts'
import { assignWaitingAppeals } from './reviewers.ts'

const faults = createFaults()
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)])
const dayMs = 24 * 60 * 60 * 1_000

let testApp: TestApp
let head: TestTeacher
let ana: TestTeacher
let bo: TestTeacher
let cay: TestTeacher
let student: Student
beforeAll(async () => {
  testApp = await startTestApp({ faults })
  // The first account becomes the administrator.
  head = await testApp.teacher('head')
  await head.call('GET', '/teachers/me')
  ana = await testApp.teacher('ana', { email: 'ana@school.example' })
  bo = await testApp.teacher('bo', { email: 'bo@school.example' })
  cay = await testApp.teacher('cay', { email: 'cay@school.example' })
  for (const teacher of [bo, cay]) await teacher.call('GET', '/cases')
  const profile = { school_name: 'Hill', role: 'teacher', country: 'ES', state_county: 'Soria' }
  await ana.call('PUT', '/teachers/me', { first_name: 'Ana', last_name: 'Sol', ...profile })
  await bo.call('PUT', '/teachers/me', { first_name: 'Bo', last_name: 'Lind', ...profile })
  const fields = { first_name: 'Ida', last_name: 'Berg', email: 'ida@students.example' }
  student = (await ana.call('POST', '/students', fields)).body as Student
})
afterEach(async () => {
  faults.clear()
  for (const { teacher_id } of await reviewers()) await head.call('DELETE', `/admin/appeal-reviewers/${teacher_id}`)
})
afterAll(() => testApp.close())

const reviewers = async () => (await head.call('GET', '/admin/appeal-reviewers')).body as AppealReviewer[]
const name = (email: string) => head.call('POST', '/admin/appeal-reviewers', { email })
const caseOf = async (id: string) => (await ana.call('GET', `/cases/${id}`)).body as Case
const decide = (id: string, outcome: string, reason = 'The drafts do not fit.') =>
  ana.call('POST', `/cases/${id}/decisions`, { outcome, reason, unheard_reason: 'Was away.' })
const appealsOf = async (teacher: TestTeacher) => (await teacher.call('GET', '/appeals')).body as AppealSummary[]

async function send(url: string, fields: Record<string, string>, files: { name: string; content: Buffer }[] = []) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  for (const { name: filename, content } of files) form.append('files', new Blob([new Uint8Array(content)]), filename)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  return testApp.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload: Buffer.from(await request.arrayBuffer()) })
}
const get = (url: string) => testApp.app.inject({ url })

/** A case with a question on record, and the path at which the student reads it. */
async function linkedCase(more: object = {}): Promise<{ id: string; url: string }> {
  const { body } = await ana.call('POST', '/documents/text', { text: prose(60), title: 'Essay', student_id: student.id })
  const { id: document_id } = await ana.finished((body as Document).id)
  const { id } = (await ana.call('POST', '/cases', { document_id })).body as Case
  await ana.call('PUT', `/cases/${id}`, { notes: 'Private thoughts' })
  await ana.call('POST', `/cases/${id}/steps`, { kind: 'asked', text: 'How did you begin?' })
  const made = await ana.call('POST', `/cases/${id}/student-page/links`, { language: 'en-GB', days: 14, ...more })
  const url = new URL((made.body as MadeStudentLink).url).pathname
  await send(url, { action: 'open' })
  return { id, url }
}

async function decidedCase(outcome = 'referred', more: object = {}) {
  const made = await linkedCase(more)
  expect((await decide(made.id, outcome)).status).toBe(201)
  return made
}

/** The decision that the review page names. */
const decisionOn = async (url: string) => /name="decision" value="(\d+)"/.exec((await get(`${url}?step=appeal-review`)).body)?.[1] ?? ''

async function appeal(url: string, text = 'I wrote it myself.', files: { name: string; content: Buffer }[] = []) {
  await send(url, { text, action: 'appeal-save' }, files)
  return send(url, { action: 'appeal-hand-in', decision: await decisionOn(url) })
}

async function appealedCase(outcome = 'referred') {
  const made = await decidedCase(outcome)
  await appeal(made.url)
  const [first] = await appealsOf(bo)
  return { ...made, appeal_id: first?.id ?? '' }
}
const end = (teacher: TestTeacher, id: string, outcome: string | null, reason = 'I read both drafts.') =>
  teacher.call('POST', `/appeals/${id}/end`, { outcome, reason })

describe('the people to whom appeals go', () => {
  test('are existing accounts, named and removed by an administrator alone, on record', async () => {
    expect((await name('nobody@school.example')).status).toBe(422)
    expect((await name('BO@school.example')).body).toMatchObject([{ name: 'Bo Lind', email: 'bo@school.example', open_appeals: 0 }])
    expect((await name('bo@school.example')).status).toBe(422)
    expect((await ana.call('POST', '/admin/appeal-reviewers', { email: 'ana@school.example' })).status).toBe(403)
    const [person] = await reviewers()
    expect((await head.call('DELETE', `/admin/appeal-reviewers/${person?.teacher_id}`)).body).toEqual([])
    expect((await head.call('DELETE', `/admin/appeal-reviewers/${randomUUID()}`)).status).toBe(404)
    const entries = (await head.call('GET', '/admin/audit')).body as AuditEntry[]
    expect(entries.slice(0, 2).map(({ deed, target_id }) => [deed, target_id])).toEqual([
      ['appeal-reviewer.remove', person?.teacher_id],
      ['appeal-reviewer.add', person?.teacher_id],
    ])
  })

  test('take over an appeal when the one who had it is removed, and one that waited for nobody', async () => {
    await name('bo@school.example')
    const { id } = await appealedCase()
    const [bos] = await reviewers()
    await head.call('DELETE', `/admin/appeal-reviewers/${bos?.teacher_id}`)
    expect(await appealsOf(bo)).toEqual([])
    expect((await caseOf(id)).appeal).toMatchObject({ reviewer_name: null, ended_at: null })
    await name('cay@school.example')
    expect(await appealsOf(cay)).toMatchObject([{ student_name: 'Ida Berg', outcome: 'referred', ended_at: null }])
    await end(cay, (await appealsOf(cay))[0]?.id ?? '', null)
  })

  test('never include the teacher who decided', async () => {
    await name('ana@school.example')
    const { url } = await decidedCase()
    expect((await get(url)).body).toContain('Nobody has been named here yet')
    await name('bo@school.example')
    expect((await get(url)).body).toContain('You can appeal here until')
    await appeal(url)
    expect([(await appealsOf(ana)).length, (await appealsOf(bo)).filter(({ ended_at }) => ended_at === null).length]).toEqual([0, 1])
    await end(bo, (await appealsOf(bo))[0]?.id ?? '', null)
  })

  test('get the appeals of somebody who deletes their account', async () => {
    const dee = await testApp.teacher('dee', { email: 'dee@school.example' })
    await dee.call('GET', '/cases')
    await name('dee@school.example')
    const { url } = await decidedCase()
    await appeal(url)
    expect(await appealsOf(dee)).toHaveLength(1)
    await testApp.database.query("update teachers set erasing_since = now() where email = 'dee@school.example'")
    await name('bo@school.example')
    await assignWaitingAppeals({ ...testApp, publicUrl: 'http://localhost' })
    const open = (await appealsOf(bo)).filter(({ ended_at }) => ended_at === null)
    expect(open).toHaveLength(1)
    await end(bo, open[0]?.id ?? '', null)
    await testApp.database.query(
      "delete from case_reviewers where teacher_id in (select id from teachers where email = 'dee@school.example')",
    )
  })
})

describe('the student', () => {
  test('reads the decision with its reason, and whom to ask where nobody decides appeals', async () => {
    const { url } = await decidedCase()
    const { body } = await get(url)
    for (const words of [
      'What was decided',
      'The drafts do not fit.',
      'Nobody has been named here yet',
      'ask Ana Sol or the office of Hill',
    ])
      expect(body).toContain(words)
    expect(body).not.toMatch(/step=appeal|Private thoughts/)
    expect((await get(`${url}?step=appeal`)).body).not.toContain('Why do you not agree?')
    expect((await send(url, { text: 'Still', action: 'appeal-save' })).statusCode).toBe(409)
  })

  test('cannot appeal against being cleared, before a decision, or at a preview', async () => {
    await name('bo@school.example')
    const { url, id } = await linkedCase()
    expect((await send(url, { text: 'Early', action: 'appeal-save' })).statusCode).toBe(409)
    await decide(id, 'cleared')
    const { body } = await get(url)
    expect([body.includes('You are cleared.'), body.includes('step=appeal')]).toEqual([true, false])
    const other = await decidedCase()
    const made = await ana.call('POST', `/cases/${other.id}/student-page/preview`, { language: 'en-GB' })
    const preview = new URL((made.body as { url: string }).url).pathname
    expect((await get(preview)).body).not.toContain('step=appeal')
    expect((await send(preview, { text: 'Me', action: 'appeal-save' })).statusCode).toBe(404)
  })

  test('saves, adds and removes files, reads it over and hands in once, by the same link', async () => {
    await name('bo@school.example')
    const { id, url } = await decidedCase()
    const saved = await send(url, { text: 'My words', action: 'appeal-save' }, [
      { name: 'notes.png', content: png },
      { name: 'more.png', content: png },
    ])
    expect(saved.headers.location).toContain('step=appeal')
    const form = (await get(String(saved.headers.location))).body
    for (const words of ['My words', 'notes.png', 'more.png', 'Your text was saved.']) expect(form).toContain(words)
    const [, file = ''] = /value="appeal-remove:([\w-]+)"/.exec(form) ?? []
    await send(url, { text: 'My words', action: `appeal-remove:${file}` })
    const read = await send(url, { text: 'My better words', action: 'appeal-review' })
    const review = (await get(String(read.headers.location))).body
    expect([review.includes('My better words'), review.includes('notes.png'), review.includes('more.png')]).toEqual([true, false, true])
    // The teacher sees nothing of it before.
    expect((await ana.call('GET', `/cases/${id}/student-page`)).body).toMatchObject({ has_draft: false, replies: [] })
    await send(url, { action: 'appeal-hand-in', decision: await decisionOn(url) })
    expect((await get(url)).body).toContain('A second person will read it and decide.')
    expect((await caseOf(id)).entries.at(-1)).toMatchObject({ kind: 'appealed', text: 'My better words' })
    const late = await send(url, { text: 'And another thing', action: 'appeal-save' })
    expect([late.statusCode, late.body.includes('And another thing')]).toEqual([409, true])
    await send(url, { action: 'appeal-hand-in', decision: '1' })
    expect((await caseOf(id)).entries.filter(({ kind }) => kind === 'appealed')).toHaveLength(1)
    expect((await get(`${url}/copy`)).body).toContain('My better words')
    await end(bo, (await appealsOf(bo))[0]?.id ?? '', null)
  })

  test('hands in nothing empty or far too long, and loses nothing', async () => {
    await name('bo@school.example')
    const { url } = await decidedCase()
    await send(url, { text: '', action: 'appeal-save' })
    const empty = await send(url, { action: 'appeal-hand-in', decision: await decisionOn(url) })
    expect(empty.headers.location).toMatch(/step=appeal.*note=empty/)
    const long = 'word '.repeat(2_500)
    expect((await appeal(url, long)).headers.location).toContain('note=long')
    expect((await get(`${url}?step=appeal`)).body).toContain(long.trim())
  })

  test('reads a newer decision before the appeal against the one before is handed in', async () => {
    await name('bo@school.example')
    const { id, url } = await decidedCase()
    await send(url, { text: 'Against the first', action: 'appeal-save' })
    const first = await decisionOn(url)
    await decide(id, 'support-agreed', 'After our talk.')
    expect((await send(url, { action: 'appeal-hand-in', decision: first })).headers.location).toContain('note=newer')
    const { body } = await get(`${url}?note=newer`)
    for (const words of ['There is a new decision', 'After our talk.', 'Continue your appeal']) expect(body).toContain(words)
  })

  test('has the time that the policy stated at the decision, also where the link itself has expired', async () => {
    await name('bo@school.example')
    const setDays = (appeal_days: number) =>
      head.call('PUT', '/admin/case-policy', { may_refer_unheard: true, retention_days: null, appeal_days })
    await setDays(30)
    const { id, url } = await decidedCase()
    await setDays(7)
    const { appeal_until } = await caseOf(id)
    expect(Math.round((new Date(appeal_until ?? 0).getTime() - Date.now()) / dayMs)).toBe(30)
    await testApp.database.query("update case_links set expires_at = now() - interval '1 hour' where case_id = $1", [id])
    expect((await get(url)).body).toContain('You can appeal here until')
    expect((await send(url, { text: 'A late reply', action: 'save' })).statusCode).toBe(410)
    expect((await appeal(url)).statusCode).toBe(303)
    expect((await get(url)).body).toContain('You appealed on')
    await end(bo, (await appealsOf(bo))[0]?.id ?? '', null)
    await setDays(14)
  })

  test('reads that the time is over, and later that the link has expired', async () => {
    await name('bo@school.example')
    const { id, url } = await linkedCase({ days: 90 })
    await testApp.database.query(
      `insert into case_entries (case_id, teacher_id, kind, text, outcome, at, appeal_until)
       values ($1, $2, 'decided', 'Long ago.', 'referred', now() - interval '20 days', now() - interval '6 days')`,
      [id, student.teacher_id],
    )
    expect((await get(url)).body).toContain('The time to appeal here ended on')
    expect((await send(url, { text: 'Late', action: 'appeal-save' })).statusCode).toBe(409)
    await testApp.database.query("update case_links set expires_at = now() - interval '1 hour' where case_id = $1", [id])
    expect((await get(url)).statusCode).toBe(410)
  })

  test.each([false, true])('finds an appeal whose commit broke off as it was, and can send it again (committed: %s)', async (after) => {
    await name('bo@school.example')
    const { id, url } = await decidedCase()
    await send(url, { text: 'Safe', action: 'appeal-save' })
    const decision = await decisionOn(url)
    const fault = faults.failCommit({ of: 'insert into case_appeals', after })
    expect((await send(url, { action: 'appeal-hand-in', decision })).statusCode).toBe(500)
    expect(fault.happened).toBe(1)
    await send(url, { action: 'appeal-hand-in', decision })
    expect((await caseOf(id)).entries.filter(({ kind }) => kind === 'appealed')).toHaveLength(1)
    await end(bo, (await appealsOf(bo))[0]?.id ?? '', null)
  })
})

describe('the second person', () => {
  test('reads this one case without the private notes, and nothing before the appeal or of other cases', async () => {
    await name('bo@school.example')
    const { id, url } = await decidedCase()
    const other = await decidedCase()
    expect([(await bo.call('GET', `/cases/${id}`)).status, (await bo.call('GET', `/appeals/${id}`)).status]).toEqual([404, 404])
    await appeal(url, 'I wrote it myself.', [{ name: 'notes.png', content: png }])
    const [summary] = await appealsOf(bo)
    const appeal_id = summary?.id ?? ''
    const { text, body } = await bo.call('GET', `/appeals/${appeal_id}`)
    const record = body as Appeal
    expect(record).toMatchObject({ student_name: 'Ida Berg', teacher_name: 'Ana Sol', outcome: 'referred', ended_at: null })
    expect(record.entries.map(({ kind }) => kind)).toEqual(['opened', 'asked', 'link-made', 'link-opened', 'decided', 'appealed'])
    expect(text).not.toContain('Private thoughts')
    const document_id = record.documents[0]?.document_id
    expect((await bo.call('GET', `/appeals/${appeal_id}/documents/${document_id}/report`)).text).toContain(prose(60).slice(0, 40))
    const file = record.replies.find(({ is_appeal }) => is_appeal)?.files[0]?.id
    expect((await bo.call('GET', `/appeals/${appeal_id}/files/${file}`)).status).toBe(200)
    const closed = [
      await bo.call('GET', `/cases/${id}`),
      await bo.call('GET', `/cases/${id}/student-page`),
      await bo.call('GET', `/documents/${document_id}`),
      await bo.call('GET', `/cases/${other.id}`),
      await bo.call('GET', `/appeals/${appeal_id}/documents/${(await caseOf(other.id)).documents[0]?.document_id}/report`),
      await bo.call('GET', `/appeals/${appeal_id}/files/${randomUUID()}`),
      await cay.call('GET', `/appeals/${appeal_id}`),
      await ana.call('GET', `/appeals/${appeal_id}`),
      await ana.call('POST', `/appeals/${appeal_id}/end`, { outcome: null, reason: 'Mine.' }),
      await head.call('GET', `/appeals/${appeal_id}`),
    ]
    expect(closed.map(({ status }) => status)).toEqual(Array<number>(closed.length).fill(404))
    expect((await bo.call('GET', '/cases')).body).toEqual([])
    await end(bo, appeal_id, null)
  })

  test('lets the decision stand with a reason, which the student and the teacher read', async () => {
    await name('bo@school.example')
    const { id, url, appeal_id } = await appealedCase()
    expect((await end(bo, appeal_id, null, ' ')).status).toBe(422)
    const { status, body } = await end(bo, appeal_id, null, 'The drafts are from later.')
    expect([status, body]).toMatchObject([201, { new_outcome: null, ended_at: expect.any(String) }])
    expect(await caseOf(id)).toMatchObject({ outcome: 'referred', is_under_appeal: false, appeal: { reviewer_name: 'Bo Lind' } })
    expect((await caseOf(id)).entries.at(-1)).toMatchObject({ kind: 'appeal-upheld', text: 'The drafts are from later.', outcome: null })
    const page = (await get(url)).body
    for (const words of ['the decision stands', 'The drafts are from later.', 'The drafts do not fit.']) expect(page).toContain(words)
    expect((await get(`${url}?lang=fr-FR`)).body).toContain('la décision est maintenue')
    expect((await end(bo, appeal_id, 'cleared')).status).toBe(409)
  })

  test('replaces the decision, and the first one stays on record', async () => {
    await name('bo@school.example')
    const { id, url, appeal_id } = await appealedCase()
    expect((await end(bo, appeal_id, 'referred')).status).toBe(422)
    await end(bo, appeal_id, 'cleared', 'Every draft fits.')
    const record = await caseOf(id)
    expect(record).toMatchObject({ state: 'decided', outcome: 'cleared' })
    expect(record.entries.flatMap(({ kind, outcome }) => (outcome === null ? [] : [[kind, outcome]]))).toEqual([
      ['decided', 'referred'],
      ['appeal-changed', 'cleared'],
    ])
    const page = (await get(url)).body
    for (const words of ['You are cleared.', 'A second person decided this', 'Every draft fits.']) expect(page).toContain(words)
    expect((await appealsOf(bo))[0]).toMatchObject({ outcome: 'referred', new_outcome: 'cleared' })
    await expect(testApp.database.query("update case_appeals set outcome = 'referred' where id = $1", [appeal_id])).rejects.toThrow(
      /never changed/,
    )
    await expect(testApp.database.query('delete from case_appeals where id = $1', [appeal_id])).rejects.toThrow(/never changed/)
  })

  test('ends an appeal once, also where two endings arrive together', async () => {
    await name('bo@school.example')
    const { id, appeal_id } = await appealedCase()
    const answers = await Promise.all([end(bo, appeal_id, null), end(bo, appeal_id, 'cleared')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect((await caseOf(id)).entries.filter(({ kind }) => kind.startsWith('appeal-'))).toHaveLength(1)
  })

  test('leaves in the audit log that they read and decided the case of somebody else', async () => {
    await name('bo@school.example')
    const { id, appeal_id } = await appealedCase()
    for (const _time of ['first', 'again']) await bo.call('GET', `/appeals/${appeal_id}`)
    await end(bo, appeal_id, 'cleared')
    const entries = (await head.call('GET', '/admin/audit?limit=10')).body as AuditEntry[]
    const own = entries.filter(({ deed, target_id }) => target_id === id && deed.includes('appeal'))
    expect(own.map(({ deed, administrator_name, teacher_email }) => [deed, administrator_name, teacher_email])).toEqual([
      ['appeal.end', 'Bo Lind', 'ana@school.example'],
      ['appeal.read', 'Bo Lind', 'ana@school.example'],
      ['case-appeal.receive', null, 'ana@school.example'],
    ])
  })
})

describe('the teacher who decided', () => {
  test('decides nothing while the student waits, and afterwards can only clear the student', async () => {
    await name('bo@school.example')
    const { id, appeal_id } = await appealedCase()
    expect(((await ana.call('GET', '/cases')).body as CaseSummary[]).find((each) => each.id === id)?.is_under_appeal).toBe(true)
    const waiting = await decide(id, 'cleared')
    expect([waiting.status, waiting.text]).toEqual([409, expect.stringContaining('The student has appealed.')])
    await end(bo, appeal_id, 'support-agreed')
    expect((await decide(id, 'referred')).status).toBe(409)
    expect((await decide(id, 'cleared')).status).toBe(201)
    expect((await caseOf(id)).outcome).toBe('cleared')
  })

  test('and the others get emails and webhooks that say nothing of the case', async () => {
    await name('bo@school.example')
    await testApp.database.query('delete from mails')
    const endpoint = ((await ana.call('POST', '/integrations/webhooks', { url: 'https://hooks.example/' })).body as { id: string }).id
    const { id, url } = await decidedCase('referred', { send_email: true })
    await appeal(url)
    await end(bo, (await appealsOf(bo))[0]?.id ?? '', 'cleared')
    const mails = await testApp.database.query(
      "select kind, recipient, body from mails where kind <> 'case.link' order by created_at, kind",
    )
    expect(mails.rows.map(({ kind, recipient }) => `${String(kind)} ${String(recipient)}`).toSorted()).toEqual([
      'appeal.arrived bo@school.example',
      'case.appeal-ended ana@school.example',
      'case.appealed ana@school.example',
      'case.student-appeal-ended ida@students.example',
      'case.student-decided ida@students.example',
    ])
    for (const { body } of mails.rows) expect(String(body)).not.toMatch(/Ida|Essay|drafts|myself/)
    const { rows } = await testApp.database.query(
      'select event from webhook_deliveries where endpoint_id = $1 and case_id = $2 order by created_at',
      [endpoint, id],
    )
    expect(rows.map(({ event }) => event).slice(-3)).toEqual(['case.decided', 'case.appealed', 'case.appeal-ended'])
    await ana.call('DELETE', `/integrations/webhooks/${endpoint}`)
  })
})

test('a case is not erased while its student waits, and takes its appeal along when it goes', async () => {
  await name('bo@school.example')
  const { id, appeal_id } = await appealedCase()
  await testApp.database.query(
    `insert into case_policy (retention_days, retention_set_at) values (30, now() - interval '1 year')
     on conflict (id) do update set retention_days = 30, retention_set_at = now() - interval '1 year'`,
  )
  const age = () => testApp.database.query("update cases set updated_at = now() - interval '1 year' where id = $1", [id])
  const erase = () => eraseOldCases({ ...testApp, logger: pino({ enabled: false }) }, new Date())
  await age()
  await erase()
  expect((await caseOf(id)).erase_at).toBeNull()
  await end(bo, appeal_id, null)
  await age()
  await erase()
  expect((await bo.call('GET', `/appeals/${appeal_id}`)).status).toBe(404)
  const left = await testApp.database.query('select id from case_appeals where id = $1', [appeal_id])
  expect(left.rows).toEqual([])
  await testApp.database.query('update case_policy set retention_days = null')
})

test('an export and an evidence pack hold the appeal and how it ended', async () => {
  await name('bo@school.example')
  const { id, appeal_id } = await appealedCase()
  await end(bo, appeal_id, 'cleared', 'Every draft fits.')
  const data = JSON.parse((await ana.call('GET', '/teachers/me/export')).text) as { case_appeals: { id: string }[] }
  expect(data.case_appeals.map((each) => each.id)).toContain(appeal_id)
  const read = async (kind: string) =>
    (await testApp.app.inject({ url: `/api/v1/cases/${id}/${kind}`, headers: await testApp.headers('ana') })).rawPayload
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await read('pdf'))), { mergePages: true })
  const words = text.replace(/\s+/g, ' ')
  for (const part of [
    'The student’s appeal of',
    'I wrote it myself.',
    'By a second person, on appeal',
    'Every draft fits.',
    'The drafts do not fit.',
  ])
    expect(words).toContain(part)
  expect((await read('pack')).toString('latin1')).toContain('replies/01/reply.json')
})
