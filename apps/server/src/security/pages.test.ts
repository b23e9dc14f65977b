import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import cookie from '@fastify/cookie'
import { apiBase, oidc } from '@penmark/contract'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from '../http/server.ts'
import { createEmbeddedIdentity } from '../services/identity/embedded/embedded.ts'
import { amara } from '../services/identity/testing/browser.ts'
import { startTestServer, type TestServer } from '../services/identity/testing/server.ts'
import { parsePrintedRoutes } from '../testing/printed-routes.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { identityRoutes } from './access-rules.ts'

const page =
  '<!doctype html><script nonce="__CSP_NONCE__" src="/assets/app-1.js"></script><style nonce="__CSP_NONCE__">a{}</style>'
const publicPage =
  '<!doctype html><link rel="stylesheet" href="/assets/site-1.css"><script src="/assets/first-1.js"></script><p>__ADDRESS__</p>'

let testApp: TestApp
let origin: string
beforeAll(async () => {
  testApp = await startTestApp({
    works: false,
    prepareWeb: async (folder) => {
      await mkdir(path.join(folder, 'assets'), { recursive: true })
      await mkdir(path.join(folder, '.pages/standard/en-GB'), { recursive: true })
      for (const name of ['index.html', 'write.html']) await writeFile(path.join(folder, name), page)
      await writeFile(path.join(folder, 'assets/app-1.js'), 'let app')
      await writeFile(path.join(folder, 'assets/site-1.css'), 'a { color: red }')
      await writeFile(path.join(folder, 'assets/first-1.js'), 'let first')
      await writeFile(path.join(folder, '.pages/standard/en-GB/home.html'), publicPage)
    },
  })
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const address = testApp.app.server.address()
  origin = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
})
afterAll(() => testApp.close())

/** Scripts and styles in this response that its policy does not allow. */
function violationsIn(html: string, policy: string): string[] {
  const elements = [...html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g)]
  const unnamed = elements.filter(([, , attributes = '', content = '']) => {
    const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1]
    if (nonce !== undefined) return !policy.includes(`'nonce-${nonce}'`)
    return content.trim() !== '' && !/'sha256-/.test(policy)
  })
  const handlers = html.match(/<[^>]+\s(on\w+|style)=/g) ?? []
  return [...unnamed.map(([whole]) => whole), ...handlers]
}

/** What every response must carry. */
function expectSafe({ headers }: Response, html: string): void {
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/default-src '(self|none)'/)
  expect(policy).not.toMatch(/unsafe-|\*|http:/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('server')).toBeNull()
  if (!(headers.get('content-type') ?? '').startsWith('text/html')) return
  expect(policy).toMatch(/base-uri 'none'/)
  expect(policy).toMatch(/frame-ancestors 'none'/)
  expect(policy).toMatch(/form-action /)
  expect(headers.get('referrer-policy')).toMatch(/no-referrer|same-origin/)
  expect(violationsIn(html, policy)).toEqual([])
}

const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

describe('an answer', () => {
  test.each([
    '/',
    '/dashboard',
    '/write',
    '/documents/1/report',
    '/no/such/page',
    '/assets/app-1.js',
    '/assets/none.js',
    '/favicon.ico',
    '/robots.txt',
    '/sitemap.xml',
    '/healthz',
    '/broken',
    '//',
    '//evil.example/%2f..',
    '/%ff',
    '/%',
    `/${'a'.repeat(5_000)}`,
    '/test-payment/checkout/none',
    '/test-payment/portal/none',
    '/lti/login',
    '/lti/keys',
    `${apiBase}/settings`,
    `${apiBase}/documents`,
    `${apiBase}/exports/none`,
    `${apiBase}/openapi.json`,
  ])('at %s has a strict policy, and is for no other site', async (address) => {
    const response = await fetch(origin + address, { headers: foreign, redirect: 'manual' })
    expectSafe(response, await response.text())
  })

  test.each(['/', `${apiBase}/documents`, `${apiBase}/settings`, '/lti/launch'])(
    'allows no other site a preflight request at %s',
    async (address) => {
      const headers = {
        ...foreign,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      }
      const response = await fetch(origin + address, { method: 'OPTIONS', headers })
      expect(response.ok).toBe(false)
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-allow'))).toEqual(
        [],
      )
    },
  )

  test('with the page on which students write is never kept, indexed or named to another site', async () => {
    const { status, headers } = await fetch(`${origin}/write`)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(headers.get('content-security-policy')).not.toMatch(/https:/)
  })

  test('of the API is never cached', async () => {
    const { authorization } = await testApp.headers('ana')
    for (const address of [
      '/documents',
      '/teachers/me',
      '/students',
      '/settings',
      '/exports/none',
      '/documents/none/text',
    ]) {
      const response = await fetch(`${origin}${apiBase}${address}`, { headers: { authorization } })
      expect([address, response.headers.get('cache-control')]).toEqual([address, 'no-store'])
    }
  })

  test('does not accept cookies as a sign-in: an API call with only cookies is refused', async () => {
    const headers = {
      cookie: '_session=x; _session.sig=y; penmark_lti=z',
      'content-type': 'application/json',
    }
    const response = await fetch(`${origin}${apiBase}/students`, {
      method: 'POST',
      headers,
      body: '{"first_name":"A","last_name":"B"}',
    })
    expect(response.status).toBe(401)
  })
})

test.each([
  [true, 'max-age=31536000'],
  [false, undefined],
])('over https (%s) promises https for a year', async (overHttps, promised) => {
  const app = await createServer({
    logger: pino({ level: 'silent' }),
    trustProxy: null,
    publicUrl: overHttps ? 'https://penmark.example' : 'http://localhost:3000',
    waitingForDatabase: () => 0,
    version: '0',
    routes: {},
    assertReady: async () => undefined,
    readWarnings: async () => [],
    writeAccess: { assertMayWrite: () => undefined, readObstacles: async () => [] },
  })
  expect((await app.inject('/healthz')).headers['strict-transport-security']).toBe(promised)
  await app.close()
})

describe('the pages of identity', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  test.each([
    '/oauth2/auth',
    '/oauth2/logout',
    '/logout',
    '/interaction/none',
    '/interaction/none/login',
    '/identity/forgot',
    '/identity/reset',
    '/identity/account/password',
    '/identity/account/devices',
    '/identity/account/second-step',
    '/interaction/none/code',
    '/oauth2/none',
  ])('%s has a strict policy, and is for no other site', async (address) => {
    const response = await fetch(server.origin + address, { headers: foreign, redirect: 'manual' })
    expect(response.status).toBeLessThan(500)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    // A redirect has no page.
    if (response.status < 300 || response.status >= 400) expectSafe(response, await response.text())
  })

  test('are all at known addresses, and those about an account share a prefix', () => {
    const answered = parsePrintedRoutes(server.app.printRoutes({ commonPrefix: false }))
    expect(answered.length).toBeGreaterThan(10)
    const unknown = answered.filter(
      (address) => identityRoutes[address] === undefined && !/^\/(identity|interaction)\//.test(address),
    )
    expect(unknown).toEqual([])
  })

  test.each(['http://localhost', 'https://penmark.example'])(
    'the sign-in cookies at %s are HttpOnly and for no other site',
    async (publicUrl) => {
      const { database, mailer } = server
      const identity = await createEmbeddedIdentity({
        database,
        publicUrl,
        mailer,
        supportEmail: 'help@school.example',
        endGrants: async () => undefined,
        onError: (error) => server.errors.push(error),
      })
      const app = Fastify()
      await app.register(cookie)
      await identity.register(app)
      const query = new URLSearchParams({
        client_id: oidc.clientId,
        response_type: 'code',
        scope: oidc.scope,
        redirect_uri: `${publicUrl}/`,
        state: 'x'.repeat(32),
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      })
      const isSecure = publicUrl.startsWith('https:')
      const cookies: string[] = []
      /** Continues like a browser with these cookies; returns where it is redirected. */
      const follow = async (url: string, form?: Record<string, string>) => {
        const response = await app.inject({
          url,
          headers: {
            host: new URL(publicUrl).host,
            cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
            'content-type': 'application/x-www-form-urlencoded',
            'sec-fetch-site': 'same-origin',
          },
          ...(form && { method: 'POST', payload: new URLSearchParams(form).toString() }),
        })
        cookies.push(...[response.headers['set-cookie'] ?? []].flat())
        expect(response.statusCode).toBe(303)
        return new URL(response.headers.location ?? '', publicUrl).pathname
      }
      const interaction = await follow(`/oauth2/auth?${query}`)
      await follow(await follow(`${interaction}/register`, { ...amara, email: `${isSecure}@school.example` }))
      const given = cookies.filter((cookie) => !/^[^=]+=;/.test(cookie))
      for (const cookie of given) {
        expect(cookie).toMatch(/; httponly/i)
        expect(cookie).toMatch(/; samesite=lax/i)
        expect([cookie, /; secure/i.test(cookie)]).toEqual([cookie, isSecure])
      }
      const session = given.filter((cookie) => /^\w+-?session(\.sig)?=/.test(cookie))
      expect(session).toHaveLength(2)
      // The prefix with which a browser accepts a cookie only over https, only from this host, and for the
      // whole host.
      for (const cookie of session)
        expect(cookie).toMatch(isSecure ? /^__Host-session(\.sig)?=[^;]+; path=\/;/ : /^_session(\.sig)?=/)
      if (isSecure) for (const cookie of given) expect(cookie).toMatch(/^(__Host-|__Secure-|penmark_device=)/)
      await app.close()
      await identity.close()
    },
  )
})
