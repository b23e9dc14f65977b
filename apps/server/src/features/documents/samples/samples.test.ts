import {
  type Analytics,
  type ClassGroup,
  type ClassTally,
  type DashboardStats,
  type Document,
  noFigures,
  type Teacher,
} from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelFile } from '../../../lib/release.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { createScorer } from '../pipeline/scoring/scorer.ts'
import { sampleKinds, sampleTexts } from './samples.ts'

const profile = {
  first_name: 'Ana',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'ES',
  state_county: 'Soria',
}
const unspecified = {
  ...profile,
  school_name: 'Not Specified',
  country: 'Not Specified',
  state_county: 'Not Specified',
}

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ givesSamples: true })
})
afterAll(() => testApp.close())

const save = async (teacher: TestTeacher, change: object = {}) =>
  (await teacher.call('PUT', '/teachers/me', { ...profile, ...change })).body as Teacher
const read = async <T>(teacher: TestTeacher, url: string) => (await teacher.call('GET', url)).body as T
const documentsOf = (teacher: TestTeacher) => read<Document[]>(teacher, '/documents')
const finishAll = async (teacher: TestTeacher) => {
  for (const { id } of await documentsOf(teacher)) await teacher.finished(id)
}

async function arrive(subject: string, change: object = {}): Promise<TestTeacher> {
  const teacher = await testApp.teacher(subject)
  await save(teacher, change)
  await finishAll(teacher)
  return teacher
}

test('a new teacher with a complete profile gets three processed samples in their own class', async () => {
  const ana = await testApp.teacher('ana')
  expect(await save(ana, unspecified)).toMatchObject({ has_samples: false })
  expect(await documentsOf(ana)).toEqual([])
  expect(await save(ana)).toMatchObject({ has_samples: true })
  await finishAll(ana)
  const documents = await documentsOf(ana)
  const [group] = await read<ClassGroup[]>(ana, '/class-groups')
  expect(documents.map(({ original_filename }) => original_filename)).toEqual([
    'Sample – Jane Austen, aged fifteen.txt',
    'Sample – an AI’s essay.txt',
    'Sample – half Austen, half AI.txt',
  ])
  expect(group?.class_name).toBe('Sample class')
  for (const document of documents)
    expect(document).toMatchObject({
      status: 'COMPLETED',
      is_sample: true,
      class_group_id: group?._id,
      student_id: null,
    })
})

test('saving the profile again, or twice at once, adds no second set', async () => {
  const bo = await testApp.teacher('bo')
  await Promise.all([save(bo), save(bo), save(bo)])
  await save(bo, { school_name: 'Lakeside' })
  expect(await documentsOf(bo)).toHaveLength(3)
  expect(await read<ClassGroup[]>(bo, '/class-groups')).toHaveLength(1)
})

test('samples have French names for a French user', async () => {
  const cy = await arrive('cy', { language: 'fr-FR' })
  expect((await documentsOf(cy)).map(({ original_filename }) => original_filename)).toContain(
    'Exemple – Jane Austen à quinze ans.txt',
  )
  expect(await read<ClassGroup[]>(cy, '/class-groups')).toMatchObject([{ class_name: 'Classe d’exemple' }])
})

test('samples cost no words and count in no figure', async () => {
  const dora = await arrive('dora')
  expect(await read<Teacher>(dora, '/teachers/me')).toMatchObject({
    words_used_current_cycle: 0,
    remaining_words_current_cycle: 5_000,
    documents_processed_current_cycle: 0,
  })
  await testApp.database.query('update documents set score = 0.9 where is_sample')
  const onlySamples: DashboardStats = {
    current_documents: 0,
    deleted_documents: 0,
    total_processed_documents: 0,
    avgScore: null,
    pending: 0,
    flaggedRecent: 0,
    flaggedRecentClosed: 0,
    figures: noFigures,
  }
  expect(await read(dora, '/dashboard/stats')).toEqual(onlySamples)
  expect((await read<Analytics>(dora, '/analytics')).all).toMatchObject({ documents: 0, scored: 0 })
  expect(await read<ClassTally[]>(dora, '/analytics/classes')).toEqual([])

  const { id } = (await dora.call('POST', '/documents/text', { text: prose(120) })).body as Document
  await dora.finished(id)
  expect(await read(dora, '/dashboard/stats')).toMatchObject({
    current_documents: 1,
    total_processed_documents: 1,
  })
  expect(await read(dora, '/documents/count')).toEqual({ total: 4 })
  expect(await read(dora, '/teachers/me')).toMatchObject({
    words_used_current_cycle: 120,
    documents_processed_current_cycle: 1,
  })
  await dora.call('DELETE', '/samples')
  expect(await read(dora, '/dashboard/stats')).toMatchObject({
    current_documents: 1,
    deleted_documents: 0,
    total_processed_documents: 1,
  })
})

test('one call removes the samples and their class, from its own teacher only', async () => {
  const [eve, fay] = [await arrive('eve'), await arrive('fay')]
  const { body } = await eve.call('POST', '/documents/text', { text: prose(60) })
  expect((await eve.call('DELETE', '/samples')).body).toEqual({ documents: 3 })
  expect((await documentsOf(eve)).map(({ id }) => id)).toEqual([(body as Document).id])
  expect(await read<ClassGroup[]>(eve, '/class-groups')).toEqual([])
  expect(await save(eve)).toMatchObject({ has_samples: false })
  expect(await documentsOf(eve)).toHaveLength(1)
  expect(await documentsOf(fay)).toHaveLength(3)
  expect((await eve.call('DELETE', '/samples')).body).toEqual({ documents: 0 })
})

test('a sample class with real work stays, and is counted from then on', async () => {
  const gil = await arrive('gil')
  const [group] = await read<ClassGroup[]>(gil, '/class-groups')
  const { id } = (await gil.call('POST', '/documents/text', { text: prose(60), class_group_id: group?.id }))
    .body as Document
  await gil.finished(id)
  expect(await read<ClassTally[]>(gil, '/analytics/classes')).toMatchObject([
    { class_name: 'Sample class', documents: 1 },
  ])
  await gil.call('DELETE', '/samples')
  expect(await read<ClassGroup[]>(gil, '/class-groups')).toMatchObject([{ id: group?.id }])
  expect(await read<Teacher>(gil, '/teachers/me')).toMatchObject({ has_samples: false })
})

test("samples are part of the account's export", async () => {
  const hal = await arrive('hal')
  const { text } = await hal.call('GET', '/teachers/me/export')
  for (const kind of sampleKinds) expect(text).toContain(JSON.stringify(sampleTexts[kind]).slice(1, 80))
})

test('an installation without samples adds none', async () => {
  const plain = await startTestApp({ works: false })
  const ida = await plain.teacher('ida')
  expect(await save(ida)).toMatchObject({ has_samples: false })
  expect(await documentsOf(ida)).toEqual([])
  await plain.close()
})

describe('the released detector', () => {
  test.each([
    ['student', 'no-evidence'],
    ['ai', 'ai-likely'],
    ['mixed', 'mixed'],
  ] as const)('judges the %s sample correctly: %s', async (kind, finding) => {
    const scorer = await createScorer(modelFile('standard'))
    const options = { signal: AbortSignal.timeout(60_000), owner: 'sample' }
    const read = await scorer.readPasted(sampleTexts[kind], options)
    const words = await scorer.countWords(read.text, options)
    expect(words).toBeGreaterThanOrEqual(250)
    expect(words).toBeLessThanOrEqual(500)
    expect((await scorer.report('sample', read, words, options)).finding).toBe(finding)
    await scorer.close()
  })
})

test('samples are added on request, and never twice', async () => {
  const without = await startTestApp({ works: false })
  try {
    const ana = await without.teacher('ana')
    const answers = await Promise.all([
      ana.call('POST', '/samples', { language: 'fr-FR' }),
      ana.call('POST', '/samples', {}),
    ])
    expect(answers.filter(({ body }) => (body as { added: boolean }).added)).toHaveLength(1)
    expect(await documentsOf(ana)).toHaveLength(3)
  } finally {
    await without.close()
  }
})
