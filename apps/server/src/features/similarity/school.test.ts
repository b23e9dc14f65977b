import {
  type ApiScope,
  type AuditEntry,
  apiBase,
  apiScopes,
  type ClassGroup,
  type ComparisonRequest,
  type Document,
  type EarlierOverlap,
  erasureConfirmation,
  type MadeApiKey,
  type MadeStudentLink,
  type Overview,
  routes,
  type SchoolMatch,
  type Student,
} from '@penmark/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '../../lib/durations.ts'
import { deliverEmails } from '../../testing/emails.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../testing/test-app.ts'
import { uniqueWords } from '../../testing/text.ts'
import { refreshStandings } from '../documents/standing/refresh.ts'
import { meetingsADay, unusualMeetings } from './school/meetings.ts'
import { endSchoolDay } from './school.ts'

let testApp: TestApp
let root: TestTeacher
let ana: TestTeacher
let bo: TestTeacher
let cy: TestTeacher
const profile = { school_name: 'Hill', role: 'teacher', country: 'ES', state_county: 'Soria' }
beforeAll(async () => {
  testApp = await startTestApp({
    planLimits: false,
    payment: () => null,
    adminEmails: ['root@school.example'],
    logLevel: 'trace',
  })
  root = await testApp.teacher('root')
  await root.call('PUT', '/teachers/me', { ...profile, first_name: 'Root', last_name: 'Sol' })
  ana = await testApp.teacher('ana')
  bo = await testApp.teacher('bo')
  cy = await testApp.teacher('cy')
  await ana.call('PUT', '/teachers/me', { ...profile, first_name: 'Ana', last_name: 'Lima' })
  await bo.call('PUT', '/teachers/me', { ...profile, first_name: 'Bo', last_name: 'Dahl' })
  await cy.call('GET', '/teachers/me')
})
afterAll(() => testApp.close())

const switchTo = async (is_on: boolean) =>
  (await root.call('PUT', '/admin/school-comparison', { is_on })).status
beforeEach(async () => {
  await testApp.database.query('delete from visitor_count')
  await switchTo(true)
})

async function addDocument(teacher: TestTeacher, text: string, fields: object = {}): Promise<string> {
  const { id } = (await teacher.call('POST', '/documents/text', { text, ...fields })).body as Document
  expect(await teacher.finished(id)).toMatchObject({ status: 'COMPLETED' })
  return id
}

/** What a document shares, once it is compared. */
async function overlapOf(teacher: TestTeacher, id: string): Promise<EarlierOverlap> {
  for (;;) {
    const overlap = routes.readEarlierOverlap.reply.parse(
      (await teacher.call('GET', `/overlap/documents/${id}/earlier`)).body,
    )
    if (overlap.state !== 'waiting') return overlap
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const schoolOf = async (teacher: TestTeacher, id: string) => (await overlapOf(teacher, id)).school
const matchOf = async (teacher: TestTeacher, id: string) =>
  (await schoolOf(teacher, id))?.matches[0] as SchoolMatch

let texts = 0
/** A document of Ana and one of Bo that share a hundred words, and nothing else. */
async function shareAHundredWords() {
  texts += 1
  const shared = uniqueWords(`passage${texts}x`, 100)
  const [his, hers] = [uniqueWords(`his${texts}x`, 110), uniqueWords(`hers${texts}x`, 20)]
  const boId = await addDocument(bo, `${his} ${shared}`, { title: 'Secret title' })
  await overlapOf(bo, boId)
  const anaId = await addDocument(ana, `${hers} ${shared}`, { title: 'Own title' })
  return { shared, his, hers, anaId, boId, match: await matchOf(ana, anaId) }
}

const ask = async (teacher: TestTeacher, match: SchoolMatch) =>
  (await teacher.call('POST', `/overlap/school-matches/${match.id}/requests`)).body as ComparisonRequest
const answer = (teacher: TestTeacher, id: string, state: string) =>
  teacher.call('PUT', `/overlap/requests/${id}`, { state })
const readRequest = async (teacher: TestTeacher, id: string) =>
  routes.readComparisonRequest.reply.parse((await teacher.call('GET', `/overlap/requests/${id}`)).body)
const requestsOf = async (teacher: TestTeacher) =>
  (await teacher.call('GET', '/overlap/requests')).body as ComparisonRequest[]

/** Whether there is the index that takes space only where it is needed. */
const hasHashIndex = async () =>
  (await testApp.database.query("select 1 from pg_indexes where indexname = 'fingerprints_by_hash'")).rows
    .length > 0

const rowsAbout = async (id: string) => {
  const { rows } = await testApp.database.query(
    `select (select count(*) from school_matches where $1::uuid in (document_id, other_document_id))::int as matches,
       (select count(*) from comparison_requests where $1::uuid in (document_id, other_document_id))::int as requests,
       (select count(*) from fingerprints where document in (select no from fingerprinted_documents where document_id = $1::uuid))::int as fingerprints`,
    [id],
  )
  return rows[0]
}

describe('while an administrator has not switched it on', () => {
  test('nothing of another teacher is compared, and nobody but an administrator can change that', async () => {
    await switchTo(false)
    const shared = uniqueWords('switchedoff', 80)
    const boId = await addDocument(bo, shared)
    await overlapOf(bo, boId)
    expect(await schoolOf(ana, await addDocument(ana, shared))).toBeNull()
    expect((await ana.call('GET', '/overlap/school')).body).toEqual({ is_on: false })
    expect((await ana.call('PUT', '/admin/school-comparison', { is_on: true })).status).toBe(403)
    expect((await ana.call('GET', '/admin/school-comparison')).status).toBe(403)
    expect((await root.call('GET', '/admin/school-comparison')).body).toEqual({
      is_on: false,
      is_possible: true,
    })
    expect(await hasHashIndex()).toBe(false)
    // Documents of the last term are compared from then on.
    await switchTo(true)
    expect(await hasHashIndex()).toBe(true)
    expect((await schoolOf(bo, boId))?.documents).toBe(1)
    expect((await ana.call('GET', '/overlap/school')).body).toEqual({ is_on: true })
  })

  test('whatever was found, asked and agreed to is gone at once, and the log keeps that it happened', async () => {
    const { match, anaId, boId } = await shareAHundredWords()
    const { id } = await ask(ana, match)
    await answer(bo, id, 'agreed')
    await switchTo(false)
    expect(await rowsAbout(anaId)).toMatchObject({ matches: 0, requests: 0 })
    expect(await schoolOf(ana, anaId)).toBeNull()
    expect((await ana.call('GET', `/overlap/requests/${id}`)).status).toBe(404)
    expect((await ana.call('POST', `/overlap/school-matches/${match.id}/requests`)).status).toBe(404)
    expect(await requestsOf(bo)).toEqual([])
    expect(await rowsAbout(boId)).toMatchObject({ matches: 0, requests: 0 })
    const actions = ((await root.call('GET', '/admin/audit')).body as AuditEntry[]).map(
      ({ action }) => action,
    )
    expect(actions.slice(0, 4)).toEqual([
      'school-comparison.switch-off',
      'comparison.count',
      'comparison.agree',
      'comparison.ask',
    ])
  })
})

describe('a match with a document of another teacher', () => {
  test('names the teacher, the day and about how much, to both of them, and nothing of the text or its student', async () => {
    const { match, anaId, boId, his, hers } = await shareAHundredWords()
    expect(match).toEqual({
      id: expect.any(String),
      teacher_name: 'Bo Dahl',
      teacher_email: 'bo@school.example',
      handed_in_on: new Date().toISOString().slice(0, 10),
      words: 100,
      part: 'most',
      closed_to_requests: null,
      request: null,
    })
    expect(await matchOf(bo, boId)).toMatchObject({ teacher_name: 'Ana Lima', words: 100, part: 'half' })
    expect((await overlapOf(ana, anaId)).matches).toEqual([])
    const told = JSON.stringify([await overlapOf(ana, anaId), await ask(ana, match), await requestsOf(ana)])
    for (const secret of ['Secret title', boId, his.slice(0, 30)]) expect(told).not.toContain(secret)
    expect(testApp.logged.join('\n')).not.toContain(hers.slice(0, 20))
  })

  test('is not made of passages of fewer than forty words, however many, nor of quotations', async () => {
    const few = ['one', 'two', 'three', 'four'].map((name) => uniqueWords(`${name}few`, 39))
    const quoted = uniqueWords('quoted', 110)
    for (const text of [few.join(` ${uniqueWords('between', 10)} `), quoted])
      await overlapOf(bo, await addDocument(bo, `${text} ${uniqueWords(`${text.slice(0, 4)}rest`, 60)}`))
    const parts = few.map((text, nth) => `${text} ${uniqueWords(`middle${nth}x`, 12)}`).join(' ')
    const id = await addDocument(ana, `${parts} “${quoted}”`)
    expect(await schoolOf(ana, id)).toEqual({ matches: [], documents: 0, is_deferred: false })
  })

  test('is not made of what ten documents of three colleagues contain, but of what ten of one do', async () => {
    const [everywhere, once] = [uniqueWords('worksheet', 110), uniqueWords('oneclass', 110)]
    for (let nth = 0; nth < 10; nth += 1) {
      const teacher = [bo, cy, root][nth % 3] as TestTeacher
      await overlapOf(
        teacher,
        await addDocument(teacher, `${everywhere} ${uniqueWords(`filled${nth}in`, 40)}`),
      )
      await overlapOf(bo, await addDocument(bo, `${once} ${uniqueWords(`wrote${nth}in`, 40)}`))
    }
    const id = await addDocument(ana, everywhere)
    expect((await schoolOf(ana, id))?.documents).toBe(0)
    expect((await schoolOf(ana, await addDocument(ana, once)))?.documents).toBe(10)
  })

  test('stands on the card of the document and in the CSV of its class', async () => {
    const shared = uniqueWords('oncard', 100)
    await overlapOf(bo, await addDocument(bo, shared))
    const { id: class_group_id } = (await ana.call('POST', '/class-groups', { class_name: 'On card' }))
      .body as ClassGroup
    const id = await addDocument(ana, `${shared} ${uniqueWords('more', 110)}`, { class_group_id })
    await overlapOf(ana, id)
    await testApp.database.query(
      "update documents set finding = 'ai-likely', ai_share = 1, score = 0.9 where id = $1",
      [id],
    )
    await refreshStandings(testApp.database, [id])
    const { cards } = (await ana.call('GET', `/overview?class_group_id=${class_group_id}`)).body as Overview
    expect(cards).toMatchObject([
      { earlier: null, school: { words: 100, handed_in_on: new Date().toISOString().slice(0, 10) } },
    ])
    const { text } = await ana.call('GET', `/overlap/classes/${class_group_id}/earlier/csv?language=en-GB`)
    expect(text).toContain('about 100,about half,"Another teacher’s document (Bo Dahl, bo@school.example)"')
  })

  test('follows what the documents are now, and is gone for good with either of them, from the bin too', async () => {
    const { match, anaId, boId } = await shareAHundredWords()
    await ask(ana, match)
    await bo.call('DELETE', `/documents/${boId}`)
    expect(await rowsAbout(boId)).toEqual({ matches: 0, requests: 0, fingerprints: 0 })
    expect(await rowsAbout(anaId)).toMatchObject({ matches: 0, requests: 0 })
    await bo.call('POST', `/bin/${boId}/restore`)
    // What both teachers had agreed on does not come back; what is there is found anew.
    expect(await matchOf(bo, boId)).toMatchObject({ words: 100, request: null })
    expect(await matchOf(ana, anaId)).toMatchObject({ words: 100, request: null })
    await bo.call('DELETE', `/documents/${boId}`)
    await bo.call('DELETE', `/bin/${boId}`)
    expect((await schoolOf(ana, anaId))?.matches).toEqual([])
  })

  test('is gone with the account of the other teacher', async () => {
    const dee = await testApp.teacher('dee')
    const shared = uniqueWords('leaving', 100)
    await overlapOf(dee, await addDocument(dee, shared))
    const anaId = await addDocument(ana, `${shared} ${uniqueWords('staying', 20)}`)
    const { id } = await ask(ana, await matchOf(ana, anaId))
    expect((await dee.call('DELETE', '/teachers/me', { confirmation: erasureConfirmation })).status).toBe(202)
    await expect.poll(() => rowsAbout(anaId), { timeout: 30_000 }).toMatchObject({ matches: 0, requests: 0 })
    expect((await ana.call('GET', `/overlap/requests/${id}`)).status).toBe(404)
  })
})

describe('what is told before both agree', () => {
  test('is about how many words and about what part, and nowhere how many exactly', async () => {
    const shared = uniqueWords('exactly', 137)
    const { id: class_group_id } = (await ana.call('POST', '/class-groups', { class_name: 'Exactly' }))
      .body as ClassGroup
    await overlapOf(bo, await addDocument(bo, `${shared} ${uniqueWords('besides', 163)}`))
    const anaId = await addDocument(ana, shared, { class_group_id })
    const match = await matchOf(ana, anaId)
    expect([match.words, match.part]).toEqual([expect.toBeOneOf([100, 200]), 'most'])
    await ask(ana, match)
    const { text: csv } = await ana.call('GET', `/overlap/classes/${class_group_id}/earlier/csv`)
    const told = JSON.stringify([
      await overlapOf(ana, anaId),
      await requestsOf(ana),
      await requestsOf(bo),
      csv,
    ])
    expect(told).not.toMatch(/\b137\b|0\.45|46\s?%/)
  })

  test('is told once of one text: a second document with a shorter passage of it is told nothing, one with a hundred words is', async () => {
    const text = uniqueWords('onlyonce', 300).split(' ')
    await overlapOf(bo, await addDocument(bo, text.join(' ')))
    const first = await addDocument(ana, text.slice(100, 180).join(' '))
    expect((await schoolOf(ana, first))?.documents).toBe(1)
    // As many words again, in other documents that are deleted at once: the answer does not depend on one more word.
    for (const end of [179, 180, 181]) {
      const again = await addDocument(
        ana,
        `${uniqueWords(`again${end}x`, 30)} ${text.slice(101, end).join(' ')}`,
      )
      expect((await schoolOf(ana, again))?.documents).toBe(0)
      await ana.call('DELETE', `/documents/${again}`)
    }
    const copied = await addDocument(ana, `${uniqueWords('copied', 30)} ${text.slice(100, 200).join(' ')}`)
    expect((await schoolOf(ana, copied))?.documents).toBe(1)
    // What was told stays.
    expect((await schoolOf(ana, first))?.documents).toBe(1)
  })

  test('counts a passage of the colleague’s text once, however often it is repeated', async () => {
    const shared = uniqueWords('repeated', 100)
    await overlapOf(bo, await addDocument(bo, shared))
    const copies = Array.from({ length: 6 }, (_, nth) => `${shared} ${uniqueWords(`after${nth}x`, 12)}`)
    expect(await matchOf(ana, await addDocument(ana, copies.join(' ')))).toMatchObject({ words: 100 })
  })

  test('does not say by what is common whether a colleague’s document has a phrase', async () => {
    const matchesOf = async (phrase: string) => {
      const ids: string[] = []
      for (let nth = 0; nth < 10; nth += 1)
        ids.push(await addDocument(ana, `${phrase} ${uniqueWords(`${phrase.slice(0, 5)}${nth}x`, 20)}`))
      const { left_out, school } = await overlapOf(ana, ids.at(-1) ?? '')
      return { common: left_out.common, school }
    }
    const phrase = uniqueWords('theirs', 30)
    await overlapOf(bo, await addDocument(bo, `${phrase} ${uniqueWords('bohas', 60)}`))
    expect(await matchesOf(phrase)).toEqual({
      common: 0,
      school: { matches: [], documents: 0, is_deferred: false },
    })
  })
})

describe('who asks very often', () => {
  const meetings = (teacher: string, other: string, count: number) =>
    testApp.database.query(
      `insert into school_meetings (teacher_id, text, other_teacher_id, other_text, is_asker, is_first, is_told, met_at)
       select a.id, 'asked ' || i, b.id, 'met', true, false, false, now() from generate_series(1, $3::int) i,
         teachers a, teachers b where a.email = $1 and b.email = $2`,
      [`${teacher}@school.example`, `${other}@school.example`, count],
    )

  test('is told the rest tomorrow, beyond what a teacher with 150 students has in a day', async () => {
    const shared = uniqueWords('toomany', 100)
    await overlapOf(bo, await addDocument(bo, shared))
    await meetings('ana', 'bo', meetingsADay)
    const anaId = await addDocument(ana, shared)
    expect(await schoolOf(ana, anaId)).toEqual({ matches: [], documents: 0, is_deferred: true })
    await endSchoolDay(testApp.database, new Date(Date.now() + dayMs))
    expect(await schoolOf(ana, anaId)).toEqual({ matches: [], documents: 0, is_deferred: true })
    await testApp.database.query("update school_meetings set met_at = met_at - interval '1 day'")
    await endSchoolDay(testApp.database, new Date(Date.now() + dayMs))
    await expect.poll(async () => (await schoolOf(ana, anaId))?.documents).toBe(1)
    expect((await schoolOf(ana, anaId))?.is_deferred).toBe(false)
  })

  test('leaves how many documents met texts of whom on the audit log, though they are deleted', async () => {
    const { anaId, boId } = await shareAHundredWords()
    for (const [teacher, id] of [
      [ana, anaId],
      [bo, boId],
    ] as const) {
      await teacher.call('DELETE', `/documents/${id}`)
      await teacher.call('DELETE', `/bin/${id}`)
    }
    await endSchoolDay(testApp.database, new Date(Date.now() + dayMs))
    const counted = (await root.call('GET', '/admin/audit?action=comparison.count')).body as AuditEntry[]
    expect(counted).toContainEqual(
      expect.objectContaining({
        administrator_email: 'ana@school.example',
        teacher_email: 'bo@school.example',
        details: { day: expect.any(String), told: expect.any(Number), documents: expect.any(Number) },
      }),
    )
  })

  test('is named to the administrators, with counts and no text', async () => {
    const text = uniqueWords('tried', 200).split(' ')
    await overlapOf(bo, await addDocument(bo, text.join(' ')))
    const fewest = unusualMeetings[0] ?? 0
    for (let nth = 0; nth < fewest; nth += 1) {
      const id = await addDocument(
        ana,
        `${text.slice(nth, nth + 60).join(' ')} ${uniqueWords(`variant${nth}x`, 20)}`,
      )
      await overlapOf(ana, id)
      await ana.call('DELETE', `/documents/${id}`)
    }
    const [entry] = (await root.call('GET', '/admin/audit?action=comparison.unusual')).body as AuditEntry[]
    expect(entry).toMatchObject({
      administrator_email: 'ana@school.example',
      teacher_email: 'bo@school.example',
      details: { documents: fewest },
    })
    expect(JSON.stringify(entry)).not.toContain('tried')
  })
})

describe('a request to compare', () => {
  test('lets both read the shared passages once the other teacher agrees, and only these', async () => {
    const { match, anaId, shared, his } = await shareAHundredWords()
    const { id } = await ask(ana, match)
    expect(await readRequest(ana, id)).toMatchObject({
      is_own: true,
      state: 'waiting',
      document: { id: anaId },
      passages: [],
    })
    // Who is asked can look at their own passages first.
    expect(await readRequest(bo, id)).toMatchObject({
      is_own: false,
      passages: [{ own: shared, other: null, words: 100 }],
    })
    const [received] = await requestsOf(bo)
    expect(received).toMatchObject({
      id,
      state: 'waiting',
      teacher_name: 'Ana Lima',
      document: { original_filename: 'Secret title' },
    })
    expect((await answer(bo, id, 'agreed')).body).toMatchObject({ state: 'agreed', read_at: null })
    const read = await readRequest(ana, id)
    expect(read).toMatchObject({ state: 'agreed', passages: [{ own: shared, other: shared, words: 100 }] })
    expect(JSON.stringify(read)).not.toContain(his.slice(0, 20))
    expect(JSON.stringify(read)).not.toContain('Secret title')
    expect((await readRequest(bo, id)).read_at).not.toBeNull()
    expect(await matchOf(ana, anaId)).toMatchObject({ request: { id, is_own: true, state: 'agreed' } })
  })

  test('can be declined, agreed to after all, and the consent withdrawn; then nobody reads anything', async () => {
    const { match } = await shareAHundredWords()
    const { id } = await ask(ana, match)
    expect((await answer(bo, id, 'withdrawn')).status).toBe(409)
    await answer(bo, id, 'declined')
    expect((await readRequest(ana, id)).passages).toEqual([])
    expect((await ana.call('DELETE', `/overlap/requests/${id}`)).status).toBe(409)
    await answer(bo, id, 'agreed')
    expect((await readRequest(ana, id)).passages).toHaveLength(1)
    await answer(bo, id, 'withdrawn')
    expect((await readRequest(ana, id)).passages).toEqual([])
    expect((await readRequest(bo, id)).passages).toMatchObject([{ other: null }])
    const { rows } = await testApp.database.query(
      'select action from audit_entries where target_id = $1 order by id',
      [id],
    )
    const actions = ['ask', 'decline', 'agree', 'read', 'withdraw'].map((action) => ({
      action: `comparison.${action}`,
    }))
    expect(rows).toEqual(actions)
  })

  test('is made once for each two documents, whoever asks, and can be taken back with the consent to it', async () => {
    const { match, boId } = await shareAHundredWords()
    const { id } = await ask(ana, match)
    expect(await ask(ana, match)).toMatchObject({ id })
    expect(await ask(bo, await matchOf(bo, boId))).toMatchObject({ id, is_own: false })
    expect((await answer(ana, id, 'agreed')).status).toBe(409)
    expect((await bo.call('DELETE', `/overlap/requests/${id}`)).status).toBe(409)
    await answer(bo, id, 'agreed')
    expect((await ana.call('DELETE', `/overlap/requests/${id}`)).body).toEqual({ id, deleted: true })
    expect((await bo.call('GET', `/overlap/requests/${id}`)).status).toBe(404)
    expect(await matchOf(bo, boId)).toMatchObject({ request: null })
  })

  test('tells both teachers by email, without a student, a title or a word of the text', async () => {
    const { match, shared } = await shareAHundredWords()
    await testApp.database.query('delete from mails')
    const { id } = await ask(ana, match)
    await ask(ana, match)
    await answer(bo, id, 'agreed')
    const { rows } = await testApp.database.query(
      'select kind, recipient, subject, body from mails order by created_at',
    )
    expect(rows).toMatchObject([
      {
        kind: 'comparison.asked',
        recipient: 'bo@school.example',
        body: expect.stringContaining('Ana Lima has received a text'),
      },
      {
        kind: 'comparison.answered',
        recipient: 'ana@school.example',
        body: expect.stringContaining(`/comparison-requests/${id}`),
      },
    ])
    for (const secret of ['title', shared.slice(0, 20)]) expect(JSON.stringify(rows)).not.toContain(secret)
    await deliverEmails(testApp.database, testApp.mailer)
  })

  test('stands in the PDF of a report only while it is agreed to', async () => {
    const { match, anaId } = await shareAHundredWords()
    const pdf = async () => {
      const { rawPayload } = await testApp.app.inject({
        url: `${apiBase}/results/document/${anaId}/pdf`,
        headers: await testApp.headers('ana'),
      })
      return (
        await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
      ).text.replaceAll(/\s+/g, ' ')
    }
    const said = '100 words also stand in another teacher’s document.'
    const { id } = await ask(ana, match)
    expect(await pdf()).not.toContain(said)
    await answer(bo, id, 'agreed')
    const printed = await pdf()
    expect(printed).toContain(said)
    expect(printed).not.toContain('Bo Dahl')
  })
})

describe('nobody else', () => {
  test('sees a match or a request: neither another teacher, nor an administrator, nor a key of any scope', async () => {
    const { match, anaId } = await shareAHundredWords()
    const { id } = await ask(ana, match)
    await answer(bo, id, 'agreed')
    for (const stranger of [cy, root, bo])
      expect((await stranger.call('POST', `/overlap/school-matches/${match.id}/requests`)).status).toBe(404)
    for (const stranger of [cy, root]) {
      expect(await requestsOf(stranger)).toEqual([])
      for (const method of ['GET', 'DELETE'] as const)
        expect((await stranger.call(method, `/overlap/requests/${id}`)).status).toBe(404)
      expect((await answer(stranger, id, 'withdrawn')).status).toBe(404)
      expect((await stranger.call('GET', `/overlap/documents/${anaId}/earlier`)).status).toBe(404)
    }
    const keyOf = async (scope: ApiScope) =>
      (
        (await ana.call('POST', '/integrations/api-keys', { name: scope, scopes: [scope] }))
          .body as MadeApiKey
      ).key
    for (const scope of apiScopes) {
      const key = testApp.caller(`Bearer ${await keyOf(scope)}`)
      expect((await key.call('GET', `/overlap/requests/${id}`)).status).toBe(403)
      const { status, text } = await key.call('GET', `/overlap/documents/${anaId}/earlier`)
      expect([scope, status]).toEqual([scope, scope === 'overlap:read' ? 200 : 403])
      if (status === 200) expect(text).toContain('Bo Dahl')
    }
  })

  test('hears of a colleague on the page of a student, which says in one sentence that texts are compared', async () => {
    const { anaId } = await shareAHundredWords()
    const { id: student_id } = (await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm' }))
      .body as Student
    await ana.call('PUT', `/documents/${anaId}/assign-student`, { student_id })
    const { id } = (await ana.call('POST', '/cases', { document_id: anaId })).body as { id: string }
    await ana.call('POST', `/cases/${id}/steps`, { kind: 'asked', text: 'How did you begin?' })
    const { url } = (
      await ana.call('POST', `/cases/${id}/student-page/links`, { language: 'en-GB', days: 30 })
    ).body as MadeStudentLink
    const address = new URL(url).pathname
    const open = async () => {
      const form = new FormData()
      form.append('action', 'open')
      const response = new Response(form)
      await testApp.app.inject({
        method: 'POST',
        url: address,
        headers: { 'content-type': response.headers.get('content-type') ?? '' },
        payload: Buffer.from(await response.arrayBuffer()),
      })
      return (await testApp.app.inject(`${address}?lang=en-GB`)).body
    }
    const page = await open()
    expect(page).toContain('Your school compares texts across its teachers')
    expect(page).not.toContain('Bo Dahl')
    const { body: frozen } = await ana.call('GET', `/cases/${id}`)
    expect(JSON.stringify(frozen)).not.toContain('Bo Dahl')
    await switchTo(false)
    expect(await open()).not.toContain('Your school compares texts')
  })
})
