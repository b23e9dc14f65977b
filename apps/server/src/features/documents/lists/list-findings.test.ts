import { readFileSync } from 'node:fs'
import { type Document, type Finding, findings, isWorthReading } from '@penmark/contract'
import { findingOf } from '@penmark/wording'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { refreshStandings } from '../standing/refresh.ts'

let testApp: TestApp
let ana: TestTeacher

interface Stored {
  name: string
  finding: Finding | null
  ai_share?: number | null
  score?: number | null
  label?: string | null
  status?: string
}

/** Oldest first. Documents whose names begin with "old" were stored before findings existed. */
const stored: Stored[] = [
  { name: 'nothing', finding: 'no-evidence', ai_share: 0, score: 0.1 },
  { name: 'all', finding: 'ai-likely', ai_share: 1, score: 0.9 },
  { name: 'short', finding: 'insufficient-text' },
  { name: 'part', finding: 'mixed', ai_share: 0.28, score: 0.8 },
  { name: 'french', finding: 'unsupported-language' },
  { name: 'story', finding: 'creative-writing' },
  { name: 'most', finding: 'ai-likely', ai_share: 0.8, score: 0.99 },
  { name: 'unusual', finding: 'inconclusive', ai_share: 0, score: 0.4 },
  { name: 'waiting', finding: null, status: 'QUEUED' },
  { name: 'old above', finding: null, score: 0.5, label: 'ai-generated' },
  { name: 'old label', finding: null, score: 0.2, label: 'ai-generated' },
  { name: 'old below', finding: null, score: 0.499, label: 'human-written' },
  { name: 'old short', finding: null, label: 'insufficient-text' },
  { name: 'old unlabelled', finding: null, score: 0.7 },
]

async function set(
  id: string,
  { finding, ai_share = null, score = null, label = null, status = 'COMPLETED' }: Stored,
): Promise<void> {
  await testApp.database.query(
    'update documents set finding = $2, ai_share = $3, score = $4, label = $5, status = $6 where id = $1',
    [id, finding, ai_share, score, label, status],
  )
  await refreshStandings(testApp.database, [id])
}

beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
  for (const each of stored) {
    const sent = await ana.upload('/documents/upload', 'file', [
      { name: `${each.name}.txt`, content: prose(60) },
    ])
    await set((sent.body as Document).id, each)
  }
})
afterAll(() => testApp.close())

const list = async (query: string) => (await ana.call('GET', `/documents?${query}`)).body as Document[]
const names = (documents: Document[]) => documents.map(({ filename }) => filename.replace('.txt', ''))

test('sorts by finding and, within one, by how much of the text it covers', async () => {
  const order = [
    'all',
    'most',
    'old unlabelled',
    'old label',
    'old above',
    'part',
    'unusual',
    'old below',
    'nothing',
    'story',
    'french',
    'old short',
    'short',
    'waiting',
  ]
  expect(names(await list('sort=finding&order=desc'))).toEqual(order)
  expect(names(await list('sort=finding&order=asc'))).toEqual(order.toReversed())
  const paged: string[] = []
  let before = ''
  for (;;) {
    const page = await list(`sort=finding&order=desc&limit=2&before=${before}`)
    if (page.length === 0) break
    paged.push(...names(page))
    before = page.at(-1)?.id ?? ''
  }
  expect(paged).toEqual(order)
})

test('finds what needs a look, page by page, and counts it', async () => {
  const first = await list('finding=needs-a-look&limit=4')
  expect(names(first)).toEqual(['old unlabelled', 'old label', 'old above', 'most'])
  expect(names(await list(`finding=needs-a-look&limit=4&before=${first.at(-1)?.id}`))).toEqual([
    'part',
    'all',
  ])
  expect((await ana.call('GET', '/documents/count?finding=needs-a-look')).body).toEqual({ total: 6 })
  expect(names(await list('finding=needs-a-look&search=old&status=COMPLETED'))).toEqual([
    'old unlabelled',
    'old label',
    'old above',
  ])
})

test('filters by each finding exactly as reports state it, old results by their label and score', async () => {
  const completed = (await list('status=COMPLETED')).map((document) => ({
    name: names([document])[0],
    finding: findingOf(document),
  }))
  for (const finding of findings) {
    const expected = completed.filter((each) => each.finding === finding).map(({ name }) => name)
    expect(names(await list(`finding=${finding}`))).toEqual(expected)
    expect((await ana.call('GET', `/documents/count?finding=${finding}`)).body).toEqual({
      total: expected.length,
    })
  }
  const looks = completed.filter(({ finding }) => isWorthReading(finding)).map(({ name }) => name)
  expect(names(await list('finding=needs-a-look'))).toEqual(looks)
  expect((await ana.call('GET', '/documents?finding=guilty')).status).toBe(422)
})

test('lists finding and share of earlier results, from the first result only, and changes no result', async () => {
  const migration = readFileSync(
    new URL('../../../services/database/migrations/20261122151326_documents__finding.sql', import.meta.url),
    'utf8',
  )
  const fill = migration.split(';').find((statement) => statement.includes('update documents'))
  const [old] = await list('search=old+below')
  const id = old?.id
  for (const [model_hash, body, created_at] of [
    ['b', { finding: 'ai-likely', ai_share: 0.9 }, '2026-11-22T10:00:00Z'],
    ['a', { finding: 'mixed', ai_share: 0.31 }, '2026-11-21T10:00:00Z'],
  ] as const) {
    await testApp.database.query(
      'insert into reports (id, document_id, model_hash, body, created_at) values (gen_random_uuid(), $1, $2, $3, $4)',
      [id, model_hash, JSON.stringify(body), created_at],
    )
  }
  await testApp.database.query(fill ?? '')
  expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject({
    finding: 'mixed',
    ai_share: 0.31,
    score: 0.499,
  })
})
