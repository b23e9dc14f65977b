import { randomUUID } from 'node:crypto'
import type { Appeal, AuditEntry, CaseSummary } from '@penmark/contract'
import { pino } from 'pino'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { startAppeals } from '../../../testing/appeals.ts'
import { prose } from '../../../testing/text.ts'
import { eraseOldCases } from '../case-policy.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)])

const {
  testApp,
  head,
  ana,
  bo,
  cay,
  nameReviewer,
  caseOf,
  decide,
  appealsOf,
  endAppeal,
  get,
  decidedCase,
  appeal,
  appealedCase,
} = await startAppeals()

describe('the second person', () => {
  test('reads this one case without the private notes, but not before the appeal, and no other case', async () => {
    await nameReviewer('bo@school.example')
    const { id, url } = await decidedCase()
    const other = await decidedCase()
    expect([
      (await bo.call('GET', `/cases/${id}`)).status,
      (await bo.call('GET', `/appeals/${id}`)).status,
    ]).toEqual([404, 404])
    await appeal(url, 'I wrote it myself.', [{ name: 'notes.png', content: png }])
    const [summary] = await appealsOf(bo)
    const appeal_id = summary?.id ?? ''
    const { text, body } = await bo.call('GET', `/appeals/${appeal_id}`)
    const record = body as Appeal
    expect(record).toMatchObject({
      student_name: 'Ida Berg',
      teacher_name: 'Ana Sol',
      outcome: 'referred',
      ended_at: null,
    })
    expect(record.entries.map(({ kind }) => kind)).toEqual([
      'opened',
      'asked',
      'link-made',
      'link-opened',
      'decided',
      'appealed',
    ])
    expect(text).not.toContain('Private thoughts')
    const document_id = record.documents[0]?.document_id
    expect((await bo.call('GET', `/appeals/${appeal_id}/documents/${document_id}/report`)).text).toContain(
      prose(60).slice(0, 40),
    )
    const file = record.replies.find(({ is_appeal }) => is_appeal)?.files[0]?.id
    expect((await bo.call('GET', `/appeals/${appeal_id}/files/${file}`)).status).toBe(200)
    const closed = [
      await bo.call('GET', `/cases/${id}`),
      await bo.call('GET', `/cases/${id}/student-page`),
      await bo.call('GET', `/documents/${document_id}`),
      await bo.call('GET', `/cases/${other.id}`),
      await bo.call(
        'GET',
        `/appeals/${appeal_id}/documents/${(await caseOf(other.id)).documents[0]?.document_id}/report`,
      ),
      await bo.call('GET', `/appeals/${appeal_id}/files/${randomUUID()}`),
      await cay.call('GET', `/appeals/${appeal_id}`),
      await ana.call('GET', `/appeals/${appeal_id}`),
      await ana.call('POST', `/appeals/${appeal_id}/end`, { outcome: null, reason: 'Mine.' }),
      await head.call('GET', `/appeals/${appeal_id}`),
    ]
    expect(closed.map(({ status }) => status)).toEqual(Array<number>(closed.length).fill(404))
    expect((await bo.call('GET', '/cases')).body).toEqual([])
    await endAppeal(bo, appeal_id, null)
  })

  test('upholds the decision with a reason that the student and the teacher can read', async () => {
    await nameReviewer('bo@school.example')
    const { id, url, appeal_id } = await appealedCase()
    expect((await endAppeal(bo, appeal_id, null, ' ')).status).toBe(422)
    const { status, body } = await endAppeal(bo, appeal_id, null, 'The drafts are from later.')
    expect([status, body]).toMatchObject([201, { new_outcome: null, ended_at: expect.any(String) }])
    expect(await caseOf(id)).toMatchObject({
      outcome: 'referred',
      is_under_appeal: false,
      appeal: { reviewer_name: 'Bo Lind' },
    })
    expect((await caseOf(id)).entries.at(-1)).toMatchObject({
      kind: 'appeal-upheld',
      text: 'The drafts are from later.',
      outcome: null,
    })
    const page = (await get(url)).body
    for (const words of ['the decision stands', 'The drafts are from later.', 'The drafts do not fit.'])
      expect(page).toContain(words)
    expect((await get(`${url}?lang=fr-FR`)).body).toContain('la décision est maintenue')
    expect((await endAppeal(bo, appeal_id, 'cleared')).status).toBe(409)
  })

  test('replaces the decision, and the first one stays on record', async () => {
    await nameReviewer('bo@school.example')
    const { id, url, appeal_id } = await appealedCase()
    expect((await endAppeal(bo, appeal_id, 'referred')).status).toBe(422)
    await endAppeal(bo, appeal_id, 'cleared', 'Every draft fits.')
    const record = await caseOf(id)
    expect(record).toMatchObject({ state: 'decided', outcome: 'cleared' })
    expect(
      record.entries.flatMap(({ kind, outcome }) => (outcome === null ? [] : [[kind, outcome]])),
    ).toEqual([
      ['decided', 'referred'],
      ['appeal-changed', 'cleared'],
    ])
    const page = (await get(url)).body
    for (const words of ['You are cleared.', 'Bo Lind decided this', 'Every draft fits.'])
      expect(page).toContain(words)
    expect((await appealsOf(bo))[0]).toMatchObject({ outcome: 'referred', new_outcome: 'cleared' })
    await expect(
      testApp.database.query("update case_appeals set outcome = 'referred' where id = $1", [appeal_id]),
    ).rejects.toThrow(/never changed/)
    await expect(
      testApp.database.query('delete from case_appeals where id = $1', [appeal_id]),
    ).rejects.toThrow(/never changed/)
  })

  test('decides an appeal once, even if two decisions arrive at the same time', async () => {
    await nameReviewer('bo@school.example')
    const { id, appeal_id } = await appealedCase()
    const answers = await Promise.all([endAppeal(bo, appeal_id, null), endAppeal(bo, appeal_id, 'cleared')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect((await caseOf(id)).entries.filter(({ kind }) => kind.startsWith('appeal-'))).toHaveLength(1)
  })

  test('leaves audit entries for reading and deciding the case of another teacher', async () => {
    await nameReviewer('bo@school.example')
    const { id, appeal_id } = await appealedCase()
    for (const _time of ['first', 'again']) await bo.call('GET', `/appeals/${appeal_id}`)
    await endAppeal(bo, appeal_id, 'cleared')
    const entries = (await head.call('GET', '/admin/audit?limit=10')).body as AuditEntry[]
    const own = entries.filter(({ action, target_id }) => target_id === id && action.includes('appeal'))
    expect(
      own.map(({ action, administrator_name, teacher_email }) => [action, administrator_name, teacher_email]),
    ).toEqual([
      ['appeal.end', 'Bo Lind', 'ana@school.example'],
      ['appeal.read', 'Bo Lind', 'ana@school.example'],
      ['case-appeal.receive', null, 'ana@school.example'],
    ])
  })
})

describe('the teacher who decided', () => {
  test('cannot decide during the appeal, and afterwards can only clear the student', async () => {
    await nameReviewer('bo@school.example')
    const { id, appeal_id } = await appealedCase()
    expect(
      ((await ana.call('GET', '/cases')).body as CaseSummary[]).find((each) => each.id === id)
        ?.is_under_appeal,
    ).toBe(true)
    const waiting = await decide(id, 'cleared')
    expect([waiting.status, waiting.text]).toEqual([
      409,
      expect.stringContaining('The student has appealed.'),
    ])
    // What the student said themselves is not for a second person to decide.
    expect((await endAppeal(bo, appeal_id, 'ai-used')).status).toBe(422)
    await endAppeal(bo, appeal_id, 'support-agreed')
    expect((await decide(id, 'referred')).status).toBe(409)
    expect((await decide(id, 'cleared')).status).toBe(201)
    expect((await caseOf(id)).outcome).toBe('cleared')
  })

  test('and the other people get emails and webhooks without details of the case', async () => {
    await nameReviewer('bo@school.example')
    await testApp.database.query('delete from mails')
    const endpoint = (
      (await ana.call('POST', '/integrations/webhooks', { url: 'https://hooks.example/' })).body as {
        id: string
      }
    ).id
    const { id, url } = await decidedCase('referred', { send_email: true })
    await appeal(url)
    await endAppeal(bo, (await appealsOf(bo))[0]?.id ?? '', 'cleared')
    const mails = await testApp.database.query(
      "select kind, recipient, body from mails where kind <> 'case.link' order by created_at, kind",
    )
    expect(
      mails.rows.map(({ kind, recipient }) => `${String(kind)} ${String(recipient)}`).toSorted(),
    ).toEqual([
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
    expect(rows.map(({ event }) => event).slice(-3)).toEqual([
      'case.decided',
      'case.appealed',
      'case.appeal-ended',
    ])
    await ana.call('DELETE', `/integrations/webhooks/${endpoint}`)
  })
})

test('a case is not erased during an appeal, and its appeal is erased with it', async () => {
  await nameReviewer('bo@school.example')
  const { id, appeal_id } = await appealedCase()
  await testApp.database.query(
    `insert into case_policy (retention_days, retention_set_at) values (30, now() - interval '1 year')
     on conflict (id) do update set retention_days = 30, retention_set_at = now() - interval '1 year'`,
  )
  const age = () =>
    testApp.database.query("update cases set updated_at = now() - interval '1 year' where id = $1", [id])
  const erase = () => eraseOldCases({ ...testApp, logger: pino({ enabled: false }) }, new Date())
  await age()
  await erase()
  expect((await caseOf(id)).erase_at).toBeNull()
  await endAppeal(bo, appeal_id, null)
  await age()
  await erase()
  expect((await bo.call('GET', `/appeals/${appeal_id}`)).status).toBe(404)
  const left = await testApp.database.query('select id from case_appeals where id = $1', [appeal_id])
  expect(left.rows).toEqual([])
  await testApp.database.query('update case_policy set retention_days = null')
})

test('an export and an evidence pack contain the appeal and its outcome', async () => {
  await nameReviewer('bo@school.example')
  const { id, appeal_id } = await appealedCase()
  await endAppeal(bo, appeal_id, 'cleared', 'Every draft fits.')
  const data = JSON.parse((await ana.call('GET', '/teachers/me/export')).text) as {
    case_appeals: { id: string }[]
  }
  expect(data.case_appeals.map((each) => each.id)).toContain(appeal_id)
  const read = async (kind: string) =>
    (await testApp.app.inject({ url: `/api/v1/cases/${id}/${kind}`, headers: await testApp.headers('ana') }))
      .rawPayload
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await read('pdf'))), {
    mergePages: true,
  })
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
