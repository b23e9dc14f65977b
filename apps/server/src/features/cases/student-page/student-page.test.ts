import {
  type AppealReviewer,
  type AuditEntry,
  type Case,
  type CaseAttention,
  type Document,
  erasureConfirmation,
  type FoundFact,
  type FrozenReport,
  type MadeStudentLink,
  type Student,
  type StudentPage,
} from '@penmark/contract'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '../../../lib/durations.ts'
import { createFaults } from '../../../testing/faults/faults.ts'
import { type FormFile, postForm } from '../../../testing/form.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { sweepFiles } from '../../operations/upkeep/sweep-files.ts'
import { eraseOldCases } from '../case-policy.ts'
import { recordExpiredLinks } from './make-link.ts'

const faults = createFaults()
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)])

let testApp: TestApp
let administrator: TestTeacher
let ana: TestTeacher
let student: Student
beforeAll(async () => {
  testApp = await startTestApp({ faults })
  // The first account becomes the administrator.
  administrator = await testApp.teacher('head')
  await administrator.call('GET', '/admin/case-policy')
  ana = await testApp.teacher('ana')
  const fields = { first_name: 'Ida', last_name: 'Berg', email: 'ida@students.example' }
  student = (await ana.call('POST', '/students', fields)).body as Student
})
afterEach(() => faults.clear())
afterAll(() => testApp.close())

async function askedCase(): Promise<Case> {
  const { body } = await ana.call('POST', '/documents/text', {
    text: prose(60),
    title: 'Essay',
    student_id: student.id,
  })
  const { id: document_id } = await ana.finished((body as Document).id)
  const { id } = (await ana.call('POST', '/cases', { document_id })).body as Case
  return (await ana.call('POST', `/cases/${id}/steps`, { kind: 'asked', text: 'How did you begin?' }))
    .body as Case
}

const pageOf = async (id: string) => (await ana.call('GET', `/cases/${id}/student-page`)).body as StudentPage
const caseOf = async (id: string) => (await ana.call('GET', `/cases/${id}`)).body as Case

/** Makes a link and returns the path of the student's page. */
async function makeLink(id: string, more: object = {}): Promise<string> {
  const { status, body } = await ana.call('POST', `/cases/${id}/student-page/links`, {
    language: 'en-GB',
    days: 14,
    ...more,
  })
  expect(status).toBe(201)
  return new URL((body as MadeStudentLink).url).pathname
}

const get = (url: string) => testApp.app.inject({ url })
const send = (
  url: string,
  fields: Record<string, string>,
  files?: FormFile[],
  headers?: Record<string, string>,
) => postForm(testApp.app, { url, fields, files, headers })
const opened = async (id: string, more: object = {}) => {
  const url = await makeLink(id, more)
  await send(url, { action: 'open' })
  return url
}
const fieldOf = ({ entries }: Case) => `answer-${entries.find(({ kind }) => kind === 'asked')?.id}`
const storedKeys = async () => {
  const keys: string[] = []
  for await (const key of testApp.storage.list(new Date(Date.now() + 60_000))) keys.push(key)
  return keys
}

/** An asked case about a text with this finding and this fact of its file. */
async function caseWith(finding: FrozenReport['finding'], facts: FoundFact[] = []): Promise<Case> {
  const { body } = await ana.call('POST', '/documents/text', {
    text: prose(60),
    title: 'Essay',
    student_id: student.id,
  })
  const { id: document_id } = await ana.finished((body as Document).id)
  await testApp.database.query(
    "update reports set body = body || jsonb_build_object('finding', $2::text, 'facts', $3::jsonb, 'ai_share', 1) where document_id = $1",
    [document_id, finding, JSON.stringify(facts)],
  )
  const { id } = (await ana.call('POST', '/cases', { document_id })).body as Case
  return (await ana.call('POST', `/cases/${id}/steps`, { kind: 'asked', text: 'How did you begin?' }))
    .body as Case
}

describe('what the student is told about the text', () => {
  test('is the sentence and the figure of the report, and each fact with its harmless reasons', async () => {
    const fact = { kind: 'metadata', name: 'author', count: null, value: 'Mum’s laptop' } as const
    const record = await caseWith('ai-likely', [fact])
    const page = (await get(await opened(record.id))).body
    expect(page).toContain('What the program says: “Short text: all of this text reads like AI writing”.')
    expect(page).toMatch(
      /in 1,000 students’ essays, reports and reflections of this length gets? such a finding by mistake \(.+ tested\)|None of the \d+ students’ essays, reports and reflections of this length/,
    )
    for (const words of [
      'It makes mistakes',
      'Mum’s laptop',
      'A borrowed computer or a school licence puts another name here',
    ])
      expect(page.toLowerCase()).toContain(words.toLowerCase())
    expect((await get(`${await opened(record.id)}?lang=fr-FR`)).body).toContain('Ce que dit le programme')
  })

  test('discloses what else the teacher saw when the document was added', async () => {
    const record = await caseWith('ai-likely')
    const url = await opened(record.id)
    expect((await get(url)).body).not.toContain('What else your teacher sees')
    // A record of a case cannot be changed, so this stands for a document that was added after a comparison
    // of its class.
    await testApp.database.query('alter table case_documents disable trigger case_documents_stay')
    await testApp.database.query(
      `update case_documents set evidence = jsonb_set(evidence, '{overlap}', '[{"documents":1,"words":240,"pairs":[]}]') where case_id = $1`,
      [record.id],
    )
    await testApp.database.query('alter table case_documents enable trigger case_documents_stay')
    const page = (await get(url)).body
    for (const words of ['What else your teacher sees', 'shares up to 240 words with 1 other text'])
      expect(page).toContain(words)
  })

  test('says how often honest files of the same kind have a fact', async () => {
    const fact = { kind: 'markdown-remains', name: null, count: 1, value: null } as const
    const record = await caseWith('ai-likely', [fact])
    const url = await opened(record.id)
    expect((await get(url)).body).not.toMatch(/of \d+ honest Word files/)
    await testApp.database.query('alter table case_documents disable trigger case_documents_stay')
    await testApp.database.query(
      `update case_documents set evidence = jsonb_set(evidence, '{file}', '{"filename":"Essay.docx","bytes":1,"sha256":null}') where case_id = $1`,
      [record.id],
    )
    await testApp.database.query('alter table case_documents enable trigger case_documents_stay')
    expect((await get(url)).body).toMatch(/of \d+ honest Word files/)
  })

  test.each(['inconclusive', 'no-evidence', 'insufficient-text'] as const)(
    'speaks of no finding for a text that is %s',
    async (finding) => {
      const page = (await get(await opened((await caseWith(finding)).id))).body
      expect(page).toContain('Nothing here says that you used AI, and nothing here accuses you.')
      for (const words of ['reads like AI', 'What the program says: “', 'it makes mistakes', '<blockquote'])
        expect(page).not.toContain(words)
    },
  )

  test('names the rule, the standard of proof and who may come along, and who decided', async () => {
    const policy = { may_refer_unheard: false, retention_days: null, appeal_days: 14 }
    await administrator.call('PUT', '/admin/case-policy', { ...policy, companion: 'A parent or a friend' })
    const { id } = await askedCase()
    await ana.call('PUT', `/cases/${id}`, { rule: 'Assessment policy, section 4' })
    const url = await opened(id)
    const page = (await get(url)).body
    for (const words of [
      'it is about: Assessment policy, section 4',
      'more likely than not',
      'You do not have to prove anything',
      'A parent or a friend',
    ])
      expect(page).toContain(words)
    await ana.call('POST', `/cases/${id}/decisions`, { outcome: 'cleared', reason: 'Notes.' })
    expect((await get(url)).body).toContain('ana@school.example decided this on')
    await administrator.call('PUT', '/admin/case-policy', policy)
  })

  test('says before the decision whether there is an appeal', async () => {
    const { id } = await askedCase()
    const url = await opened(id)
    expect((await get(url)).body).toContain('Nobody has been named here yet who could decide an appeal')
    await administrator.call('POST', '/admin/appeal-reviewers', { email: 'head@school.example' })
    expect((await get(url)).body).toContain('You can appeal on this page within 14 days of a decision.')
    const [reviewer] = (await administrator.call('GET', '/admin/appeal-reviewers')).body as AppealReviewer[]
    await administrator.call('DELETE', `/admin/appeal-reviewers/${reviewer?.teacher_id}`)
  })

  test('claims nothing about an email: the answer counts in the teacher’s own list', async () => {
    const { id } = await askedCase()
    const before = (await ana.call('GET', '/case-attention')).body as CaseAttention
    const url = await opened(id)
    await send(url, { text: 'With notes.', action: 'save' })
    await send(url, { action: 'hand-in' })
    const page = (await get(url)).body
    expect(page).toContain('It now waits for your teacher in their list of cases.')
    expect(page).not.toContain('has been told')
    expect((await ana.call('GET', '/case-attention')).body).toEqual({
      ...before,
      answered: before.answered + 1,
    })
    await ana.call('POST', `/cases/${id}/decisions`, { outcome: 'cleared', reason: 'Notes.' })
    expect((await ana.call('GET', '/case-attention')).body).toEqual(before)
    // Once it is decided, nothing waits.
    const decided = (await get(url)).body
    expect(decided).toContain('Your reply was handed in')
    expect(decided).not.toContain('waits for your teacher')
  })
})

describe('a link', () => {
  test('needs a question first, and its secret is in no row in readable form', async () => {
    const { body } = await ana.call('POST', '/documents/text', { text: prose(60), student_id: student.id })
    const { id: document_id } = await ana.finished((body as Document).id)
    const { id } = (await ana.call('POST', '/cases', { document_id })).body as Case
    expect(
      (await ana.call('POST', `/cases/${id}/student-page/links`, { language: 'en-GB', days: 14 })).status,
    ).toBe(409)
    await ana.call('POST', `/cases/${id}/steps`, { kind: 'asked', text: 'How did you begin?' })
    const url = await makeLink(id)
    const token = url.split('/').at(-1) ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const { rows } = await testApp.database.query('select * from case_links')
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('can be copied again by its teacher alone, until the student has answered', async () => {
    const { id } = await askedCase()
    const url = await opened(id)
    const read = (teacher: TestTeacher) => teacher.call('GET', `/cases/${id}/student-page/link`)
    const again = await read(ana)
    expect(new URL((again.body as { url: string }).url).pathname).toBe(url)
    expect((await pageOf(id)).link?.can_be_copied).toBe(true)
    expect((await read(administrator)).status).toBe(404)
    await send(url, { text: 'I wrote it by hand.', action: 'save' })
    await send(url, { action: 'hand-in' })
    expect((await read(ana)).status).toBe(409)
    expect((await pageOf(id)).link?.can_be_copied).toBe(false)
  })

  test('cannot be read again once it was withdrawn, replaced or has expired, and its secret is gone', async () => {
    const { id } = await askedCase()
    const read = () => ana.call('GET', `/cases/${id}/student-page/link`)
    await makeLink(id)
    const second = await makeLink(id)
    expect(new URL(((await read()).body as { url: string }).url).pathname).toBe(second)
    await testApp.database.query(
      "update case_links set expires_at = now() - interval '1 hour' where case_id = $1 and revoked_at is null",
      [id],
    )
    expect((await read()).status).toBe(409)
    await ana.call('PUT', `/cases/${id}/student-page/link`, { days: 3 })
    expect(new URL(((await read()).body as { url: string }).url).pathname).toBe(second)
    await ana.call('DELETE', `/cases/${id}/student-page/link`)
    expect((await read()).status).toBe(409)
    const { rows } = await testApp.database.query(
      'select 1 from case_links where case_id = $1 and sealed_token is not null',
      [id],
    )
    expect(rows).toEqual([])
  })

  test('counts as opened when the button is pressed, not when a mail scanner fetches it', async () => {
    const { id } = await askedCase()
    const url = await makeLink(id)
    expect((await get(url)).body).not.toContain('How did you begin?')
    expect((await pageOf(id)).link?.opened_at).toBeNull()
    await send(url, { action: 'open' })
    expect((await get(url)).body).toContain('How did you begin?')
    expect((await pageOf(id)).link?.opened_at).not.toBeNull()
    expect((await caseOf(id)).entries.map(({ kind }) => kind)).toEqual([
      'opened',
      'asked',
      'link-made',
      'link-opened',
    ])
  })

  test('counts as opened once, even if it is opened twice at the same time', async () => {
    const record = await askedCase()
    const url = await makeLink(record.id)
    await Promise.all([send(url, { action: 'open' }), send(url, { action: 'open' })])
    const first = (await pageOf(record.id)).link?.opened_at
    await send(url, { action: 'open' })
    expect((await pageOf(record.id)).link?.opened_at).toBe(first)
    expect((await caseOf(record.id)).entries.filter(({ kind }) => kind === 'link-opened')).toHaveLength(1)
    expect((await get(url)).body).toContain('How did you begin?')
  })

  test('sends each change to the teacher’s webhooks, with ids only', async () => {
    const { body } = await ana.call('POST', '/integrations/webhooks', { url: 'https://hooks.example/' })
    const endpoint = (body as { id: string }).id
    const record = await askedCase()
    const url = await opened(record.id)
    await ana.call('PUT', `/cases/${record.id}/student-page/link`, { days: 3 })
    await send(url, { text: 'Very private words', action: 'save' })
    await send(url, { action: 'hand-in' })
    await makeLink(record.id)
    await ana.call('DELETE', `/cases/${record.id}/student-page/link`)
    const { rows } = await testApp.database.query(
      'select event, student_id, document_id from webhook_deliveries where endpoint_id = $1 and case_id = $2 order by created_at, event',
      [endpoint, record.id],
    )
    await ana.call('DELETE', `/integrations/webhooks/${endpoint}`)
    const changed = Array<string>(5).fill('case.changed')
    expect(rows.map(({ event }) => String(event)).toSorted()).toEqual([
      'case.answered',
      'case.asked',
      ...changed,
      'case.opened',
    ])
    expect(
      rows.every(({ student_id, document_id }) => student_id === student.id && document_id === null),
    ).toBe(true)
  })

  test('of an erased teacher shows the page of an unknown link, and accepts nothing more', async () => {
    const dan = await testApp.teacher('dan')
    const own = (await dan.call('POST', '/students', { first_name: 'Kai', last_name: 'Moe' })).body as Student
    const { body } = await dan.call('POST', '/documents/text', {
      text: prose(60),
      title: 'Essay',
      student_id: own.id,
    })
    const { id: document_id } = await dan.finished((body as Document).id)
    const { id } = (await dan.call('POST', '/cases', { document_id })).body as Case
    await dan.call('POST', `/cases/${id}/steps`, { kind: 'asked', text: 'How did you begin?' })
    const made = await dan.call('POST', `/cases/${id}/student-page/links`, { language: 'en-GB', days: 14 })
    const url = new URL((made.body as MadeStudentLink).url).pathname
    await send(url, { action: 'open' })
    const files = [{ name: 'notes.png', content: png }]
    await send(url, { text: 'A draft', action: 'save' }, files)
    const before = (await storedKeys()).length
    expect(
      (await dan.call('DELETE', `/teachers/me?confirmation=${encodeURIComponent(erasureConfirmation)}`))
        .status,
    ).toBe(202)
    const meanwhile = await send(url, { text: 'Too late', action: 'save' }, files)
    expect([meanwhile.statusCode, meanwhile.body.includes('This link does not work')]).toEqual([404, true])
    const left = async () =>
      (await testApp.database.query('select 1 from case_replies where case_id = $1', [id])).rows.length
    await expect.poll(left, { timeout: 60_000 }).toBe(0)
    for (const answer of [await get(url), await send(url, { action: 'hand-in' })]) {
      expect([answer.statusCode, answer.body.includes('This link does not work')]).toEqual([404, true])
      expect(answer.body).not.toMatch(/Essay|Kai|begin/)
    }
    expect((await storedKeys()).length).toBeLessThan(before)
  })

  test('that was guessed, replaced, withdrawn or erased shows the same page', async () => {
    const { id } = await askedCase()
    const guessed = await get(`/reply/${'A'.repeat(43)}`)
    const replaced = await opened(id)
    const withdrawn = await opened(id)
    await ana.call('DELETE', `/cases/${id}/student-page/link`)
    for (const answer of [
      await get(replaced),
      await get(withdrawn),
      await send(withdrawn, { text: 'Late', action: 'save' }),
    ]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('This link does not work')
      expect(answer.body).not.toMatch(/Essay|Ida|How did you begin/)
    }
    expect(guessed.statusCode).toBe(404)
    expect(guessed.body).toContain('This link does not work')
  })

  test('that expired says only that, and works again when the teacher extends it', async () => {
    const { id } = await askedCase()
    const url = await opened(id)
    await testApp.database.query(
      "update case_links set expires_at = now() - interval '1 hour' where case_id = $1",
      [id],
    )
    const { statusCode, body } = await get(url)
    expect([statusCode, body.includes('This link has expired'), body.includes('Essay')]).toEqual([
      410,
      true,
      false,
    ])
    await ana.call('PUT', `/cases/${id}/student-page/link`, { days: 7 })
    expect((await get(url)).body).toContain('Essay')
  })

  test('is emailed without a word of the text, in the language that the teacher chose', async () => {
    const { id } = await askedCase()
    await makeLink(id, { language: 'fr-FR', send_email: true })
    const { rows } = await testApp.database.query(
      "select recipient, subject, body from mails where kind = 'case.link'",
    )
    expect(rows).toMatchObject([
      { recipient: 'ida@students.example', subject: 'Votre enseignant souhaite vous entendre' },
    ])
    expect(String(rows[0]?.body)).not.toMatch(/Essay|begin/)
    expect((await pageOf(id)).link?.emailed_at).not.toBeNull()
  })

  test('is limited per network', async () => {
    expect((await get(`/reply/${'A'.repeat(43)}`)).statusCode).toBe(404)
    await testApp.database.query("update visitor_count set points = 100000 where key like 'studentPage%'")
    const { statusCode, headers, body } = await get(`/reply/${'A'.repeat(43)}`)
    expect([statusCode, body.includes('Please try again in a few minutes')]).toEqual([503, true])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await testApp.database.query("delete from visitor_count where key like 'studentPage%'")
  })

  test('lets the teacher look at the page without opening it for the student or taking a reply', async () => {
    const record = await askedCase()
    await makeLink(record.id)
    const { body } = await ana.call('POST', `/cases/${record.id}/student-page/preview`, { language: 'en-GB' })
    const url = new URL((body as { url: string }).url).pathname
    expect((await get(url)).body).toContain('This is how the page will look for your student.')
    expect((await send(url, { text: 'Me', action: 'save' })).statusCode).toBe(404)
    expect(await pageOf(record.id)).toMatchObject({ has_draft: false, link: { opened_at: null } })
  })
})

describe('the audit log', () => {
  /** The audit entries about a case, oldest first. */
  const auditOf = async (id: string) => {
    const entries = (await administrator.call('GET', '/admin/audit?limit=100')).body as AuditEntry[]
    return entries.filter(({ target_id }) => target_id === id).toReversed()
  }

  test('records what happened to a link and that a reply arrived, without its text', async () => {
    const record = await askedCase()
    const { id } = record
    await makeLink(id)
    const url = await makeLink(id, { send_email: true, days: 7 })
    for (const _ of [1, 2]) await send(url, { action: 'open' })
    await ana.call('PUT', `/cases/${id}/student-page/link`, { days: 3 })
    await send(url, { [fieldOf(record)]: 'Very private words', action: 'save' }, [
      { name: 'secret-notes.png', content: png },
    ])
    await send(url, { action: 'hand-in' })
    await makeLink(id)
    await ana.call('DELETE', `/cases/${id}/student-page/link`)
    const entries = await auditOf(id)
    expect(entries.map(({ action }) => action)).toEqual([
      'case-link.make',
      'case-link.withdraw',
      'case-link.make',
      'case-link.send',
      'case-link.open',
      'case-link.extend',
      'case-reply.receive',
      'case-link.make',
      'case-link.withdraw',
    ])
    const byStudent = entries.filter(({ administrator_id }) => administrator_id === null)
    expect(byStudent.map(({ action, details }) => [action, details])).toEqual([
      ['case-link.open', {}],
      ['case-reply.receive', { files: 1 }],
    ])
    expect(new Set(entries.map(({ teacher_email }) => teacher_email))).toEqual(
      new Set(['ana@school.example']),
    )
    expect(JSON.stringify(entries)).not.toMatch(/private words|secret-notes|begin|Ida|reply\//)
  })

  test('records an expiry once, again if an extended link expires, and never for answered or withdrawn links', async () => {
    const [open, answered, withdrawn] = [await askedCase(), await askedCase(), await askedCase()]
    await makeLink(open.id)
    const url = await opened(answered.id)
    await send(url, { text: 'Done', action: 'save' })
    await send(url, { action: 'hand-in' })
    await makeLink(withdrawn.id)
    await ana.call('DELETE', `/cases/${withdrawn.id}/student-page/link`)
    const expire = async () => {
      await testApp.database.query(
        "update case_links set expires_at = now() - interval '1 hour' where case_id = any($1::uuid[])",
        [[open.id, answered.id, withdrawn.id]],
      )
      for (const _ of [1, 2]) await recordExpiredLinks(testApp.database, new Date())
    }
    const expiries = async ({ id }: Case) =>
      (await auditOf(id)).filter(({ action }) => action === 'case-link.expire')
    await expire()
    expect([await expiries(open), await expiries(answered), await expiries(withdrawn)]).toMatchObject([
      [{ administrator_id: null }],
      [],
      [],
    ])
    await ana.call('PUT', `/cases/${open.id}/student-page/link`, { days: 3 })
    await expire()
    expect(await expiries(open)).toHaveLength(2)
  })

  test('has no entry for what was rolled back', async () => {
    const record = await askedCase()
    const url = await opened(record.id)
    await send(url, { text: 'Kept', action: 'save' })
    faults.failCommit({ of: 'update case_replies', after: false })
    await send(url, { action: 'hand-in' })
    expect((await auditOf(record.id)).map(({ action }) => action)).toEqual([
      'case-link.make',
      'case-link.open',
    ])
  })
})

describe('the page', () => {
  test('says that nothing has been decided only while that is true', async () => {
    const { id } = await askedCase()
    const url = await opened(id)
    expect((await get(url)).body).toContain('Nothing has been decided.')
    await ana.call('POST', `/cases/${id}/decisions`, { outcome: 'cleared', reason: 'We talked.' })
    const { body } = await get(url)
    expect(body).toContain('A decision is already on record.')
    expect(body).not.toMatch(/Nothing has been decided|That is why you are asked/)
  })

  test('is in the student’s language, is not cached or indexed, and runs no script', async () => {
    const { id } = await askedCase()
    const url = await opened(id, { language: 'fr-FR' })
    const { body, headers } = await get(url)
    expect(body).toContain('Ce que cela ne veut pas dire')
    expect((await get(`${url}?lang=en-GB`)).body).toContain('What this does not mean')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).not.toMatch(/<script|<img|https?:\/\//)
  })

  test('shows times in the zone of the teacher who made the link, named, and in UTC if it is unknown', async () => {
    const { id } = await askedCase()
    const inZone = (timeZone: string, at: unknown) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
        new Date(String(at)),
      )
    for (const [given, zone, name] of [
      ['Pacific/Auckland', 'Pacific/Auckland', 'Pacific/Auckland'],
      ['Moon/Crater', 'UTC', 'UTC'],
      [null, 'UTC', 'UTC'],
    ] as const) {
      const url = await opened(id, { time_zone: given })
      const { rows } = await testApp.database.query(
        'select expires_at from case_links where case_id = $1 and revoked_at is null and not is_preview',
        [id],
      )
      expect((await get(url)).body).toContain(`${inZone(zone, rows[0]?.expires_at)} (${name})`)
    }
  })

  test('gives each of several questions that were asked at once its own line', async () => {
    const { id } = await askedCase()
    await ana.call('POST', `/cases/${id}/steps`, { kind: 'asked', text: 'Where?\nWhen <b>exactly</b>?' })
    const { body } = await get(await opened(id))
    expect(body).toContain('>How did you begin?</label>')
    expect(body).toContain(
      '<span class="asked">Where?</span><span class="asked">When &lt;b&gt;exactly&lt;/b&gt;?</span></label>',
    )
  })

  test('shows markup in a question, an answer or a file name as text', async () => {
    const { id } = await askedCase()
    await ana.call('POST', `/cases/${id}/steps`, { kind: 'asked', text: '<img src=x onerror=alert(1)>' })
    const url = await opened(id)
    await send(url, { text: '</textarea><script>alert(1)</script>', action: 'save' }, [
      { name: '<b>notes.png', content: png },
    ])
    const { body } = await get(url)
    expect(body).not.toMatch(/<img|<script|<b>/)
    expect(body).toContain('&lt;/textarea&gt;&lt;script&gt;')
  })

  test('refuses a form that another site sends', async () => {
    const { id } = await askedCase()
    const url = await opened(id)
    expect(
      (await send(url, { text: 'Forged', action: 'save' }, [], { 'sec-fetch-site': 'cross-site' }))
        .statusCode,
    ).toBe(404)
    expect((await pageOf(id)).has_draft).toBe(false)
  })
})

describe('a reply', () => {
  test('can be saved, continued and handed in once, and then never changes', async () => {
    const record = await askedCase()
    const url = await opened(record.id)
    await send(url, { [fieldOf(record)]: 'With notes.', text: '', action: 'save' }, [
      { name: 'notes.png', content: png },
    ])
    expect((await get(url)).body).toContain('With notes.')
    expect(await pageOf(record.id)).toMatchObject({ has_draft: true, replies: [] })
    const { headers } = await send(url, {
      [fieldOf(record)]: 'With notes.',
      text: 'And a plan.',
      action: 'review',
    })
    expect(headers.location).toContain('step=review')
    expect((await get(String(headers.location))).body).toContain('it cannot be changed')
    await send(url, { action: 'hand-in' })

    const { state, entries } = await caseOf(record.id)
    const page = await pageOf(record.id)
    expect([state, entries.at(-1)]).toMatchObject([
      'answered',
      { kind: 'answer', text: 'With notes.\n\nAnd a plan.' },
    ])
    expect(page.replies).toMatchObject([
      {
        answers: [{ question: 'How did you begin?', text: 'With notes.' }],
        text: 'And a plan.',
        files: [{ filename: 'notes.png', kind: 'png' }],
      },
    ])
    expect(entries.at(-1)?.reply_id).toBe(page.replies[0]?.id)
    const file = await ana.call(
      'GET',
      `/cases/${record.id}/student-page/files/${page.replies[0]?.files[0]?.id}`,
    )
    expect(file.status).toBe(200)

    const late = await send(url, { text: 'One more thing', action: 'save' })
    expect([late.statusCode, late.body.includes('One more thing')]).toEqual([409, true])
    expect((await pageOf(record.id)).replies).toEqual(page.replies)
    expect((await get(`${url}/copy`)).body).toContain('And a plan.')
    for (const statement of [
      "update case_replies set text = 'x'",
      'delete from case_reply_files',
      'delete from case_replies',
    ])
      await expect(testApp.database.query(`${statement} where case_id = $1`, [record.id])).rejects.toThrow()
    const { rows } = await testApp.database.query(
      "select body from mails where kind = 'case.answered' and body like $1",
      [`%${record.id}%`],
    )
    expect(rows).toHaveLength(1)
    expect(String(rows[0]?.body)).not.toMatch(/plan|notes|Ida/)
  })

  test('keeps its text and its other files when some are refused, and names each with the reason and what to do', async () => {
    const record = await askedCase()
    const url = await opened(record.id)
    const files = [
      { name: 'tool.exe', content: Buffer.from('4d5a9000', 'hex') },
      { name: 'plan.txt', content: prose(60) },
      { name: 'huge.txt', content: Buffer.alloc(25 * 1_024 * 1_024 + 1, 'a') },
    ]
    const { headers } = await send(url, { text: 'My words', action: 'review' }, files)
    expect(String(headers.location)).not.toMatch(/tool|huge/)
    const { body } = await get(String(headers.location))
    const messages = [
      'My words',
      'plan.txt',
      'These files were not added',
      '<strong>tool.exe</strong>',
      'none of the kinds named below',
      'larger than 25 MB',
    ]
    for (const words of messages) expect(body).toContain(words)
    expect(body).toContain('<strong>huge.txt</strong>')
    // They are named until the next form is sent.
    expect((await get(url)).body).toContain('tool.exe')
    await send(url, { text: 'My words', action: 'save' })
    expect((await get(url)).body).not.toMatch(/tool\.exe|huge\.txt/)
    expect((await send(url, { action: 'review' })).headers.location).toContain('step=review')
  })

  test('says that an empty file was not added, and says nothing where no file was chosen', async () => {
    const record = await askedCase()
    const url = await opened(record.id)
    const chosen = await send(url, { text: 'My words', action: 'review' }, [
      { name: 'empty.txt', content: '' },
    ])
    const { body } = await get(String(chosen.headers.location))
    for (const words of ['My words', 'empty.txt', 'There is nothing in it']) expect(body).toContain(words)
    const boundary = 'form-of-a-browser'
    const part = (disposition: string, content: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${content}\r\n`
    const unchosen = await testApp.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `${part('name="files"; filename=""', 'content-type: application/octet-stream\r\n')}${part('name="action"', '\r\nreview')}--${boundary}--\r\n`,
    })
    expect(unchosen.headers.location).toContain('step=review')
  })

  test('that is sent again does not duplicate its files', async () => {
    const record = await askedCase()
    const url = await opened(record.id)
    const files = [{ name: 'notes.png', content: png }]
    for (const _ of [1, 2]) await send(url, { text: 'Twice', action: 'save' }, files)
    await send(url, { text: 'Twice', action: 'save' }, [
      { name: 'notes.png', content: Buffer.concat([png, png]) },
    ])
    await send(url, { action: 'hand-in' })
    const { replies } = await pageOf(record.id)
    expect(replies[0]?.files.map(({ size_bytes }) => size_bytes)).toEqual([png.length, 2 * png.length])
  })

  test('names the files that the teacher’s full storage does not take', async () => {
    const record = await askedCase()
    const url = await opened(record.id)
    await testApp.database.query('update storage_use set bytes = bytes + 100000000000000')
    const { headers } = await send(url, { text: 'My words', action: 'save' }, [
      { name: 'notes.png', content: png },
    ])
    await testApp.database.query('update storage_use set bytes = bytes - 100000000000000')
    const { body } = await get(String(headers.location))
    for (const words of ['My words', '<strong>notes.png</strong>', 'Your teacher’s storage is full'])
      expect(body).toContain(words)
    expect(body).not.toContain('value="remove:')
  })

  test.each(['53100', '53200'])(
    'shows its text again where it could not be saved, with the reason where that is the disk (%s)',
    async (sqlState) => {
      const record = await askedCase()
      const url = await opened(record.id)
      await send(url, { text: 'Saved before', action: 'save' })
      faults.failQuery('update case_replies set', { sqlState, times: Number.POSITIVE_INFINITY })
      const answer = await send(url, { text: 'My <new> words', action: 'save' })
      faults.clear()
      const isFull = sqlState === '53100'
      expect(answer.statusCode).toBe(isFull ? 507 : 500)
      expect(answer.body.includes('Nothing can be saved here at the moment')).toBe(isFull)
      expect(answer.body.includes('My &lt;new&gt; words')).toBe(isFull)
      expect((await get(url)).body).toContain('Saved before')
      await send(url, { text: 'My new words', action: 'save' })
      expect((await get(url)).body).toContain('My new words')
    },
  )

  test('keeps its text on a full disk, and names the file that found no room', async () => {
    const record = await askedCase()
    const url = await opened(record.id)
    faults.failStorage('put', { code: 'ENOSPC' })
    const { headers } = await send(url, { text: 'My words', action: 'save' }, [
      { name: 'notes.png', content: png },
    ])
    const { body } = await get(String(headers.location))
    for (const words of ['My words', '<strong>notes.png</strong>']) expect(body).toContain(words)
    expect(body).not.toContain('value="remove:')
  })

  test('accepts at most ten files, and deletes a removed file from the storage', async () => {
    const record = await askedCase()
    const url = await opened(record.id)
    const before = (await storedKeys()).length
    const many = Array.from({ length: 32 }, (_, nth) => ({ name: `${nth}.png`, content: png }))
    const { headers } = await send(url, { action: 'save' }, many)
    const { body } = await get(String(headers.location))
    expect(body).toContain('10 files are the most')
    for (const name of ['10.png', '31.png']) expect(body).toContain(`<strong>${name}</strong>`)
    expect(body).not.toContain('<strong>9.png</strong>')
    expect((await storedKeys()).length).toBe(before + 10)
    const [, id = ''] = /value="remove:([\w-]+)"/.exec(body) ?? []
    await send(url, { action: `remove:${id}` })
    expect((await storedKeys()).length).toBe(before + 9)
  })

  test('that is empty or far too long is refused without losing its text', async () => {
    const record = await askedCase()
    const url = await opened(record.id)
    expect((await send(url, { action: 'hand-in' })).headers.location).toContain('note=empty')
    const long = 'word '.repeat(2_500)
    await send(url, { text: long, action: 'save' })
    expect((await send(url, { action: 'hand-in' })).headers.location).toContain('note=long')
    expect((await get(url)).body).toContain(long.trim())
  })

  test.each([false, true])(
    'that was acknowledged is whole, and one whose commit broke off can be sent again (committed: %s)',
    async (after) => {
      const record = await askedCase()
      const url = await opened(record.id)
      const fault = faults.failCommit({ of: 'insert into case_reply_files', after })
      const first = await send(url, { text: 'Safe', action: 'save' }, [{ name: 'notes.png', content: png }])
      expect([
        fault.happened,
        first.statusCode,
        first.body.includes('Something went wrong on our side'),
      ]).toEqual([1, 500, true])
      expect((await get(url)).body).toContain('Safe')
      const cut = faults.failCommit({ of: 'update case_replies', after })
      await send(url, { action: 'hand-in' })
      expect(cut.happened).toBe(1)
      await send(url, { action: 'hand-in' })
      const { replies } = await pageOf(record.id)
      expect(replies).toHaveLength(1)
      await sweepFiles(testApp, -60_000)
      for (const { id } of replies[0]?.files ?? [])
        expect((await ana.call('GET', `/cases/${record.id}/student-page/files/${id}`)).status).toBe(200)
      expect(replies[0]?.files.length).toBe(after ? 1 : 0)
    },
  )

  test('counts towards the teacher’s storage until the case is deleted', async () => {
    const record = await askedCase()
    const url = await opened(record.id)
    const used = async () =>
      Number(
        (await testApp.database.query('select coalesce(sum(bytes), 0)::float8 as bytes from storage_use'))
          .rows[0]?.bytes,
      )
    const before = await used()
    await send(url, { text: 'Kept', action: 'save' }, [{ name: 'notes.png', content: png }])
    await send(url, { action: 'hand-in' })
    expect(await used()).toBe(before + png.length)
    const files = (await storedKeys()).length
    await testApp.database.query(
      "insert into case_policy (retention_days, retention_set_at) values (30, now() - interval '1 year') on conflict (id) do update set retention_days = excluded.retention_days, retention_set_at = excluded.retention_set_at",
    )
    await testApp.database.query("update cases set updated_at = now() - interval '1 year' where id = $1", [
      record.id,
    ])
    await eraseOldCases({ ...testApp, logger: pino({ enabled: false }) }, new Date(Date.now() + dayMs))
    expect([await used(), (await storedKeys()).length, (await get(url)).statusCode]).toEqual([
      before,
      files - 1,
      404,
    ])
    await testApp.database.query('delete from case_policy')
  })

  test('belongs to its teacher alone', async () => {
    const record = await askedCase()
    const url = await opened(record.id)
    await send(url, { text: 'Private', action: 'save' }, [{ name: 'notes.png', content: png }])
    await send(url, { action: 'hand-in' })
    const { replies } = await pageOf(record.id)
    const bo = await testApp.teacher('bo')
    const answers = [
      await bo.call('GET', `/cases/${record.id}/student-page`),
      await bo.call('GET', `/cases/${record.id}/student-page/files/${replies[0]?.files[0]?.id}`),
      await bo.call('POST', `/cases/${record.id}/student-page/links`, { language: 'en-GB', days: 7 }),
      await bo.call('POST', `/cases/${record.id}/student-page/preview`, { language: 'en-GB' }),
      await bo.call('PUT', `/cases/${record.id}/student-page/link`, { days: 7 }),
      await bo.call('DELETE', `/cases/${record.id}/student-page/link`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  })
})
