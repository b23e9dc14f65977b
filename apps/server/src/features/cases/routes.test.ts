import { randomUUID } from 'node:crypto'
import {
  type Case,
  type CaseSummary,
  caseLimits,
  type Document,
  type Report,
  type Student,
} from '@penmark/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '../../lib/durations.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../testing/test-app.ts'
import { prose } from '../../testing/text.ts'
import { eraseOldCases } from './case-policy.ts'

const logger = pino({ enabled: false })

let testApp: TestApp
let ana: TestTeacher
let administrator: TestTeacher
let student: Student

beforeAll(async () => {
  testApp = await startTestApp()
  // The first account becomes the administrator.
  administrator = await testApp.teacher('head')
  await administrator.call('GET', '/admin/case-policy')
  ana = await testApp.teacher('ana')
})
afterAll(() => testApp.close())
beforeEach(async () => {
  student = (await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Berg' })).body as Student
})

/** A completed document, by default of the student. */
async function documentOf(student_id: string | null = student.id, seed = 60): Promise<Document> {
  const fields = student_id === null ? {} : { student_id }
  const { body } = await ana.call('POST', '/documents/text', { text: prose(seed), title: 'Essay', ...fields })
  return ana.finished((body as Document).id)
}

async function opened(): Promise<Case> {
  const { status, body } = await ana.call('POST', '/cases', { document_id: (await documentOf()).id })
  expect(status).toBe(201)
  return body as Case
}

const step = (id: string, kind: string, text = 'What was said') =>
  ana.call('POST', `/cases/${id}/steps`, { kind, text })
const decide = (id: string, decision: object) => ana.call('POST', `/cases/${id}/decisions`, decision)
const read = async (id: string) => (await ana.call('GET', `/cases/${id}`)).body as Case
const setPolicy = (policy: object) => administrator.call('PUT', '/admin/case-policy', policy)

describe('a case', () => {
  test('is opened by its teacher alone, never by a finding', async () => {
    await documentOf()
    expect((await ana.call('GET', `/cases?student_id=${student.id}`)).body).toEqual([])
    const { id, state, student_name, documents, entries, is_heard } = await opened()
    expect([state, student_name, is_heard]).toEqual(['new', 'Ida Berg', false])
    expect(documents).toMatchObject([{ filename: 'Essay', is_deleted: false }])
    expect(entries.map(({ kind }) => kind)).toEqual(['opened'])
    expect((await ana.call('GET', `/cases?student_id=${student.id}`)).body).toMatchObject([
      { id, document_count: 1 },
    ])
  })

  test('advances from new to asked, answered and decided, and never back', async () => {
    const { id } = await opened()
    const states: string[] = []
    for (const kind of ['asked', 'answer', 'asked']) states.push(((await step(id, kind)).body as Case).state)
    const decided = (await decide(id, { outcome: 'cleared', reason: 'Showed three drafts.' })).body as Case
    expect([...states, decided.state]).toEqual(['asked', 'answered', 'answered', 'decided'])
    expect(((await step(id, 'meeting')).body as Case).state).toBe('decided')
    expect(decided).toMatchObject({ outcome: 'cleared', is_heard: true })
  })

  test('keeps the first decision when a later one supersedes it', async () => {
    const { id } = await opened()
    await decide(id, { outcome: 'support-agreed', reason: 'Agreed on a writing workshop.' })
    await decide(id, { outcome: 'cleared', reason: 'The drafts turned up.' })
    const { outcome, entries } = await read(id)
    expect(outcome).toBe('cleared')
    expect(
      entries.filter(({ kind }) => kind === 'decided').map((entry) => [entry.outcome, entry.text]),
    ).toEqual([
      ['support-agreed', 'Agreed on a writing workshop.'],
      ['cleared', 'The drafts turned up.'],
    ])
  })

  test('needs a reason for every decision', async () => {
    const { id } = await opened()
    const { status, body } = await decide(id, { outcome: 'cleared', reason: '   ' })
    expect([status, JSON.stringify(body)]).toEqual([
      422,
      expect.stringContaining('Give the reason for your decision.'),
    ])
    expect((await read(id)).state).toBe('new')
  })

  test('has private notes and a due date, which change without changing its state', async () => {
    const { id } = await opened()
    await ana.call('PUT', `/cases/${id}`, { notes: 'Ring home.\r\nThen wait.\u0000' })
    const { body } = await ana.call('PUT', `/cases/${id}`, { due_on: '2027-01-15' })
    expect(body).toMatchObject({ notes: 'Ring home.\nThen wait.', due_on: '2027-01-15', state: 'new' })
    expect((await ana.call('PUT', `/cases/${id}`, { due_on: null })).body).toMatchObject({ due_on: null })
    expect((await ana.call('PUT', `/cases/${id}`, { due_on: 'soon' })).status).toBe(422)
  })

  test('can be deleted while nothing has happened in it, and stays a record afterwards', async () => {
    const [mistake, used] = [await opened(), await opened()]
    expect((await ana.call('DELETE', `/cases/${mistake.id}`)).body).toEqual({ id: mistake.id, deleted: true })
    expect((await ana.call('GET', `/cases/${mistake.id}`)).status).toBe(404)
    await step(used.id, 'asked')
    expect((await ana.call('DELETE', `/cases/${used.id}`)).status).toBe(409)
    expect((await read(used.id)).state).toBe('asked')
  })

  test('answers 404 for an invalid id in every call', async () => {
    for (const id of ['nonsense', randomUUID()]) {
      const answers = [
        await ana.call('GET', `/cases/${id}`),
        await ana.call('DELETE', `/cases/${id}`),
        await ana.call('GET', `/cases/${id}/documents/${randomUUID()}/report`),
        await ana.call('POST', `/cases/${id}/documents`, { document_id: randomUUID() }),
        await step(id, 'asked'),
        await decide(id, { outcome: 'cleared', reason: 'Because' }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    }
  })
})

describe('the documents of a case', () => {
  test('are several of one student, each in one case', async () => {
    const { id, documents } = await opened()
    const second = await documentOf(student.id, 70)
    const { status, body } = await ana.call('POST', `/cases/${id}/documents`, { document_id: second.id })
    expect([status, (body as Case).documents.length]).toEqual([201, 2])
    expect((body as Case).entries.map(({ kind }) => kind)).toEqual(['opened', 'document-added'])
    const again = await ana.call('POST', '/cases', { document_id: documents[0]?.document_id })
    expect([again.status, again.text]).toEqual([
      409,
      expect.stringContaining('This document is in a case already.'),
    ])
    expect((await ana.call('GET', `/cases?document_id=${second.id}`)).body).toMatchObject([{ id }])
  })

  test('must belong to the student of the case', async () => {
    const { id } = await opened()
    const other = (await ana.call('POST', '/students', { first_name: 'Jon', last_name: 'Dahl' }))
      .body as Student
    const otherStudent = await ana.call('POST', `/cases/${id}/documents`, {
      document_id: (await documentOf(other.id)).id,
    })
    const unassigned = await ana.call('POST', '/cases', { document_id: (await documentOf(null)).id })
    expect([otherStudent.status, unassigned.status]).toEqual([409, 409])
    expect(unassigned.text).toContain('Assign this document to a student first.')
    expect((await read(id)).documents).toHaveLength(1)
  })

  test('leave their report in the case when they are deleted, and so do the student and the teacher’s changes', async () => {
    const { id, documents } = await opened()
    const document_id = documents[0]?.document_id
    const before = (await ana.call('GET', `/results/document/${document_id}`)).body as Report
    await ana.call('PUT', `/students/${student.id}`, { first_name: 'Ida', last_name: 'Berg-Lund' })
    await ana.call('DELETE', `/documents/${document_id}`)
    await ana.call('DELETE', `/students/${student.id}`)
    expect(await read(id)).toMatchObject({
      student_id: null,
      student_name: 'Ida Berg-Lund',
      documents: [{ is_deleted: true }],
    })
    const kept = (await ana.call('GET', `/cases/${id}/documents/${document_id}/report`)).body as Report
    expect(kept).toEqual({ ...before, may_recheck: false })
    expect(kept.results.map(({ paragraph_text }) => paragraph_text).join('')).toContain(
      prose(60).slice(0, 40),
    )
  })
})

describe('what the student says themselves', () => {
  test('ends a case only after they were heard, since a result cannot say it for them', async () => {
    const { id } = await opened()
    const said = { outcome: 'ai-used', reason: 'Please write this text again.' }
    const refused = await decide(id, said)
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('A result cannot say it for them.'),
    ])
    await step(id, 'meeting')
    expect((await decide(id, said)).body).toMatchObject({ state: 'decided', outcome: 'ai-used' })
  })
})

describe('a referral', () => {
  test('is refused unheard until an administrator allows it', async () => {
    expect((await opened()).may_refer_unheard).toBe(false)
  })

  test('needs the student to have been heard, or a written reason why not', async () => {
    await setPolicy({ may_refer_unheard: true, retention_days: null })
    const { id } = await opened()
    await step(id, 'asked')
    const refused = await decide(id, { outcome: 'referred', reason: 'Second time.' })
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('Say why the student was not heard.'),
    ])
    expect((await read(id)).state).toBe('asked')
    const decided = await decide(id, {
      outcome: 'referred',
      reason: 'Second time.',
      unheard_reason: 'Left the school.',
    })
    expect((decided.body as Case).entries.at(-1)).toMatchObject({
      outcome: 'referred',
      unheard_reason: 'Left the school.',
    })
  })

  test('needs no reason once the student has answered or met the teacher', async () => {
    for (const kind of ['answer', 'meeting']) {
      const { id } = await opened()
      await step(id, kind)
      expect((await decide(id, { outcome: 'referred', reason: 'Agreed in the talk.' })).status).toBe(201)
    }
  })

  test('is refused without hearing the student where the administrator requires it', async () => {
    await setPolicy({ may_refer_unheard: false, retention_days: null })
    const { id, may_refer_unheard } = await opened()
    expect(may_refer_unheard).toBe(false)
    const refused = await decide(id, {
      outcome: 'referred',
      reason: 'Second time.',
      unheard_reason: 'Left the school.',
    })
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('Hear the student before you refer the case'),
    ])
    await step(id, 'meeting')
    expect((await decide(id, { outcome: 'referred', reason: 'Second time.' })).status).toBe(201)
    await setPolicy({ may_refer_unheard: true, retention_days: null })
  })
})

test('the database refuses to change or remove the record of a case', async () => {
  const { id } = await opened()
  await decide(id, { outcome: 'cleared', reason: 'Showed drafts.' })
  for (const statement of [
    "update case_entries set text = 'something else'",
    "update case_documents set report = '{}'",
    'delete from case_entries',
    'delete from case_documents',
    'truncate case_entries cascade',
  ])
    await expect(testApp.database.query(statement)).rejects.toThrow(/never changed/)
  await expect(testApp.database.query('delete from cases')).rejects.toThrow(/foreign key/)
  expect((await read(id)).entries).toHaveLength(2)
})

test('two decisions at once are both kept, one after the other', async () => {
  const { id } = await opened()
  await Promise.all(
    ['cleared', 'no-action'].map((outcome) => decide(id, { outcome, reason: `For ${outcome}.` })),
  )
  const { entries, outcome } = await read(id)
  const outcomes = entries.flatMap((entry) => entry.outcome ?? [])
  expect(outcomes.toSorted()).toEqual(['cleared', 'no-action'])
  expect(outcome).toBe(outcomes.at(-1))
})

test('lists are filtered by state and class, the last changed first, and paged', async () => {
  const bea = await testApp.teacher('bea')
  const { body: group } = await bea.call('POST', '/class-groups', { class_name: '10 B' })
  const class_group_id = (group as { id: string }).id
  const student = (
    (await bea.call('POST', '/students', { first_name: 'Kai', last_name: 'Moe' })).body as Student
  ).id
  await bea.call('POST', `/class-groups/${class_group_id}/students/${student}`)
  const ids: string[] = []
  for (const fields of [{ class_group_id }, {}]) {
    const { body } = await bea.call('POST', '/documents/text', {
      text: prose(60),
      student_id: student,
      ...fields,
    })
    const { id } = await bea.finished((body as Document).id)
    ids.push(((await bea.call('POST', '/cases', { document_id: id })).body as Case).id)
  }
  const list = async (query: string) =>
    ((await bea.call('GET', `/cases?${query}`)).body as CaseSummary[]).map(({ id }) => id)
  expect(await list(`class_group_id=${class_group_id}`)).toEqual([ids[0]])
  expect(await list('')).toEqual(ids.toReversed())
  await bea.call('POST', `/cases/${ids[0]}/steps`, { kind: 'asked', text: 'How did you begin?' })
  expect([await list('limit=1'), await list('limit=1&offset=1')]).toEqual([[ids[0]], [ids[1]]])
  expect([await list('state=asked'), await list('state=decided'), await list('student_id=nonsense')]).toEqual(
    [[ids[0]], [], []],
  )
})

test('an API key with the scope reads cases, and changes none', async () => {
  const { id } = await opened()
  const callerWithKey = async (scopes: string[]) => {
    const { key } = (await ana.call('POST', '/integrations/api-keys', { name: 'Office', scopes })).body as {
      key: string
    }
    return testApp.caller(`Bearer ${key}`)
  }
  const apiCaller = await callerWithKey(['cases:read'])
  expect((await apiCaller.call('GET', `/cases/${id}`)).body).toMatchObject({ id })
  expect(
    (await apiCaller.call('POST', `/cases/${id}/decisions`, { outcome: 'cleared', reason: 'No.' })).status,
  ).toBe(403)
  expect((await (await callerWithKey(['reports:read'])).call('GET', `/cases/${id}`)).status).toBe(403)
})

test('every change is queued for the teacher’s webhooks, with ids alone', async () => {
  const cay = await testApp.teacher('cay')
  const student = (
    (await cay.call('POST', '/students', { first_name: 'Kai', last_name: 'Moe' })).body as Student
  ).id
  const { body } = await cay.call('POST', '/documents/text', { text: prose(60), student_id: student })
  const document = await cay.finished((body as Document).id)
  const endpoint = (
    (await cay.call('POST', '/integrations/webhooks', { url: 'https://hooks.example/' })).body as {
      id: string
    }
  ).id
  const { id } = (await cay.call('POST', '/cases', { document_id: document.id })).body as Case
  await cay.call('PUT', `/cases/${id}`, { notes: 'Quietly' })
  for (const kind of ['asked', 'meeting'])
    await cay.call('POST', `/cases/${id}/steps`, { kind, text: 'Said' })
  await cay.call('POST', `/cases/${id}/decisions`, { outcome: 'cleared', reason: 'Fine' })
  const { rows } = await testApp.database.query(
    'select event, case_id, student_id, document_id from webhook_deliveries where endpoint_id = $1 order by created_at',
    [endpoint],
  )
  expect(rows.map(({ event }) => event)).toEqual([
    'case.opened',
    'case.changed',
    'case.asked',
    'case.answered',
    'case.decided',
  ])
  expect(rows[0]).toMatchObject({ case_id: id, student_id: student, document_id: null })
})

describe('retention of cases', () => {
  test('is off until an administrator turns it on, and then erases nothing for two weeks', async () => {
    await setPolicy({ may_refer_unheard: true, retention_days: null })
    const { id, erase_at } = await opened()
    expect(erase_at).toBeNull()
    await eraseOldCases({ ...testApp, logger }, new Date(Date.now() + 4_000 * dayMs))
    expect((await read(id)).id).toBe(id)
    await testApp.database.query("update cases set updated_at = now() - interval '400 days' where id = $1", [
      id,
    ])
    await setPolicy({ may_refer_unheard: true, retention_days: 365 })
    const announced = new Date((await read(id)).erase_at ?? 0).getTime()
    expect(Math.round((announced - Date.now()) / dayMs)).toBe(caseLimits.retentionNoticeDays)
    await eraseOldCases({ ...testApp, logger }, new Date(announced - 60_000))
    expect((await read(id)).id).toBe(id)
    const fresh = await opened()
    await eraseOldCases({ ...testApp, logger }, new Date(announced + 60_000))
    expect((await ana.call('GET', `/cases/${id}`)).status).toBe(404)
    expect((await read(fresh.id)).id).toBe(fresh.id)
    const left = await testApp.database.query(
      'select (select count(*)::int from case_entries where case_id = $1) + (select count(*)::int from case_documents where case_id = $1) as rows',
      [id],
    )
    expect(left.rows).toEqual([{ rows: 0 }])
  })

  test('keeps the report of a deleted document until the case itself is erased', async () => {
    await setPolicy({ may_refer_unheard: true, retention_days: 30 })
    await testApp.database.query("update case_policy set retention_set_at = now() - interval '1 year'")
    const { id, documents } = await opened()
    const document_id = documents[0]?.document_id
    await ana.call('DELETE', `/documents/${document_id}`)
    const report = () => ana.call('GET', `/cases/${id}/documents/${document_id}/report`)
    await eraseOldCases({ ...testApp, logger }, new Date(Date.now() + 29 * dayMs))
    expect((await report()).text).toContain(prose(60).slice(0, 40))
    await eraseOldCases({ ...testApp, logger }, new Date(Date.now() + 31 * dayMs))
    expect((await report()).status).toBe(404)
    expect(
      (await testApp.database.query('select 1 from case_documents where document_id = $1', [document_id]))
        .rows,
    ).toEqual([])
    await setPolicy({ may_refer_unheard: true, retention_days: null })
  })

  test('and the rule for referrals are recorded in the audit log when they change', async () => {
    await setPolicy({ may_refer_unheard: true, retention_days: null })
    expect((await setPolicy({ may_refer_unheard: false, retention_days: 730 })).body).toEqual({
      may_refer_unheard: false,
      retention_days: 730,
      appeal_days: 14,
      rule: '',
      standard_of_proof: 'more-likely-than-not',
      companion: '',
    })
    expect((await administrator.call('GET', '/admin/audit?action=case-policy.change')).body).toMatchObject([
      {
        details: {
          may_refer_unheard_before: true,
          may_refer_unheard_after: false,
          retention_days_before: null,
          retention_days_after: 730,
        },
      },
      ...Array<unknown>(
        ((await administrator.call('GET', '/admin/audit?action=case-policy.change')).body as unknown[])
          .length - 1,
      ).fill({}),
    ])
    expect((await setPolicy({ may_refer_unheard: true, retention_days: 5 })).status).toBe(422)
    await setPolicy({ may_refer_unheard: true, retention_days: null })
  })
})

test('an export holds the cases, and a sample opens none', async () => {
  const { id } = await opened()
  await step(id, 'asked', 'How did you begin this essay?')
  const { text } = await ana.call('GET', '/teachers/me/export')
  const data = JSON.parse(text) as {
    cases: { id: string }[]
    case_entries: { text: string }[]
    case_documents: { case_id: string }[]
  }
  expect(data.cases.map((each) => each.id)).toContain(id)
  expect(data.case_documents.map((each) => each.case_id)).toContain(id)
  expect(data.case_entries.map((each) => each.text)).toContain('How did you begin this essay?')
  const sample = await documentOf()
  await testApp.database.query('update documents set is_sample = true where id = $1', [sample.id])
  expect((await ana.call('POST', '/cases', { document_id: sample.id })).status).toBe(409)
})
