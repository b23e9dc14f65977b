import type {
  Analytics,
  ClassAnalytics,
  ClassGroup,
  DashboardStats,
  Document,
  Figures,
  Finding,
  Overview,
  StandingReason,
  Student,
} from '@penmark/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { recordCaseState, recordCompleted, recordInserted } from './evidence.ts'
import { replaceSharedTogether } from './shared-texts.ts'
import { groupsOf } from './sharing-groups.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
})
afterAll(() => testApp.close())

/** What the test knows of a text, from which it counts by itself. */
interface Known {
  id: string
  status: 'QUEUED' | 'COMPLETED' | 'ERROR' | 'LIMIT_EXCEEDED'
  finding: Finding | null
  student: number
  isBinned: boolean
  /** The number of the step in which each reason came, and in which it was closed. */
  reasons: Partial<Record<StandingReason, number>>
  sharesWith: Map<string, number>
  closedAt: { decided: number | null; done: number | null }
}

const findings = ['ai-likely', 'mixed', 'inconclusive', 'no-evidence', 'insufficient-text'] as const
const upload = fc.record({ kind: fc.constant('upload' as const), student: fc.nat(1) })
const complete = fc.record({
  kind: fc.constant('complete' as const),
  of: fc.nat(9),
  finding: fc.constantFrom(...findings),
  hasTrace: fc.boolean(),
})
const change = fc.record({
  kind: fc.constantFrom(
    'shortage' as const,
    'fail' as const,
    'reprocess' as const,
    'insert' as const,
    'reply' as const,
    'open-case' as const,
    'decide' as const,
    'reopen' as const,
    'done' as const,
    'undo' as const,
    'bin' as const,
    'restore' as const,
  ),
  of: fc.nat(9),
})
const compare = fc.record({
  kind: fc.constant('compare' as const),
  pairs: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { maxLength: 3 }),
})
const step = fc.oneof(
  { arbitrary: upload, weight: 3 },
  { arbitrary: complete, weight: 4 },
  { arbitrary: change, weight: 6 },
  { arbitrary: compare, weight: 2 },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Run {
  teacher: TestTeacher
  class_group_id: string
  students: string[]
  texts: Known[]
}

const fact = { kind: 'hidden-text', name: null, count: 9, value: null, severity: 'notable' } as const

/** Applies a step to the product and to what the test knows. */
async function apply({ teacher, class_group_id, students, texts }: Run, each: Step, at: number) {
  const { database } = testApp
  const set = (id: string, status: Known['status'], finding: Finding | null, done: boolean) =>
    database.query(
      `update documents set status = $2, finding = $3, score = case when $3 in ('ai-likely', 'mixed') then 0.9 else 0.1 end,
         ai_share = 0.5, word_count = 60, completed_at = case when $4::boolean then now() end, is_content_kept = true where id = $1`,
      [id, status, finding, done],
    )
  if (each.kind === 'upload') {
    const student_id = students[each.student]
    const body = { text: prose(60), class_group_id, student_id }
    const { id } = (await teacher.call('POST', '/documents/text', body)).body as Document
    texts.push({
      id,
      status: 'QUEUED',
      finding: null,
      student: each.student,
      isBinned: false,
      reasons: {},
      sharesWith: new Map(),
      closedAt: { decided: null, done: null },
    })
    return
  }
  if (each.kind === 'compare') {
    const there = texts.filter(({ status, isBinned }) => status === 'COMPLETED' && !isBinned)
    const found = each.pairs.flatMap(([a, b]) => {
      const [first, second] = [there[a], there[b]]
      return first && second && first.id < second.id ? [[first, second] as const] : []
    })
    const pairs = [...new Map(found.map((pair) => [pair.map(({ id }) => id).join(), pair])).values()]
    await database.transaction((connection) =>
      replaceSharedTogether(
        connection,
        there.map(({ id }) => id),
        pairs.map(([first, second]) => ({
          id: crypto.randomUUID(),
          document_a: first.id,
          document_b: second.id,
          words: 44,
          passages: [{ words: 44 }],
        })),
        new Date(),
      ),
    )
    for (const text of there) {
      const others = pairs
        .filter((pair) => pair.includes(text))
        .map((pair) => pair.find((one) => one !== text)?.id ?? '')
      const before = new Map(
        [...text.sharesWith].filter(([id]) => texts.find((one) => one.id === id)?.isBinned),
      )
      text.sharesWith = new Map([
        ...before,
        ...others.map((id) => [id, text.sharesWith.get(id) ?? at] as const),
      ])
    }
    return
  }
  const text = texts[each.of]
  if (text === undefined || (text.isBinned && each.kind !== 'restore')) return
  const { id } = text
  const isCompleted = text.status === 'COMPLETED'
  switch (each.kind) {
    case 'complete':
      if (text.status !== 'QUEUED') return
      await set(id, 'COMPLETED', each.finding, true)
      await recordCompleted(database, [{ document_id: id, facts: each.hasTrace ? [fact] : [] }])
      text.status = 'COMPLETED'
      text.finding = each.finding
      if (each.finding === 'ai-likely' || each.finding === 'mixed') text.reasons['ai-writing'] = at
      if (each.hasTrace) text.reasons.file = at
      if (text.reasons.inserted !== undefined) text.reasons.inserted = at
      return
    case 'shortage':
    case 'fail':
      if (text.status !== 'QUEUED') return
      text.status = each.kind === 'fail' ? 'ERROR' : 'LIMIT_EXCEEDED'
      await set(id, text.status, null, false)
      return
    case 'reprocess':
      if (text.status !== 'ERROR' && text.status !== 'LIMIT_EXCEEDED') return
      expect((await teacher.call('POST', `/documents/${id}/reprocess`)).status).toBeLessThan(300)
      text.status = 'QUEUED'
      text.closedAt.done = null
      return
    case 'insert':
      if (text.status !== 'QUEUED') return
      await recordInserted(database, id, { words: 40, share: 0.66, isTooFast: false })
      text.reasons.inserted = at
      return
    case 'reply':
      if (!isCompleted) return
      await recordCaseState(database, [id], { replied_at: new Date() })
      text.reasons.reply = at
      return
    case 'open-case':
      await recordCaseState(database, [id], { replied_at: null })
      delete text.reasons.reply
      return
    case 'decide':
    case 'reopen':
      if (!isCompleted) return
      await recordCaseState(database, [id], { decided_at: each.kind === 'decide' ? new Date() : null })
      text.closedAt.decided = each.kind === 'decide' ? at : null
      return
    case 'done':
    case 'undo':
      await teacher.call('PUT', `/documents/${id}/done`, { done: each.kind === 'done' })
      text.closedAt.done = each.kind === 'done' ? at : null
      return
    case 'bin':
      await teacher.call('DELETE', `/documents/${id}`)
      text.isBinned = true
      return
    case 'restore':
      if (!text.isBinned) return
      expect((await teacher.call('POST', `/bin/${id}/restore`)).status).toBeLessThan(300)
      text.isBinned = false
  }
}

/** How a text stands, from what the test knows of it alone. */
function countedAs(text: Known, texts: Known[]): keyof Figures | null {
  if (text.isBinned) return null
  const others = [...text.sharesWith].filter(([id]) => {
    const other = texts.find((one) => one.id === id)
    return other !== undefined && !other.isBinned && other.student !== text.student
  })
  const reasons =
    text.status === 'COMPLETED' ? [...Object.values(text.reasons), ...others.map(([, at]) => at)] : []
  const closedAt = Math.max(text.closedAt.decided ?? -1, text.closedAt.done ?? -1)
  if (closedAt >= 0 && reasons.every((at) => at <= closedAt)) return 'closed'
  if (text.status !== 'COMPLETED') return 'unread'
  if (reasons.length > 0) return 'needs_you'
  return text.finding === 'no-evidence' ? 'nothing_found' : 'unclear'
}

const five = ['needs_you', 'unclear', 'nothing_found', 'unread', 'closed'] as const

/** The figures that every part of the API states of the same texts. */
async function statedFigures({ teacher, class_group_id, students }: Run): Promise<Record<string, Figures>> {
  const read = async <T>(address: string) => (await teacher.call('GET', address)).body as T
  const ofClass = await read<Overview>(`/overview?class_group_id=${class_group_id}`)
  const ofStudents: Figures[] = []
  for (const id of students) ofStudents.push((await read<Overview>(`/overview?student_id=${id}`)).figures)
  const added = Object.fromEntries(
    Object.keys(ofClass.figures).map((name) => [
      name,
      ofStudents.reduce((sum, figures) => sum + figures[name as keyof Figures], 0),
    ]),
  )
  return {
    dashboard: (await read<DashboardStats>('/dashboard/stats')).figures,
    overview: (await read<Overview>('/overview')).figures,
    class: ofClass.figures,
    students: added as Figures,
    analytics: (await read<Analytics>('/analytics')).all.figures,
    'class analytics': (await read<ClassAnalytics>(`/analytics/classes/${class_group_id}`)).figures,
  }
}

test('after any sequence of events every part of the API counts the texts as they were told one by one', async () => {
  let teachers = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
      teachers += 1
      const teacher = await testApp.teacher(`counted-${teachers}`)
      const { id: class_group_id } = (
        await teacher.call('POST', '/class-groups', { class_name: `Class ${teachers}` })
      ).body as ClassGroup
      const students: string[] = []
      for (const first_name of ['Leo', 'Theo']) {
        const student = (await teacher.call('POST', '/students', { first_name, last_name: 'Berg' }))
          .body as Student
        students.push(student.id)
        await teacher.call('POST', `/class-groups/${class_group_id}/students/${student.id}`)
      }
      const run: Run = { teacher, class_group_id, students, texts: [] }
      for (const [at, each] of steps.entries()) await apply(run, each, at)

      const counted = run.texts.map((text) => countedAs(text, run.texts)).filter((name) => name !== null)
      const expected = Object.fromEntries(
        five.map((name) => [name, counted.filter((one) => one === name).length]),
      )
      for (const [where, figures] of Object.entries(await statedFigures(run)))
        expect([where, figures]).toMatchObject([where, { ...expected, documents: counted.length }])
      const listed = (await teacher.call('GET', '/documents?limit=100')).body as Document[]
      const told = run.texts.filter(({ isBinned }) => !isBinned)
      expect(new Map(listed.map(({ id, status, standing }) => [id, [status, standing]]))).toEqual(
        new Map(
          told.map(
            (text) => [text.id, [text.status, countedAs(text, run.texts)?.replace('_', '-')]] as const,
          ),
        ),
      )
      for (const name of five) {
        const { body } = await teacher.call('GET', `/documents/count?standing=${name.replace('_', '-')}`)
        expect([name, body]).toEqual([name, { total: expected[name] }])
      }
    }),
    { numRuns: 12 },
  )
})

test('the documents of a teacher are counted from an index alone', async () => {
  const teacher = await testApp.teacher('indexed')
  await teacher.call('POST', '/documents/text', { text: prose(60) })
  // Only of vacuumed rows the database knows that it need not look at them.
  await testApp.database.query('vacuum analyze documents')
  const plan = await testApp.database.transaction(async (connection) => {
    await connection.script('set local enable_seqscan = off; set local enable_bitmapscan = off')
    return (
      await connection.query(
        `explain select standing, status, count(*), count(distinct student_id) from documents
         where teacher_id = '00000000-0000-4000-8000-000000000000' and standing is not null group by 1, 2`,
      )
    ).rows
      .map((row) => String(row['QUERY PLAN']))
      .join('\n')
  })
  expect(plan).toContain('Index Only Scan using documents_by_standing')
})

test('texts that share passages in a chain are one group, named by the two that share most', () => {
  const pair = (first: string, second: string, words: number) => ({
    pair_id: `${first}${second}`,
    first,
    second,
    words,
    is_together: true,
    class_group_id: null,
    batch_id: null,
  })
  const groups = groupsOf([pair('leo', 'theo', 222), pair('ann', 'ben', 90), pair('theo', 'ida', 60)])
  expect(groups.map(({ members, largest }) => [members, largest.words])).toEqual([
    [['leo', 'theo', 'ida'], 222],
    [['ann', 'ben'], 90],
  ])
})
