import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { amara, createBrowser, registerForTokens } from '../testing/browser.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { createEmbeddedIdentity } from './embedded.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  await server.database.script(
    'delete from identity_account; delete from identity_attempt; delete from mails; delete from identity_record',
  )
})
afterEach(() => expect(server.errors).toEqual([]))
afterAll(() => server.close())

const newPassword = 'four rather quiet words'

/** Another process of the same installation. */
const startAnother = (database = server.database) =>
  createEmbeddedIdentity({
    database,
    publicUrl: server.origin,
    mailer: server.mailer,
    supportEmail: 'help@school.example',
    endGrants: async () => undefined,
    onError: (error) => server.errors.push(error),
  })
const works = (accessToken: string, identity = server.identity) =>
  identity.verify(accessToken).then(
    () => true,
    () => false,
  )

async function signIn() {
  const browser = createBrowser(server.origin)
  const verifier = 'v'.repeat(43)
  const form = await browser.authorize({}, verifier)
  const { url } = await browser.post(form.url, { email: amara.email, password: amara.password })
  const tokens = await (await browser.exchange(url.searchParams.get('code') ?? '', verifier)).json()
  return { browser, ...(tokens as { access_token: string; refresh_token: string; id_token: string }) }
}

async function signOut(browser: ReturnType<typeof createBrowser>, idToken: string) {
  const page = await browser.visit(
    `/oauth2/logout?${new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: `${server.origin}/` })}`,
  )
  const xsrf = /name="xsrf" value="(\w+)"/.exec(page.text)?.[1] ?? ''
  await browser.post('/oauth2/logout/confirm', { xsrf, logout: 'yes' })
}

describe('an access token', () => {
  test('ends with its sign-in, and no other does', async () => {
    await registerForTokens(createBrowser(server.origin))
    const [here, there] = [await signIn(), await signIn()]
    expect([await works(here.access_token), await works(there.access_token)]).toEqual([true, true])
    await signOut(here.browser, here.id_token)
    await expect.poll(() => works(here.access_token)).toBe(false)
    expect(await works(there.access_token)).toBe(true)
    const profile = await fetch(`${server.origin}/oauth2/v2/user_profile`, {
      headers: { authorization: `Bearer ${here.access_token}` },
    })
    expect(profile.status).toBe(401)
  })

  test('ends with a new password, except in the browser that chose it', async () => {
    await registerForTokens(createBrowser(server.origin))
    const [here, there] = [await signIn(), await signIn()]
    await here.browser.post('/identity/account/password', {
      current_password: amara.password,
      password: newPassword,
    })
    await expect.poll(() => works(there.access_token)).toBe(false)
    expect(await works(here.access_token)).toBe(true)
  })

  test('ends in every process, also in one that starts later', async () => {
    const another = await startAnother()
    await registerForTokens(createBrowser(server.origin))
    const { browser, access_token, id_token } = await signIn()
    expect(await works(access_token, another)).toBe(true)
    await signOut(browser, id_token)
    await expect.poll(() => works(access_token, another)).toBe(false)
    const later = await startAnother()
    expect(await works(access_token, later)).toBe(false)
    await later.close()
    await another.close()
  })

  test('ends within seconds in a process that missed the notice', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const deaf = await startAnother({ ...server.database, listen: () => async () => undefined })
    await registerForTokens(createBrowser(server.origin))
    const { browser, access_token, id_token } = await signIn()
    await signOut(browser, id_token)
    await expect.poll(() => works(access_token)).toBe(false)
    expect(await works(access_token, deaf)).toBe(true)
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    await expect.poll(() => works(access_token, deaf)).toBe(false)
    await deaf.close()
  })

  test('asks the database nothing', async () => {
    const statements: string[] = []
    const { query, orm } = server.database
    const counting = await startAnother({
      ...server.database,
      orm,
      query: (text, values) => {
        statements.push(text)
        return query(text, values)
      },
    })
    const { access_token } = await registerForTokens(createBrowser(server.origin))
    statements.splice(0)
    for (let call = 0; call < 100; call += 1) expect(await works(access_token, counting)).toBe(true)
    expect(statements.filter((text) => !text.includes("model = 'Grant'"))).toEqual([])
    expect(statements.length).toBeLessThan(3)
    await counting.close()
  })
})

describe('a form of the accounts', () => {
  const send = (headers: Record<string, string>) =>
    fetch(`${server.origin}/identity/forgot`, {
      method: 'POST',
      body: new URLSearchParams({ email: amara.email }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  test.each([
    ['names no origin at all', 400, {}],
    ['names no origin and comes from another site', 400, { 'sec-fetch-site': 'cross-site' }],
    ['names no origin and comes from a sister site', 400, { 'sec-fetch-site': 'same-site' }],
    ['names no origin and was typed or opened by a program', 400, { 'sec-fetch-site': 'none' }],
    ['hides its origin', 400, { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['comes from another origin', 400, { origin: 'https://evil.example' }],
    [
      'comes from our page, whose browser says so without an origin',
      200,
      { 'sec-fetch-site': 'same-origin' },
    ],
  ] as const)('that %s is answered with %s', async (_name, status, headers) => {
    expect((await send(headers)).status).toBe(status)
  })

  test('is accepted from our own origin', async () => {
    expect((await send({ origin: server.origin })).status).toBe(200)
  })
})
