import { apiBase, DemoResult, MathsProblem } from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { resultOf } from '../human-check/human-check.ts'

const rareWord = 'quixotically'
const text = `The river was ${rareWord} low that summer, and we walked across it. `.repeat(8)

let testApp: TestApp
let isLate = false
beforeAll(async () => {
  testApp = await startTestApp({
    works: false,
    demoPerDay: 12,
    wrap: (pipeline) => ({
      report: async (...given) => {
        if (isLate) throw new DOMException('It took too long.', 'TimeoutError')
        return pipeline.report(...given)
      },
    }),
  })
})
afterAll(() => testApp.close())

async function inject(
  url: string,
  payload: Buffer | object,
  headers: Record<string, string> = {},
  remoteAddress = '192.0.2.1',
) {
  const response = await testApp.app.inject({
    method: 'POST',
    url: `${apiBase}${url}`,
    payload,
    headers,
    remoteAddress,
  })
  return {
    status: response.statusCode,
    body: response.json() as Record<string, unknown>,
    headers: response.headers,
  }
}

async function proof(remoteAddress?: string): Promise<string> {
  const sum = MathsProblem.parse((await inject('/human-check/sums', {}, {}, remoteAddress)).body)
  const { body } = await inject(
    '/human-check/sums/answer',
    { problem: sum.problem, answer: resultOf(sum) },
    {},
    remoteAddress,
  )
  return String(body.proof)
}

async function detect(fields: Record<string, string | Blob>, remoteAddress?: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  return inject(
    '/documents/quick-detect',
    Buffer.from(await request.arrayBuffer()),
    { 'content-type': type },
    remoteAddress,
  )
}

describe('the demo', () => {
  test('says when to try again if the detector is busy', async () => {
    isLate = true
    const { status, body, headers } = await detect({ text, proof: await proof('192.0.2.7') }, '192.0.2.7')
    isLate = false
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('10')
    expect(String(body.detail)).toContain('try again')
  })

  test('scores a text and says how reliable the score is', async () => {
    const { status, body } = await detect({ text, proof: await proof() })
    expect(status).toBe(200)
    const result = DemoResult.parse(body)
    expect(result.ai_generated).toBe((result.score ?? 0) >= 0.5)
    expect(result.words).toBeGreaterThan(80)
  })

  test('sends how each blurred section scored, for its colour, and nothing of its text', async () => {
    const sections = Array.from({ length: 3 }, () => text).join('\n\n')
    const { body } = await detect({ text: sections, proof: await proof() })
    const { results } = DemoResult.parse(body)
    expect(results).toEqual([1, 2, 3].map(() => ({ probability: expect.any(Number), paragraph_text: '' })))
    expect(JSON.stringify(body)).not.toContain(rareWord)
  })

  test('reports too little text, without a score', async () => {
    const { body } = await detect({ text: 'Only these few words.', proof: await proof() })
    expect(DemoResult.parse(body)).toMatchObject({
      score: null,
      label: 'insufficient-text',
      ai_generated: false,
    })
  })

  test('requires a proof that the server issued, and accepts it once', async () => {
    expect(await detect({ text })).toMatchObject({ status: 422 })
    expect(await detect({ text, proof: 'made up' })).toMatchObject({
      status: 403,
      body: { code: 'not_allowed' },
    })
    const once = await proof()
    const answers = await Promise.all([1, 2, 3, 4].map(() => detect({ text, proof: once })))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 403, 403, 403,
    ])
  })

  test('refuses an unanswered sum as a proof', async () => {
    const { problem } = MathsProblem.parse((await inject('/human-check/sums', {})).body)
    expect(await detect({ text, proof: problem })).toMatchObject({ status: 403 })
  })

  test.each([
    ['nothing', ''],
    ['nine characters', ' nine char '.trim().slice(0, 9)],
    ['more than 10,000 characters', 'x'.repeat(10_001)],
  ])('refuses %s, and the proof stays valid', async (_name, short) => {
    const kept = await proof()
    expect(await detect({ text: short, proof: kept })).toMatchObject({
      status: 422,
      body: { code: 'invalid_input' },
    })
    expect(await detect({ text, proof: kept })).toMatchObject({ status: 200 })
  })

  test('accepts 10,000 characters of any script', async () => {
    expect(await detect({ text: '語'.repeat(10_000), proof: await proof() })).toMatchObject({ status: 200 })
  })

  test('accepts no files', async () => {
    const answer = await detect({ text, proof: await proof(), file: new Blob(['more']) })
    expect([413, 422]).toContain(answer.status)
  })

  test('is limited per network and day, without affecting other networks', async () => {
    const elsewhere = '198.51.100.9'
    for (let count = 0; count < 12; count += 1)
      expect(await detect({ text, proof: await proof(elsewhere) }, elsewhere)).toMatchObject({ status: 200 })
    const refused = await detect({ text, proof: await proof(elsewhere) }, elsewhere)
    expect(refused).toMatchObject({ status: 503, body: { code: 'busy' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_600)
    expect(await detect({ text, proof: await proof('203.0.113.5') }, '203.0.113.5')).toMatchObject({
      status: 200,
    })
  })

  test('leaves nothing of the text in the database, the files or the log', async () => {
    expect((await detect({ text, proof: await proof('203.0.113.77') }, '203.0.113.77')).status).toBe(200)
    const { rows } = await testApp.database.query(
      `select table_schema, table_name from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'queue')`,
    )
    for (const { table_schema, table_name } of rows) {
      const found = await testApp.database.query(
        `select count(*)::int as n from "${String(table_schema)}"."${String(table_name)}" t where t::text like '%${rareWord}%'`,
      )
      expect(found.rows[0]?.n, String(table_name)).toBe(0)
    }
    expect(testApp.logged.join('\n')).not.toContain(rareWord)
  })
})
