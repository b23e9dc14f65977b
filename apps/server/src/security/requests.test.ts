import { connect } from 'node:net'
import { apiBase, type Document, type Route, routes } from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp, type TestTeacher } from '../testing/test-app.ts'
import { prose } from '../testing/text.ts'

let testApp: TestApp
let ana: TestTeacher
let port = 0
beforeAll(async () => {
  testApp = await startTestApp({ works: false, logLevel: 'trace' })
  ana = await testApp.teacher('ana')
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const address = testApp.app.server.address()
  port = address !== null && typeof address === 'object' ? address.port : 0
})
afterAll(() => testApp.close())

/** The complete response of the server to these bytes, until it disconnects. */
function send(...parts: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const answered: Buffer[] = []
    socket.on('data', (chunk: Buffer) => answered.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(answered).toString('latin1')))
    for (const part of parts) socket.write(part, 'latin1')
  })
}

const statuses = (answers: string) =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
const post = `POST ${apiBase}/human-check/sums/answer HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
const smuggledRequest = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

describe('a request that two servers would read in two ways', () => {
  test.each([
    [
      'says its length and comes in chunks',
      `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'comes in chunks and says its length',
      `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
    ],
    ['says two lengths', `${post}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}`],
    ['says a length that is none', `${post}Content-Length: +2\r\n\r\n{}`],
    ['names its encoding in a way of its own', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    [
      'names two encodings, the last of them unknown',
      `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    ],
    ['has a space before the colon', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
    [
      'has a chunk whose length is no number',
      `${post}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['folds a header over two lines', `${post}X-A: b\r\n c: d\r\nContent-Length: 2\r\n\r\n{}`],
    ['ends its lines with half a line end', `${post.replaceAll('\r\n', '\r')}Content-Length: 2\r\r{}`],
    ['holds a zero in a header', `${post}X-A: b\0c\r\nContent-Length: 2\r\n\r\n{}`],
  ])('and %s is refused, and what follows it is not answered', async (_, request) => {
    expect(statuses(await send(request, smuggledRequest))).toEqual([400])
  })

  test('with oversized headers is refused', async () => {
    expect(
      statuses(await send(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`)),
    ).toEqual([431])
  })

  test('and without a host is refused', async () => {
    expect(statuses(await send('GET /healthz HTTP/1.1\r\n\r\n'))).toEqual([400])
  })
})

test('an incomplete request is cut off: headers within seconds, the body within minutes', () => {
  const { headersTimeout, requestTimeout, maxHeadersCount } = testApp.app.server
  expect([headersTimeout, requestTimeout]).toEqual([20_000, 600_000])
  expect(maxHeadersCount === null || maxHeadersCount > 0).toBe(true)
})

describe('a body', () => {
  const put = async (payload: string) => {
    const { authorization } = await testApp.headers('ana')
    return testApp.app.inject({
      method: 'PUT',
      url: `${apiBase}/teachers/me`,
      headers: { authorization, 'content-type': 'application/json' },
      payload,
    })
  }

  test.each(['[', '{"a":'])(
    'nested a hundred thousand levels deep (%s) is refused, and the server survives',
    async (level) => {
      const close = level === '[' ? ']' : '}'
      for (const payload of [level.repeat(40_000), `${level.repeat(40_000)}1${close.repeat(40_000)}`])
        expect((await put(payload)).statusCode).toBe(422)
      const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
      expect((await put(`{"first_name":${deep}}`)).statusCode).toBe(422)
      expect((await testApp.app.inject('/healthz')).statusCode).toBe(200)
    },
  )

  test.each([
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    '{"a":{"__proto__":{}}}',
  ])("that reaches for an object's prototype (%s) is refused", async (payload) => {
    expect((await put(payload)).statusCode).toBe(422)
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })

  test.each([
    [1_000, 'fields', 'name="field$" \r\n\r\nx'],
    [200, 'files', 'name="files"; filename="$.txt"\r\nContent-Type: text/plain\r\n\r\nAn essay.'],
  ])('of %d %s is refused, and none of it is kept', async (count, _, part) => {
    const { authorization } = await testApp.headers('ana')
    const parts = Array.from(
      { length: count },
      (_, nth) => `--line\r\nContent-Disposition: form-data; ${part.replace('$', String(nth))}\r\n`,
    )
    const response = await testApp.app.inject({
      method: 'POST',
      url: `${apiBase}/documents/batch`,
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=line' },
      payload: `${parts.join('')}--line--\r\n`,
    })
    expect([413, 422]).toContain(response.statusCode)
    for await (const key of testApp.storage.list(new Date(Date.now() + 60_000)))
      expect(key).toBe('nothing is kept')
  })
})

describe('a field that is not in the contract', () => {
  interface Shape {
    type?: string
    additionalProperties?: unknown
    properties?: Record<string, Shape>
    items?: Shape
    anyOf?: Shape[]
  }
  /** Where an input accepts keys that are not in the contract. */
  const looseObjects = (shape: Shape, path: string): string[] => [
    ...(shape.type === 'object' && shape.additionalProperties !== false ? [path] : []),
    ...Object.entries(shape.properties ?? {}).flatMap(([name, each]) =>
      looseObjects(each, `${path}.${name}`),
    ),
    ...(shape.items ? looseObjects(shape.items, `${path}[]`) : []),
    ...(shape.anyOf ?? []).flatMap((each) => looseObjects(each, path)),
  ]

  test.each(Object.entries<Route>(routes).filter(([, { body }]) => body !== 'raw'))(
    'is dropped by %s',
    (_name, { input }) => {
      expect(
        looseObjects(z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' }) as Shape, 'input'),
      ).toEqual([])
    },
  )

  test('grants no rights, plan, owner or id', async () => {
    const privileged = {
      id: '00000000-0000-4000-8000-000000000001',
      _id: '00000000-0000-4000-8000-000000000001',
      teacher_id: '00000000-0000-4000-8000-000000000002',
      kinde_id: 'somebody',
      is_administrator: true,
      current_plan: 'SCHOOLS',
      custom_word_limit_override: 1_000_000,
      subscription_status: 'active',
      words_used_current_cycle: 0,
      status: 'COMPLETED',
      score: 0,
    }
    const profile = {
      first_name: 'Ana',
      last_name: 'Sol',
      school_name: 'Hill',
      role: 'teacher',
      country: 'ES',
      state_county: 'Soria',
    }
    const before = (await ana.call('PUT', '/teachers/me', profile)).body as Record<string, unknown>
    const after = (await ana.call('PUT', '/teachers/me', { ...profile, ...privileged })).body as Record<
      string,
      unknown
    >
    expect({ ...after, updated_at: null }).toEqual({ ...before, updated_at: null })
    const student = (await ana.call('POST', '/students', { first_name: 'A', last_name: 'B', ...privileged }))
      .body as Record<string, unknown>
    const text = (await ana.call('POST', '/documents/text', { text: prose(60), ...privileged }))
      .body as Document
    for (const made of [student, text]) {
      expect(made.id).not.toBe(privileged.id)
      expect(made.teacher_id).toBe(before.id)
    }
    expect([text.status, text.score]).toEqual(['QUEUED', null])
  })
})

describe('a name with line breaks in it', () => {
  const name = 'a\r\nSet-Cookie: b=c\r\n\r\n{"level":60}\n\u2028.txt'

  test('adds no response header', async () => {
    const { body } = await ana.call('POST', '/class-groups', { class_name: name })
    const { authorization } = await testApp.headers('ana')
    const response = await fetch(
      `http://127.0.0.1:${port}${apiBase}/class-groups/${(body as { id: string }).id}/csv`,
      {
        headers: { authorization },
      },
    )
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.~!$&+^`|-]*$/,
    )
  })

  test('adds no log line', async () => {
    await ana.upload('/documents/upload', 'file', [{ name, content: prose(60) }])
    await testApp.app.inject({
      url: '/%0a%7b%22level%22:60%7d',
      headers: { 'user-agent': name.replaceAll(/[\r\n\u2028]/g, ' ') },
    })
    for (const line of testApp.logged) {
      expect(line.trimEnd()).not.toContain('\n')
      expect(() => JSON.parse(line) as unknown).not.toThrow()
    }
  })
})

test('the most verbose log contains no token, key, email address, name or student text', async () => {
  const mark = 'Zebrafish'
  const { authorization } = await testApp.headers('ana')
  const made = (await ana.call('POST', '/integrations/api-keys', { name: mark, scopes: ['documents:write'] }))
    .body as { key: string }
  await testApp.caller(`Bearer ${made.key}`).call('POST', '/documents/text', { text: `${mark} ${prose(60)}` })
  await ana.call('POST', '/students', { first_name: mark, last_name: mark, email: `${mark}@school.example` })
  await ana.call('GET', `/students?search=${mark}`)
  await ana.upload('/documents/upload', 'file', [{ name: `${mark}.txt`, content: `${mark} ${prose(60)}` }])
  await ana.upload('/documents/upload', 'file', [{ name: `${mark}.exe`, content: Buffer.from([0, 1, 2, 3]) }])
  await testApp.app.inject({
    url: `/${mark}?code=${mark}&state=${mark}`,
    headers: { cookie: `_session=${mark}` },
  })
  await testApp.app.inject({
    method: 'POST',
    url: '/lti/launch',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `id_token=${mark}&state=${mark}`,
  })
  await testApp.broken()
  const log = testApp.logged.join('')
  expect(log).toContain('Answered')
  for (const secret of [
    mark,
    authorization.slice('Bearer '.length),
    made.key,
    'ana@school.example',
    'Bearer',
  ])
    expect(log).not.toContain(secret)
})
