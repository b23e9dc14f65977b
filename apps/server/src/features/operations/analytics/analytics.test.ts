import type {
  Analytics,
  ClassAnalytics,
  ClassGroup,
  ClassTally,
  Document,
  PublishedRate,
} from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { expectedFlags } from './analytics.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
})
afterAll(() => testApp.close())

const addClass = async (teacher: TestTeacher, class_name: string) =>
  ((await teacher.call('POST', '/class-groups', { class_name })).body as ClassGroup).id
const paste = async (teacher: TestTeacher, class_group_id: string | null = null) =>
  ((await teacher.call('POST', '/documents/text', { text: prose(60), class_group_id })).body as Document).id
const score = (id: string, value: number | null, words = 500) =>
  testApp.database.query(
    "update documents set status = 'COMPLETED', score = $2, word_count = $3 where id = $1",
    [id, value, words],
  )
const read = async (teacher: TestTeacher) => (await teacher.call('GET', '/analytics')).body as Analytics
const classes = async (teacher: TestTeacher) =>
  (await teacher.call('GET', '/analytics/classes')).body as ClassTally[]

/** The counts of the tallies, and those of the documents. */
async function countBothWays() {
  const counted = `count(*)::int as documents, (count(*) filter (where status = 'COMPLETED'))::int as completed,
    (count(score) filter (where status = 'COMPLETED'))::int as scored,
    coalesce(sum(round(score * 1000)::int) filter (where status = 'COMPLETED'), 0)::int as thousandths`
  const real = await testApp.database.query(
    `select teacher_id, class_group_id, month_of(created_at)::text as month, ${counted} from documents group by 1, 2, 3 order by 1, 2, 3`,
  )
  const kept = await testApp.database.query(
    `select teacher_id, class_group_id, month::text, documents, completed, scored, score_thousandths::int as thousandths
     from document_tallies order by 1, 2, 3`,
  )
  return { real: real.rows, kept: kept.rows }
}

test('starts with nothing, and with the rates that the model publishes', async () => {
  const ana = await testApp.teacher('ana')
  const { all, months, rates, detector } = await read(ana)
  expect(all).toEqual({
    documents: 0,
    scored: 0,
    mean: null,
    by_score: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    flagged: 0,
    strictly_flagged: 0,
    expected: null,
    figures: {
      documents: 0,
      needs_you: 0,
      unclear: 0,
      nothing_found: 0,
      unread: 0,
      closed: 0,
      waiting: 0,
      reading: 0,
      out_of_words: 0,
      failed: 0,
      students_needing: 0,
      without_student: 0,
    },
  })
  expect(months).toEqual([])
  expect(rates).toEqual([{ from: 1, to: null, n: 1_000, false_positive_rate: 0.01 }])
  expect(detector.name).toBe('tiny')
  expect(await classes(ana)).toEqual([])
})

test('counts documents, mean, tenths, flagged and expected by chance for each class separately', async () => {
  const bo = await testApp.teacher('bo')
  const [empty, seven] = [await addClass(bo, '6A'), await addClass(bo, '7B')]
  const scores = [0, 0.099, 0.1, 0.499, 0.5, 0.699, 0.7, 0.999, 1]
  for (const value of scores) await score(await paste(bo, seven), value)
  await score(await paste(bo, seven), null)
  await paste(bo, seven)
  await score(await paste(bo), 0.9)
  const [first, second] = await classes(bo)
  expect(first).toMatchObject({
    class_group_id: empty,
    class_name: '6A',
    documents: 0,
    scored: 0,
    mean: null,
    expected: null,
  })
  expect(second).toMatchObject({
    class_group_id: seven,
    documents: 11,
    scored: 9,
    mean: 0.511,
    by_score: [2, 1, 0, 0, 1, 1, 1, 1, 0, 2],
    flagged: 5,
    strictly_flagged: 3,
    expected: { documents: 9 },
  })
  expect(second?.expected?.flags).toBeCloseTo(0.09, 10)
  expect(second?.expected?.at_least_one).toBeCloseTo(1 - 0.99 ** 9, 10)
  expect((await read(bo)).all).toMatchObject({ documents: 12, scored: 10, flagged: 6, strictly_flagged: 4 })
  const one = (await bo.call('GET', `/analytics/classes/${seven}`)).body as ClassAnalytics
  expect(one).toMatchObject({
    ...second,
    months: [{ month: new Date().toISOString().slice(0, 7), documents: 11, scored: 9, flagged: 5 }],
  })
})

test('counts a document in the month of its upload, in UTC', async () => {
  const cy = await testApp.teacher('cy')
  for (const [at, value] of [
    ['2026-10-31T23:30:00-02:00', 0.2],
    ['2026-10-31T23:30:00Z', 0.4],
    ['2026-09-01T00:00:00Z', 0.9],
  ] as const) {
    const id = await paste(cy)
    await score(id, value)
    await testApp.database.query('update documents set created_at = $2 where id = $1', [id, at])
  }
  expect((await read(cy)).months).toEqual([
    { month: '2026-09', documents: 1, scored: 1, mean: 0.9, flagged: 1 },
    { month: '2026-10', documents: 1, scored: 1, mean: 0.4, flagged: 0 },
    { month: '2026-11', documents: 1, scored: 1, mean: 0.2, flagged: 0 },
  ])
})

test('follows every change of documents: assigned, deleted, class deleted, several at once', async () => {
  const dora = await testApp.teacher('dora')
  const [seven, eight] = [await addClass(dora, '7B'), await addClass(dora, '8C')]
  const ids: string[] = []
  for (let n = 0; n < 6; n += 1) ids.push(await paste(dora, n % 2 === 0 ? seven : null))
  await Promise.all(ids.map((id, n) => score(id, n / 10)))
  const inClasses = async () => (await classes(dora)).map(({ documents }) => documents)
  expect(await inClasses()).toEqual([3, 0])
  await dora.call('PUT', `/documents/${ids[0]}/assign-student`, { class_group_id: eight })
  expect(await inClasses()).toEqual([2, 1])
  await dora.call('DELETE', `/documents/${ids[1]}`)
  await dora.call('DELETE', `/class-groups/${seven}`)
  expect(await inClasses()).toEqual([1])
  expect((await read(dora)).all).toMatchObject({ documents: 5, scored: 5, mean: 0.28 })
  await testApp.database.query(
    'update documents set class_group_id = $1, score = 0.5 where id = any($2::uuid[])',
    [eight, ids.slice(2)],
  )
  expect(await classes(dora)).toMatchObject([{ documents: 5, mean: 0.4, flagged: 4 }])
  const { real, kept } = await countBothWays()
  expect(kept).toEqual(real)
})

const rate = (from: number, to: number | null, false_positive_rate: number, n = 1_000): PublishedRate => ({
  from,
  to,
  n,
  false_positive_rate,
})
const published = [
  rate(50, 99, 0.002),
  rate(100, 149, 0.001),
  rate(150, 249, 0.002),
  rate(250, 399, 0.003),
  rate(400, 699, 0.01),
  rate(700, null, 0.005),
]

describe('the number that chance alone would flag', () => {
  test('is the sum over all lengths, each with its rate', () => {
    const expected = expectedFlags([0, 10, 0, 20, 5, 0], published)
    expect(expected?.documents).toBe(35)
    expect(expected?.flags).toBeCloseTo(10 * 0.001 + 20 * 0.003 + 5 * 0.01, 10)
    expect(expected?.at_least_one).toBeCloseTo(1 - 0.999 ** 10 * 0.997 ** 20 * 0.99 ** 5, 10)
  })

  test('counts a rate of 0 of n as 1 of n + 1, because it may still happen', () => {
    expect(expectedFlags([0, 0, 0, 0, 0, 99], [rate(700, null, 0, 99)])?.flags).toBeCloseTo(99 / 100, 10)
  })

  test('takes the highest rate where a model has other lengths', () => {
    const coarse = [rate(50, 299, 0.001), rate(300, null, 0.02)]
    expect(expectedFlags([0, 0, 0, 100, 0, 0], coarse)?.flags).toBeCloseTo(2, 10)
  })

  test('says how many documents it covers, and nothing if no rate is published', () => {
    expect(expectedFlags([0, 4, 0, 0, 0, 3], [rate(100, 149, 0.001)])?.documents).toBe(4)
    expect(expectedFlags([0, 4, 0, 0, 0, 3], [])).toBeNull()
    expect(expectedFlags([0, 0, 0, 0, 0, 0], published)).toBeNull()
  })
})
