import { randomUUID } from 'node:crypto'
import {
  type AuditEntry,
  type Baseline,
  baselineLargest,
  type ClassBaseline,
  type ClassGroup,
  type Document,
  type Report,
  type SchoolBaseline,
  type Student,
} from '@penmark/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

let testApp: TestApp
let administrator: TestTeacher
let ana: TestTeacher
let bo: TestTeacher
let anaId: string
let boId: string
let text: Document
let report: Report

const profile = {
  first_name: 'Root',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'ES',
  state_county: 'Soria',
}
const paste = async (teacher: TestTeacher) =>
  (await teacher.call('POST', '/documents/text', { text: prose(300) })).body as Document
const read = async () => (await ana.call('GET', `/results/document/${text.id}/baseline`)).body as Baseline
const share = (is_shared: boolean) => administrator.call('PUT', '/admin/baseline', { is_shared })

beforeAll(async () => {
  testApp = await startTestApp({ adminEmails: ['root@school.example'] })
  administrator = await testApp.teacher('root')
  await administrator.call('PUT', '/teachers/me', profile)
  ana = await testApp.teacher('ana')
  bo = await testApp.teacher('bo')
  text = await ana.finished((await paste(ana)).id)
  anaId = text.teacher_id
  boId = (await paste(bo)).teacher_id
  report = (await ana.call('GET', `/results/document/${text.id}`)).body as Report
})
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.database.query('delete from documents where original_filename like $1', ['written %'])
})

interface Written {
  teacher_id?: string
  score?: number | null
  words?: number
  characters?: number
  is_marked?: boolean
  is_sample?: boolean
  status?: string
  model?: string
  student_id?: string | null
  class_group_id?: string | null
}

let added = 0
/** Inserts a processed document, each of a different length by default. */
async function addWritten(change: Written = {}): Promise<string> {
  added += 1
  const id = randomUUID()
  const {
    teacher_id = anaId,
    score = 0.01,
    words = 400,
    characters = 2_000 + added,
    is_marked = true,
    is_sample = false,
  } = change
  const {
    status = 'COMPLETED',
    model = report.detector?.model_hash ?? '',
    student_id = null,
    class_group_id = null,
  } = change
  await testApp.database.query(
    `insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status, score, word_count, character_count, written_in_class,
       is_sample, student_id, class_group_id) values ($1, $2, $3, 'txt', 10, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      teacher_id,
      `written ${added}`,
      status,
      score,
      words,
      characters,
      is_marked,
      is_sample,
      student_id,
      class_group_id,
    ],
  )
  await testApp.database.query(
    "insert into reports (id, document_id, model_hash, body) values ($1, $2, $3, '{}')",
    [randomUUID(), id, model],
  )
  return id
}
const addMany = async (texts: number, change: Written = {}) => {
  for (let i = 0; i < texts; i += 1) await addWritten(change)
}

test('says how many of the texts written in class score as high, and leaves the report as it is', async () => {
  expect(await read()).toMatchObject({ own: { n: 0, exceeding: 0 }, school: null, local_p_value: null })
  await addMany(36)
  await addMany(2, { score: 1 })
  const baseline = await read()
  expect(baseline).toMatchObject({
    own: { n: 38, exceeding: 2 },
    local_p_value: null,
    stated_p_value: report.calibration?.p_value ?? null,
  })
  expect(baseline.own?.counts.reduce((sum, texts) => sum + texts, 0)).toBe(38)
  expect(baseline.own?.counts.at(-1)).toBe(2)
  expect((await ana.call('GET', `/results/document/${text.id}`)).body).toEqual(report)
})

test('states the larger of the local and the published p-value from 60 texts on', async () => {
  await addMany(59)
  expect(await read()).toMatchObject({ local_p_value: null })
  await addWritten({ score: 1 })
  const local_p_value = 2 / 61
  expect(await read()).toMatchObject({
    local_p_value,
    stated_p_value: Math.max(local_p_value, report.calibration?.p_value ?? 0),
  })
})

test('ignores copies, samples, the text itself, and texts without a mark, without a score or of another model', async () => {
  await addWritten({ words: 10, characters: 50 })
  await addWritten({ words: 10, characters: 50 })
  await addWritten({
    score: report.score,
    words: text.word_count ?? 0,
    characters: text.character_count ?? 0,
  })
  await addWritten({ is_marked: false })
  await addWritten({ is_sample: true })
  await addWritten({ score: null })
  await addWritten({ status: 'ERROR' })
  await addWritten({ model: 'another' })
  expect(await read()).toMatchObject({ own: { n: 1 } })
})

test('counts only the newest texts where there are thousands', async () => {
  await testApp.database.query(
    `with added as (
       insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status, score, word_count, character_count, written_in_class,
         created_at)
       select gen_random_uuid(), $1, 'written ' || i, 'txt', 10, 'COMPLETED', case when i <= 20 then 1 else 0 end, 400, i, true, now() + i * interval '1 s'
       from generate_series(1, $3::int) i returning id
     ) insert into reports (id, document_id, model_hash, body) select gen_random_uuid(), id, $2, '{}' from added`,
    [anaId, report.detector?.model_hash, baselineLargest + 20],
  )
  expect(await read()).toMatchObject({ own: { n: baselineLargest, exceeding: 0 } })
})

test('stops counting a text once it is deleted or its mark is removed', async () => {
  const [deleted, unmarked] = [await addWritten(), await addWritten()]
  expect(await read()).toMatchObject({ own: { n: 2 } })
  await ana.call('DELETE', `/documents/${deleted}`)
  await ana.call('PUT', `/documents/${unmarked}/written-in-class`, { written_in_class: false })
  expect(await read()).toMatchObject({ own: { n: 0 } })
})

test('compares with no other teacher until an administrator allows it, and then with counts alone', async () => {
  await addMany(3, { teacher_id: boId, score: 1 })
  await addWritten()
  expect(await read()).toMatchObject({ own: { n: 1, exceeding: 0 }, school: null })
  expect((await share(true)).status).toBe(200)
  expect(await share(true)).toMatchObject({ status: 200, body: { is_shared: true } })
  expect(await read()).toMatchObject({ own: { n: 1, exceeding: 0 }, school: { n: 4, exceeding: 3 } })
  await share(false)
  expect(await read()).toMatchObject({ school: null })
  const entries = (await administrator.call('GET', '/admin/audit')).body as AuditEntry[]
  expect(
    entries.filter(({ target_id }) => target_id === 'school-baseline').map(({ action }) => action),
  ).toEqual(['school-baseline.switch-off', 'school-baseline.switch-on'])
})

test('counts each marked text of a class once, without samples and without texts of other classes', async () => {
  const { id: class_group_id } = (await ana.call('POST', '/class-groups', { class_name: '7B' }))
    .body as ClassGroup
  const readClass = async (teacher = ana) => teacher.call('GET', `/class-groups/${class_group_id}/baseline`)
  expect((await readClass()).body).toMatchObject({ n: 0, unusual: 0, flagged: 0 })
  await addMany(3, { class_group_id })
  await addWritten({ class_group_id, score: 0.3 })
  await addWritten({ class_group_id, score: 1 })
  for (let copies = 0; copies < 2; copies += 1)
    await addWritten({ class_group_id, score: 0.5, words: 10, characters: 50 })
  await addWritten()
  await addWritten({ class_group_id, is_marked: false })
  await addWritten({ class_group_id, is_sample: true })
  await addWritten({ class_group_id, score: null, status: 'ERROR' })
  await addWritten({ class_group_id, teacher_id: boId })
  const { status, body } = await readClass()
  const { counts, ...rest } = body as ClassBaseline
  expect([status, rest]).toEqual([200, { n: 6, unusual: 3, flagged: 2 }])
  expect([counts[0], counts[6], counts[10], counts.at(-1)]).toEqual([3, 1, 1, 1])
  expect((await readClass(bo)).status).toBe(404)
})

test('uses no text of another teacher for the counts and the style of a class, even while counts are shared', async () => {
  const { id: class_group_id } = (await ana.call('POST', '/class-groups', { class_name: '8C' }))
    .body as ClassGroup
  const { id: student_id } = (await ana.call('POST', '/students', { first_name: 'Kim', last_name: 'Ode' }))
    .body as Student
  await share(true)
  // Another teacher's documents that name this class and its student must not be counted either.
  await addMany(4, { teacher_id: boId, class_group_id, student_id })
  expect((await ana.call('GET', `/class-groups/${class_group_id}/baseline`)).body).toMatchObject({ n: 0 })
  expect((await ana.call('GET', `/students/${student_id}/writing`)).body).toEqual({
    known: 0,
    needed: 3,
    history: [],
  })
  await share(false)
})

test('returns only counts of other teachers: no id, name or text of a document', async () => {
  await addMany(3, { teacher_id: boId, score: 1 })
  await share(true)
  const { school } = await read()
  expect(Object.keys(school ?? {}).sort((a, b) => a.localeCompare(b))).toEqual(['counts', 'exceeding', 'n'])
  await share(false)
})

test("answers 404 for another teacher's report and 409 where there is none", async () => {
  expect((await bo.call('GET', `/results/document/${text.id}/baseline`)).status).toBe(404)
  const failed = await addWritten({ status: 'ERROR', score: null })
  expect((await ana.call('GET', `/results/document/${failed}/baseline`)).status).toBe(409)
  expect((await ana.call('GET', '/results/document/x/baseline')).status).toBe(404)
})

test('shows administrators the year groups with the expected false findings, only while it is switched on', async () => {
  const { id: student_id } = (
    await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm', year_group: 'Year 9' })
  ).body as Student
  await addMany(4, { student_id })
  await addWritten({ student_id, score: 0.6 })
  await addWritten({ teacher_id: boId, score: 0.4 })
  expect((await administrator.call('GET', '/admin/baseline')).body).toEqual({
    is_shared: false,
    year_groups: [],
    is_partial: false,
  })
  const { year_groups } = (await share(true)).body as SchoolBaseline
  expect(year_groups[0]).toMatchObject({
    year_group: 'Year 9',
    written: 5,
    unusual: 1,
    flagged: 1,
    documents: 5,
  })
  expect(year_groups[1]).toMatchObject({ year_group: null, written: 1, unusual: 1, flagged: 0 })
  const expected = year_groups[0]?.expected_flags
  expect(expected === null || (expected !== undefined && expected > 0)).toBe(true)
  await share(false)
  expect((await bo.call('GET', '/admin/baseline')).status).toBe(403)
})
