import { randomUUID } from 'node:crypto'
import type { CaseOutcome, Finding, FindingRecord, InstallationCaseCounts, Student } from '@penmark/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dayMs } from '../../lib/durations.ts'
import { insertAppeal } from '../../testing/records/case.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../testing/test-app.ts'
import { readFindingRecord, type StudentCaseCounts, shownCounts } from './case-counts.ts'
import { deleteCases } from './record/store.ts'

let testApp: TestApp
let administrator: TestTeacher
let ana: TestTeacher
let bo: TestTeacher
const idOf = new Map<TestTeacher, string>()

beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  // The first account becomes the administrator.
  administrator = await testApp.teacher('head')
  ana = await testApp.teacher('ana')
  bo = await testApp.teacher('bo')
  for (const teacher of [administrator, ana, bo]) {
    const { body } = await teacher.call('POST', '/students', { first_name: 'Ida', last_name: 'Berg' })
    idOf.set(teacher, (body as Student).teacher_id)
  }
})
afterAll(() => testApp.close())
afterEach(async () => {
  const { rows } = await testApp.database.query('select id from cases')
  const ids = rows.map(({ id }) => String(id))
  await testApp.database.transaction((connection) => deleteCases(connection, ids))
})

const record = async (teacher: TestTeacher) =>
  (await teacher.call('GET', '/finding-record')).body as FindingRecord
const counts = async () =>
  (await administrator.call('GET', '/admin/case-counts')).body as InstallationCaseCounts

interface Made {
  teacher?: TestTeacher
  student_id?: string
  name?: string
  /** The findings of the documents, in the order in which they were added. */
  found?: (Finding | null)[]
  outcome?: CaseOutcome
  decided_at?: Date
}

async function addDocument(case_id: string, finding: Finding | null, place: number): Promise<void> {
  await testApp.database.query(
    `insert into case_documents (document_id, case_id, teacher_id, filename, report, added_at)
     select $1, id, teacher_id, 'Essay', $3, now() + $4 * interval '1 second' from cases where id = $2`,
    [randomUUID(), case_id, JSON.stringify({ finding }), place],
  )
}

/** Inserts a case; one with an outcome is decided now by default. */
async function insert({
  teacher = ana,
  student_id,
  name = randomUUID(),
  found = ['ai-likely'],
  outcome,
  decided_at,
}: Made): Promise<string> {
  const [id, teacher_id] = [randomUUID(), idOf.get(teacher)]
  await testApp.database.query(
    `insert into cases (id, teacher_id, student_id, student_name, state, outcome, decided_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      teacher_id,
      student_id ?? null,
      name,
      outcome ? 'decided' : 'new',
      outcome ?? null,
      outcome ? (decided_at ?? new Date()) : null,
    ],
  )
  for (const [place, finding] of found.entries()) await addDocument(id, finding, place)
  return id
}

/** Inserts students of a year group. */
async function studentsOf(year_group: string, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, (_, place) =>
    ana.call('POST', '/students', {
      first_name: `Student ${place}`,
      last_name: year_group,
      year_group: ` ${year_group}`,
    }),
  )
  return (await Promise.all(made)).map(({ body }) => (body as Student).id)
}

describe("a teacher's record", () => {
  test("counts the teacher's own decided findings, and how many were cleared", async () => {
    for (const outcome of ['cleared', 'cleared', 'referred', 'no-action'] as const) await insert({ outcome })
    await insert({ outcome: 'cleared', found: ['mixed'] })
    await insert({})
    await insert({ teacher: bo, outcome: 'cleared' })
    expect(await record(ana)).toMatchObject({ decided: 5, cleared: 3 })
    expect(await record(bo)).toMatchObject({ decided: 1, cleared: 1 })
    expect(await record(administrator)).toMatchObject({ decided: 0, cleared: 0 })
  })

  test('leaves out cases that were not opened from an AI finding', async () => {
    for (const finding of [
      'inconclusive',
      'no-evidence',
      'insufficient-text',
      'unsupported-language',
      'creative-writing',
      null,
    ] as const)
      await insert({ outcome: 'cleared', found: [finding] })
    await insert({ outcome: 'cleared', found: ['no-evidence', 'ai-likely'] })
    expect(await record(ana)).toMatchObject({ decided: 0 })
    await insert({ outcome: 'cleared', found: ['ai-likely', 'no-evidence'] })
    expect(await record(ana)).toMatchObject({ decided: 1 })
  })

  test('counts a case once, by its current decision', async () => {
    const id = await insert({ found: [] })
    const decide = (outcome: CaseOutcome) =>
      ana.call('POST', `/cases/${id}/decisions`, { outcome, reason: 'Because.' })
    expect((await decide('support-agreed')).status).toBe(201)
    const again = await insert({ outcome: 'no-action' })
    expect(await record(ana)).toMatchObject({ decided: 1, cleared: 0 })
    expect((await decide('cleared')).status).toBe(201)
    await addDocument(id, 'ai-likely', 0)
    expect(await record(ana)).toMatchObject({ decided: 2, cleared: 1 })
    await testApp.database.query("update cases set outcome = 'cleared' where id = $1", [again])
    expect(await record(ana)).toMatchObject({ decided: 2, cleared: 2 })
  })

  test('covers the term from its first moment, and states its dates', async () => {
    const now = new Date('2026-11-23T12:00:00.000Z')
    const first = new Date('2026-08-24T12:00:00.000Z')
    await insert({ outcome: 'cleared', decided_at: first })
    await insert({ outcome: 'cleared', decided_at: new Date(first.getTime() - 1) })
    const owner = { teacher_id: idOf.get(ana) ?? '' }
    expect(await readFindingRecord(testApp.database, now, owner)).toEqual({
      from: first.toISOString(),
      to: now.toISOString(),
      decided: 1,
      cleared: 1,
    })
  })
})

describe("an administrator's counts", () => {
  const none = {
    open: 0,
    cleared: 0,
    ai_used: 0,
    support_agreed: 0,
    referred: 0,
    no_action: 0,
    appeals_upheld: 0,
    appeals_changed: 0,
  }

  test('are by outcome and year group, rounded and without names', async () => {
    for (const student_id of await studentsOf('Year 9', 8))
      await insert({ student_id, outcome: 'support-agreed' })
    for (const student_id of await studentsOf('Year 10', 6)) await insert({ student_id, outcome: 'referred' })
    for (const student_id of await studentsOf('Year 11', 5)) await insert({ student_id, found: [] })
    const { status, text, body } = await administrator.call('GET', '/admin/case-counts')
    expect([status, text.includes('Student')]).toEqual([200, false])
    expect(body).toMatchObject({ all: { ...none, support_agreed: 10, referred: 5, open: 5 } })
    expect((body as InstallationCaseCounts).year_groups).toEqual([
      { ...none, year_group: 'Year 9', is_combined: false, support_agreed: 10 },
      { ...none, year_group: 'Year 10', is_combined: false, referred: 5 },
      { ...none, year_group: 'Year 11', is_combined: false, open: 5 },
    ])
  })

  test('hide groups of four students, and count deleted students and namesakes correctly', async () => {
    for (const name of ['Ida', 'Jon', 'Kai', 'Liv', 'liv']) await insert({ name, outcome: 'cleared' })
    expect(await counts()).toMatchObject({ all: null, year_groups: [] })
    await insert({ name: 'Max', teacher: bo, outcome: 'cleared' })
    expect(await counts()).toMatchObject({ all: { ...none, cleared: 5 }, year_groups: [] })
  })

  test('leave out what was decided before the term, but no case that is still open', async () => {
    const before = new Date(Date.now() - 92 * dayMs)
    for (let i = 0; i < 8; i += 1) {
      await insert({ outcome: 'no-action', decided_at: before })
      const id = await insert({})
      await testApp.database.query('update cases set created_at = $2 where id = $1', [id, before])
    }
    expect((await counts()).all).toEqual({ ...none, open: 10 })
  })

  test('count appeals by how they ended, and the case by the decision that stands', async () => {
    const teacher_id = idOf.get(ana) ?? ''
    for (let i = 0; i < 10; i += 1) {
      const is_changed = i < 5
      const decided_at = is_changed ? new Date() : new Date(Date.now() - 92 * dayMs)
      const case_id = await insert({ outcome: is_changed ? 'cleared' : 'referred', decided_at })
      const appeal = await insertAppeal(testApp.database, {
        case_id,
        teacher_id,
        reviewer_id: null,
        text: 'I wrote it.',
      })
      await testApp.database.query('update case_appeals set ended_at = now(), outcome = $2 where id = $1', [
        appeal,
        is_changed ? 'cleared' : null,
      ])
    }
    // The decisions that these appeals upheld are older than the term.
    expect((await counts()).all).toEqual({ ...none, cleared: 5, appeals_changed: 5, appeals_upheld: 5 })
  })

  test('are not available to teachers', async () => {
    expect((await ana.call('GET', '/admin/case-counts')).status).toBe(403)
  })
})

const none = {
  open: 0,
  cleared: 0,
  ai_used: 0,
  support_agreed: 0,
  referred: 0,
  no_action: 0,
  appeals_upheld: 0,
  appeals_changed: 0,
}

/** Students of a year group, each with the same counts. */
const students = (
  year_group: string | null,
  count: number,
  counts: Partial<StudentCaseCounts> = { cleared: 1 },
): StudentCaseCounts[] =>
  Array.from({ length: count }, (_, place) => ({
    ...none,
    year_group,
    student: `${year_group} ${place}`,
    ...counts,
  }))

test('rounds every count to the nearest five', () => {
  const cleared = [5, 7, 8, 12, 13].map((count) => shownCounts(students('Year 9', count)).all?.cleared)
  expect(cleared).toEqual([5, 5, 10, 10, 15])
  const mixed = [...students('Year 9', 2, { referred: 1 }), ...students('Year 10', 3, { open: 1 })]
  expect(shownCounts(mixed).all).toEqual({ ...none, open: 5 })
})

test('rounds the total of the cases, not the sum of rounded groups', () => {
  const { all, year_groups } = shownCounts([...students('Year 9', 7), ...students('Year 10', 7)])
  expect([all?.cleared, year_groups.map(({ cleared }) => cleared)]).toEqual([15, [5, 5]])
})

test('shows nothing of fewer than five different students, however many cases they have', () => {
  expect(shownCounts([])).toEqual({ all: null, year_groups: [] })
  expect(shownCounts(students('Year 9', 4, { cleared: 20 }))).toEqual({ all: null, year_groups: [] })
  expect(shownCounts(students('Year 9', 9, { student: 'one and the same' }))).toEqual({
    all: null,
    year_groups: [],
  })
})

test('counts small year groups together once they have five students', () => {
  const { year_groups } = shownCounts([
    ...students('Year 9', 10),
    ...students('Year 10', 3),
    ...students(null, 3),
  ])
  expect(year_groups).toEqual([
    { ...none, year_group: 'Year 9', is_combined: false, cleared: 10 },
    { ...none, year_group: null, is_combined: true, cleared: 5 },
  ])
})

test('never lets the count of a small year group be found by subtraction', () => {
  // If the other groups were shown with the total, the five cases of the one student in Year 11 would be the
  // difference.
  const rows = [
    ...students('Year 9', 20),
    ...students('Year 10', 6),
    ...students('Year 11', 1, { referred: 5 }),
  ]
  const { all, year_groups } = shownCounts(rows)
  expect(all).toMatchObject({ cleared: 25, referred: 5 })
  expect(year_groups).toEqual([
    { ...none, year_group: 'Year 9', is_combined: false, cleared: 20 },
    { ...none, year_group: null, is_combined: true, cleared: 5, referred: 5 },
  ])
  // With only one other group, only the total can be shown.
  expect(shownCounts([...students('Year 9', 20), ...students('Year 11', 1)]).year_groups).toEqual([])
})

test('shows a year group of exactly five students beside another', () => {
  const { year_groups } = shownCounts([...students('Year 9', 5), ...students(null, 5)])
  expect(year_groups.map(({ year_group, is_combined }) => [year_group, is_combined])).toEqual([
    ['Year 9', false],
    [null, false],
  ])
})
