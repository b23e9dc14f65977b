import {
  type ApiKey,
  type ApiScope,
  apiBase,
  apiKeyLimits,
  type Document,
  type MadeApiKey,
  type Route,
  routes,
} from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashSecret } from '../../../lib/secrets.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp()
  ana = await testApp.teacher('ana', { email: 'ana@school.example' })
})
afterAll(() => testApp.close())

async function make(scopes: ApiScope[], fields: object = {}): Promise<MadeApiKey> {
  const { status, body } = await ana.call('POST', '/integrations/api-keys', {
    name: 'Library',
    scopes,
    ...fields,
  })
  expect(status).toBe(201)
  return body as MadeApiKey
}

const callWith = (
  key: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  address: string,
  payload?: object,
) =>
  testApp.app.inject({
    method,
    url: `${apiBase}${address}`,
    headers: { authorization: `Bearer ${key}` },
    ...(payload === undefined ? {} : { payload }),
  })

const listed = async () => (await ana.call('GET', '/integrations/api-keys')).body as ApiKey[]

describe('an API key', () => {
  test('is shown in full once, and only its hash and first characters are stored', async () => {
    const { key, ...shown } = await make(['documents:read'])
    expect(key).toMatch(/^pmk_[\w-]{43}$/)
    expect(shown).toMatchObject({
      name: 'Library',
      prefix: key.slice(0, 12),
      scopes: ['documents:read'],
      last_used_at: null,
      expires_at: null,
    })
    expect(await listed()).toContainEqual(shown)
    const { rows } = await testApp.database.query('select t::text as row from api_keys t')
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(key.slice(12))
  })

  test('sends a document, sees its status and reads its report, as its owner would', async () => {
    const { key } = await make(['documents:write', 'documents:read', 'reports:read'])
    const sent = await callWith(key, 'POST', '/documents/text', { text: prose(120) })
    expect(sent.statusCode).toBe(201)
    const { id } = sent.json() as Document
    expect(await ana.finished(id)).toMatchObject({ id, status: 'COMPLETED' })
    expect((await callWith(key, 'GET', `/documents/${id}`)).json()).toMatchObject({ id, status: 'COMPLETED' })
    expect((await callWith(key, 'GET', `/results/document/${id}`)).json()).toMatchObject({ document_id: id })
  })

  test.each([
    ['documents:read', 'POST', '/documents/text', { text: 'A few words.' }],
    ['documents:write', 'GET', '/documents/00000000-0000-4000-8000-000000000000', undefined],
    ['documents:read', 'GET', '/results/document/00000000-0000-4000-8000-000000000000', undefined],
  ] as const)('made for %s alone may not %s %s', async (scope, method, address, payload) => {
    const { key } = await make([scope])
    const answer = await callWith(key, method, address, payload)
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      expect.objectContaining({
        code: 'not_allowed',
        detail: expect.stringContaining('does not have the scope'),
      }),
    ])
  })

  const closed = Object.entries<Route>(routes).filter(
    ([, { access, scope }]) => access !== 'public' && scope === undefined,
  )
  test('never opens a call without a scope, even with every scope', async () => {
    expect(closed.length).toBeGreaterThan(30)
    const keys = await Promise.all(
      [1, 2].map(() => make(['documents:write', 'documents:read', 'reports:read'])),
    )
    const opened: [string, number][] = []
    for (const [at, [name, { method, path }]] of closed.entries()) {
      const { statusCode } = await callWith(
        keys[at % 2]?.key ?? '',
        method,
        path.replaceAll(/:\w+/g, 'x'),
        method === 'GET' ? undefined : {},
      )
      if (statusCode !== 403) opened.push([name, statusCode])
    }
    expect(opened).toEqual([])
  })

  test('opens the calls to upload, paste, poll and read, and no others', () => {
    const open = Object.entries<Route>(routes).flatMap(([name, { scope }]) =>
      scope === undefined ? [] : [[name, scope]],
    )
    expect(Object.fromEntries(open)).toEqual({
      listDocuments: 'documents:read',
      countDocuments: 'documents:read',
      uploadDocument: 'documents:write',
      submitText: 'documents:write',
      uploadBatch: 'documents:write',
      readDocument: 'documents:read',
      readReport: 'reports:read',
      readBaseline: 'reports:read',
      readEarlierWriting: 'reports:read',
      readStudentWriting: 'reports:read',
      exportStudentWriting: 'reports:read',
      readClassBaseline: 'reports:read',
      listComparisons: 'reports:read',
      readComparison: 'reports:read',
      listPairs: 'reports:read',
      exportPairs: 'reports:read',
      readDocumentOverlap: 'reports:read',
      readEarlierOverlap: 'overlap:read',
      listSources: 'overlap:read',
      exportEarlier: 'overlap:read',
      printReport: 'reports:read',
      readReferenceLookUp: 'reports:read',
      listCases: 'cases:read',
      readCase: 'cases:read',
      readCaseReport: 'cases:read',
      readStudentPage: 'cases:read',
      readReplyFile: 'cases:read',
      listWritingTasks: 'writing:read',
      readWritingTask: 'writing:read',
      readWritingSubmission: 'writing:read',
      readWritingRecord: 'writing:read',
      exportWritingRecord: 'writing:read',
      readWritingComparison: 'writing:read',
      readWritingOfDocument: 'writing:read',
    })
  })

  test("shows nothing of another teacher's", async () => {
    const bo = await testApp.teacher('bo')
    const { id } = (await bo.call('POST', '/documents/text', { text: prose(60) })).body as Document
    const { key } = await make(['documents:read', 'reports:read'])
    expect((await callWith(key, 'GET', `/documents/${id}`)).statusCode).toBe(404)
    expect((await callWith(key, 'GET', `/results/document/${id}`)).statusCode).toBe(404)
  })

  test('does not grant administrator rights, even if its owner is an administrator', async () => {
    const { key } = await make(['documents:read'])
    expect((await callWith(key, 'GET', '/admin/mails')).statusCode).toBe(403)
  })

  test('records to the minute when it was last used', async () => {
    const { id, key } = await make(['documents:read'])
    await callWith(key, 'GET', '/documents/none')
    const first = (await listed()).find((each) => each.id === id)?.last_used_at
    expect(first).not.toBeNull()
    await callWith(key, 'GET', '/documents/none')
    expect((await listed()).find((each) => each.id === id)?.last_used_at).toBe(first)
  })

  test('stops working the moment it is revoked', async () => {
    const { id, key } = await make(['documents:read'])
    expect((await callWith(key, 'GET', '/documents/none')).statusCode).toBe(404)
    expect(await ana.call('DELETE', `/integrations/api-keys/${id}`)).toMatchObject({
      status: 200,
      body: { id, deleted: true },
    })
    const refused = await callWith(key, 'GET', '/documents/none')
    expect([refused.statusCode, refused.json()]).toEqual([
      401,
      expect.objectContaining({
        code: 'not_signed_in',
        detail: expect.stringContaining('may have been revoked'),
      }),
    ])
    expect((await ana.call('DELETE', `/integrations/api-keys/${id}`)).status).toBe(404)
  })

  test('stops working when it expires', async () => {
    const { id, key, expires_at } = await make(['documents:read'], { days: 30 })
    expect(new Date(expires_at ?? '').getTime() - Date.now()).toBeGreaterThan(29 * 24 * 60 * 60 * 1_000)
    await testApp.database.query(
      "update api_keys set expires_at = now() - interval '1 second' where id = $1",
      [id],
    )
    expect((await callWith(key, 'GET', '/documents/none')).statusCode).toBe(401)
  })

  test.each(['pmk_', `pmk_${'A'.repeat(43)}`])('that was never made (%s) is refused', async (key) => {
    expect((await callWith(key, 'GET', '/documents/none')).statusCode).toBe(401)
  })

  test('stops working while its account is being erased', async () => {
    const cy = await testApp.teacher('cy')
    const { key } = (
      await cy.call('POST', '/integrations/api-keys', { name: 'K', scopes: ['documents:read'] })
    ).body as MadeApiKey
    await testApp.database.query(
      'update teachers set erasing_since = now() where id = (select teacher_id from api_keys where hash = $1)',
      [hashSecret(key)],
    )
    expect((await callWith(key, 'GET', '/documents/none')).statusCode).toBe(401)
  })

  test('that calls too often gets 503 with the time to wait, and works again afterwards', async () => {
    const { key } = await make(['documents:read'])
    const { key: other } = await make(['documents:read'])
    for (let calls = 0; calls < 120; calls += 1)
      expect((await callWith(key, 'GET', '/documents/none')).statusCode).toBe(404)
    const refused = await callWith(key, 'GET', '/documents/none')
    expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'busy' }])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await callWith(other, 'GET', '/documents/none')).statusCode).toBe(404)
    expect((await ana.call('GET', '/documents/none')).status).toBe(404)
  })
})

describe('making an API key', () => {
  test.each([
    ['a name', { name: ' ', scopes: ['documents:read'] }, 'name'],
    ['something it may do', { name: 'K', scopes: [] }, 'scopes'],
    ['things that exist', { name: 'K', scopes: ['students:delete'] }, 'scopes'],
  ])('needs %s', async (_, input, field) => {
    const { status, body } = await ana.call('POST', '/integrations/api-keys', input)
    expect([status, (body as { detail: { loc: string[] }[] }).detail[0]?.loc[0]]).toEqual([422, field])
  })

  test('is limited to twenty keys per teacher', async () => {
    const di = await testApp.teacher('di')
    const one = { name: 'K', scopes: ['documents:read'] }
    for (let made = 0; made < apiKeyLimits.keys; made += 1)
      expect((await di.call('POST', '/integrations/api-keys', one)).status).toBe(201)
    expect(await di.call('POST', '/integrations/api-keys', one)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
  })
})
