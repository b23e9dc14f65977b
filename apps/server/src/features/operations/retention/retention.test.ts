import { randomUUID } from 'node:crypto'
import type { Document, Retention, RetentionPreview, Student } from '@penmark/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../../lib/durations.ts'
import { insertWriting } from '../../../testing/records/writing.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { applyRetention } from './retention.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
})
afterAll(() => testApp.close())

const started = Date.now()
const inDays = (days: number) => new Date(started + days * dayMs)
const inDaysIso = (days: number) => inDays(days).toISOString()
/** A run on some day, with emails that are not sent. */
const applyUnsent = (days: number) =>
  applyRetention(
    { ...testApp, publicUrl: 'https://penmark.example', logger: { info: () => undefined } as never },
    inDays(days),
  )
const sendMails = (days: number) =>
  testApp.database.query('update mails set sent_at = $1 where sent_at is null and failed_at is null', [
    inDays(days).toISOString(),
  ])
/** A run on some day, with emails that are sent at once. */
const apply = async (days: number) => {
  await applyUnsent(days)
  await sendMails(days)
}

/** A document uploaded this many days ago. */
async function upload(teacher: TestTeacher, daysAgo: number, class_group_id?: string): Promise<string> {
  const { body } = await teacher.call('POST', '/documents/text', { text: prose(60), class_group_id })
  const { id } = body as Document
  await testApp.database.query('update documents set created_at = $2 where id = $1', [
    id,
    inDays(-daysAgo).toISOString(),
  ])
  return id
}
const remaining = async (teacher: TestTeacher) =>
  ((await teacher.call('GET', '/documents')).body as Document[]).map(({ id }) => id)
const read = async (teacher: TestTeacher) =>
  (await teacher.call('GET', '/teachers/me/retention')).body as Retention
const mailsTo = async (email: string) => {
  const { rows } = await testApp.database.query(
    "select subject, body from mails where recipient = $1 and kind = 'retention.announced'",
    [email],
  )
  return rows.map(({ subject, body }) => `${String(subject)}\n${String(body)}`)
}

test('erases nothing automatically unless the teacher asked for it', async () => {
  const ana = await testApp.teacher('ana')
  const id = await upload(ana, 5_000)
  expect(await read(ana)).toEqual({ days: null, classes: [], upcoming: null })
  for (const day of [0, 10, 4_000]) await apply(day)
  expect(await remaining(ana)).toEqual([id])
})

test('announces what is already old enough, and erases it a week later at the earliest', async () => {
  const bo = await testApp.teacher('bo')
  const [fresh, old] = [await upload(bo, 1), await upload(bo, 400)]
  const input = { days: 90, classes: [], language: 'fr-FR' }
  const preview = (await bo.call('POST', '/teachers/me/retention/preview', input)).body as RetentionPreview
  expect(preview.overdue).toBe(1)
  expect(Math.round((Date.parse(preview.first_at ?? '') - Date.now()) / dayMs)).toBe(7)
  expect(await read(bo)).toMatchObject({ days: null, upcoming: null })

  const saved = (await bo.call('PUT', '/teachers/me/retention', input)).body as Retention
  expect(saved).toMatchObject({ days: 90, upcoming: { documents: 1 } })
  await apply(0)
  const [mail = ''] = await mailsTo('bo@school.example')
  expect(mail).toContain('Un document sera bientôt supprimé')
  expect(mail).toContain('https://penmark.example/profile#privacy')
  await apply(6.9)
  expect(await remaining(bo)).toEqual([fresh, old])
  await apply(7.1)
  expect(await remaining(bo)).toEqual([fresh])
  expect((await bo.call('GET', '/dashboard/stats')).body).toMatchObject({
    current_documents: 1,
    deleted_documents: 1,
  })
  // The other one is announced two weeks ahead, and erased on its day.
  expect((await read(bo)).upcoming).toBeNull()
  await apply(80)
  expect((await read(bo)).upcoming).toMatchObject({ documents: 1, first_at: expect.any(String) })
  await apply(88.9)
  expect(await remaining(bo)).toEqual([fresh])
  await apply(89.1)
  expect(await remaining(bo)).toEqual([])
})

test('allows a class its own period, or to keep its documents', async () => {
  const cy = await testApp.teacher('cy')
  const createClass = async (class_name: string) =>
    ((await cy.call('POST', '/class-groups', { class_name })).body as { id: string }).id
  const [short, keeping, plain] = [
    await createClass('Short'),
    await createClass('Keeping'),
    await createClass('Plain'),
  ]
  const [inShort, inKeeping, inPlain, inNone] = [
    await upload(cy, 40, short),
    await upload(cy, 40, keeping),
    await upload(cy, 40, plain),
    await upload(cy, 200),
  ]
  const classes = [
    { class_group_id: short, days: 30 },
    { class_group_id: keeping, days: null },
  ]
  const { body } = await cy.call('PUT', '/teachers/me/retention', { days: 180, classes })
  expect((body as Retention).classes).toEqual(expect.arrayContaining(classes))
  await apply(0)
  await apply(8)
  expect((await remaining(cy)).sort()).toEqual([inKeeping, inPlain].sort())
  expect([inShort, inNone]).toHaveLength(2)
  await apply(1_000)
  await apply(1_008)
  expect(await remaining(cy)).toEqual([inKeeping])
  // A deleted class no longer has a rule: its documents are announced like any others.
  await cy.call('DELETE', `/class-groups/${keeping}`)
  await apply(1_009)
  expect(await remaining(cy)).toEqual([inKeeping])
  expect((await read(cy)).upcoming).toMatchObject({ documents: 1 })
  await apply(1_017)
  expect(await remaining(cy)).toEqual([])
})

test('withdraws an announcement when the setting changes, and restarts the week when it returns', async () => {
  const dora = await testApp.teacher('dora')
  const id = await upload(dora, 100)
  const set = (days: number | null) => dora.call('PUT', '/teachers/me/retention', { days, classes: [] })
  await set(30)
  expect((await read(dora)).upcoming).toMatchObject({ documents: 1 })
  await set(null)
  expect(await read(dora)).toEqual({ days: null, classes: [], upcoming: null })
  await apply(30)
  expect(await remaining(dora)).toEqual([id])
  await testApp.database.query(
    "insert into retention_rules (teacher_id, days, language) select id, 30, 'en' from teachers where subject = 'dora'",
  )
  await apply(30)
  await apply(36)
  expect(await remaining(dora)).toEqual([id])
  await apply(37.1)
  expect(await remaining(dora)).toEqual([])
})

test('sends at most one email a week, which names no document', async () => {
  const eve = await testApp.teacher('eve')
  for (let day = 0; day < 10; day += 1) await upload(eve, day)
  await eve.call('PUT', '/teachers/me/retention', { days: 20, classes: [] })
  for (let day = 0; day <= 16; day += 1) await apply(day)
  const mails = await mailsTo('eve@school.example')
  expect(mails.length).toBeGreaterThanOrEqual(2)
  expect(mails.length).toBeLessThanOrEqual(3)
  for (const mail of mails) expect(mail).not.toContain('Pasted text')
})

test("refuses another teacher's class and invalid periods, and changes nothing", async () => {
  const fay = await testApp.teacher('fay')
  const other = await testApp.teacher('gus')
  const foreign = (
    (await other.call('POST', '/class-groups', { class_name: 'Theirs' })).body as { id: string }
  ).id
  for (const class_group_id of [foreign, randomUUID(), 'no-id']) {
    const input = { days: 30, classes: [{ class_group_id, days: 30 }] }
    expect((await fay.call('PUT', '/teachers/me/retention', input)).status).toBe(404)
    expect((await fay.call('POST', '/teachers/me/retention/preview', input)).status).toBe(404)
  }
  for (const days of [0, -1, 1.5, 4_000, '30'])
    expect((await fay.call('PUT', '/teachers/me/retention', { days, classes: [] })).status).toBe(422)
  expect(await read(fay)).toEqual({ days: null, classes: [], upcoming: null })
})

test('erases nothing until days after the email that names it was sent', async () => {
  const hal = await testApp.teacher('hal')
  const id = await upload(hal, 100)
  await hal.call('PUT', '/teachers/me/retention', { days: 30, classes: [] })
  for (const day of [0, 8, 20]) await applyUnsent(day)
  expect(await mailsTo('hal@school.example')).toHaveLength(1)
  expect(await remaining(hal)).toEqual([id])
  await sendMails(20)
  await applyUnsent(26.9)
  expect(await remaining(hal)).toEqual([id])
  expect((await read(hal)).upcoming?.first_at).toBe(inDaysIso(27))
  await applyUnsent(27.1)
  expect(await remaining(hal)).toEqual([])
})

test('sends another email if one could not be delivered, and waits for it', async () => {
  const ida = await testApp.teacher('ida')
  const id = await upload(ida, 100)
  await ida.call('PUT', '/teachers/me/retention', { days: 30, classes: [] })
  await applyUnsent(0)
  await testApp.database.query("update mails set failed_at = now() where recipient = 'ida@school.example'")
  await applyUnsent(9)
  expect(await mailsTo('ida@school.example')).toHaveLength(2)
  expect(await remaining(ida)).toEqual([id])
  await sendMails(9)
  await applyUnsent(16.1)
  expect(await remaining(ida)).toEqual([])
})

test('never erases within a week of the first email that names the document, even if another email was sent just before', async () => {
  const jo = await testApp.teacher('jo')
  const early = await upload(jo, 100)
  await jo.call('PUT', '/teachers/me/retention', { days: 30, classes: [] })
  await apply(0)
  const late = await upload(jo, 99)
  for (let day = 1; day <= 13; day += 1) await apply(day)
  expect(await remaining(jo)).toEqual([late])
  expect(early).not.toBe(late)
  for (const day of [14, 15]) await apply(day)
  expect(await remaining(jo)).toEqual([])
})

test('writes one email when several workers do the work of a day at the same time', async () => {
  const kim = await testApp.teacher('kim')
  await upload(kim, 100)
  await kim.call('PUT', '/teachers/me/retention', { days: 30, classes: [] })
  await Promise.all([apply(0), apply(0), apply(0)])
  expect(await mailsTo('kim@school.example')).toHaveLength(1)
})

test('erases nothing if the teacher cannot be reached by email', async () => {
  const lou = await testApp.teacher('lou', { email: null })
  const id = await upload(lou, 100)
  await lou.call('PUT', '/teachers/me/retention', { days: 30, classes: [] })
  for (const day of [0, 8, 40]) await apply(day)
  expect(await remaining(lou)).toEqual([id])
})

test('erases a text of a writing task when it is old enough, at the earliest two weeks after the rule, and keeps texts whose document is kept', async () => {
  const mia = await testApp.teacher('mia')
  const { id: class_group_id } = (await mia.call('POST', '/class-groups', { class_name: 'Writers' }))
    .body as { id: string }
  const insert = async (daysAgo: number) => {
    const student = (await mia.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm' }))
      .body as Student
    const last_written_at = inDays(-daysAgo)
    const { submission_id: id } = await insertWriting(testApp.database, {
      ...student,
      student_id: student.id,
      class_group_id,
      text: 'A',
      last_written_at,
    })
    await testApp.database.query('update writing_submissions set created_at = $2 where id = $1', [
      id,
      last_written_at,
    ])
    return id
  }
  const [old, handedIn, fresh] = [await insert(100), await insert(100), await insert(1)]
  const document_id = await upload(mia, 0, class_group_id)
  await testApp.database.query('update writing_submissions set document_id = $2 where id = $1', [
    handedIn,
    document_id,
  ])
  const storedTexts = async () => {
    const { rows } = await testApp.database.query(
      `select s.id, (select count(*)::float8 from writing_batches b where b.submission_id = s.id) as batches
       from writing_submissions s join writing_tasks t on t.id = s.task_id where t.class_group_id = $1 order by s.created_at desc, s.id`,
      [class_group_id],
    )
    return new Map(rows.map(({ id, batches }) => [String(id), batches]))
  }
  await apply(100)
  expect((await storedTexts()).size).toBe(3)
  await mia.call('PUT', '/teachers/me/retention', { days: 90, classes: [] })
  await apply(13)
  expect((await storedTexts()).has(old)).toBe(true)
  await apply(15)
  expect(await storedTexts()).toEqual(
    new Map([
      [fresh, 1],
      [handedIn, 1],
    ]),
  )
  // The record follows its document.
  await mia.call('DELETE', `/documents/${document_id}`)
  await apply(15)
  expect(await storedTexts()).toEqual(new Map([[fresh, 1]]))
})
