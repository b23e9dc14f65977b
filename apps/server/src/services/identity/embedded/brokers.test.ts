import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../testing/authenticator.ts'
import { amara, type Browser, createBrowser, registerForTokens } from '../testing/browser.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { startTestUpstream, type TestUpstream } from '../testing/upstream.ts'

const clientId = 'penmark-at-google'
let upstream: TestUpstream
let server: TestServer
beforeAll(async () => {
  upstream = await startTestUpstream(clientId)
  server = await startTestServer({
    brokers: [{ name: 'google', issuer: upstream.issuer, clientId, clientSecret: 'their secret' }],
  })
})
beforeEach(async () => {
  await server.database.script(
    'delete from identity_account; delete from identity_attempt; delete from mails',
  )
  upstream.next = { claims: verifiedClaims }
  upstream.exchanges.splice(0)
})
afterEach(() => expect(server.errors).toEqual([]))
afterAll(async () => {
  await server.close()
  await upstream.close()
})

const verifiedClaims = {
  sub: 'amara-there',
  email: amara.email,
  email_verified: true,
  given_name: 'Amara',
  family_name: 'Osei',
}

async function signIn(browser: Browser) {
  const form = await browser.authorize()
  return browser.visit(form.url.pathname.replace(/login$/, 'with/google'))
}
const codeOf = ({ url }: { url: URL }) => (url.pathname === '/' ? url.searchParams.get('code') : null)
const accounts = async () =>
  (
    await server.database.query(
      'select email, given_name, password_hash, email_verified_at from identity_account',
    )
  ).rows

describe('signing in through another provider', () => {
  test('is offered on the sign-in and registration pages only if configured', async () => {
    for (const prompt of ['login', 'create']) {
      const { text } = await createBrowser(server.origin).authorize({ prompt })
      expect(text).toContain('Continue with Google')
      expect(text).not.toContain('Microsoft')
    }
    const serverWithoutBrokers = await startTestServer({ database: server.database })
    expect((await createBrowser(serverWithoutBrokers.origin).authorize()).text).not.toContain('Continue with')
    await serverWithoutBrokers.close()
  })

  test('creates an account with a confirmed email and no password, and finds it again', async () => {
    expect(codeOf(await signIn(createBrowser(server.origin)))).toBeTruthy()
    upstream.next = { claims: { ...verifiedClaims, email: 'renamed@school.example' } }
    expect(codeOf(await signIn(createBrowser(server.origin)))).toBeTruthy()
    expect(await accounts()).toEqual([
      { email: amara.email, given_name: 'Amara', password_hash: null, email_verified_at: expect.any(Date) },
    ])
    expect(upstream.exchanges[0]?.get('code_verifier')).toMatch(/^[\w-]{43,}$/)
  })

  test('also asks for two-factor authentication, which users without a password turn on after a fresh sign-in', async () => {
    const page = '/identity/account/second-step'
    const browser = createBrowser(server.origin)
    await signIn(browser)
    await server.database.query(
      "update identity_record set payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::bigint - 700)) where model = 'Session'",
    )
    expect((await browser.visit(page)).text).toContain('Sign in there once more')
    await browser.post(page, { action: 'begin' })
    expect((await server.database.query('select 1 from identity_second_step')).rows).toEqual([])
    const form = await browser.authorize({ prompt: 'login' })
    await browser.visit(form.url.pathname.replace(/login$/, 'with/google'))
    const app = createAuthenticator((await browser.post(page, { action: 'begin' })).text)
    expect((await browser.post(page, { action: 'confirm', code: app.codeAt(new Date()) })).text).toContain(
      'Your recovery codes',
    )
    const other = createBrowser(server.origin)
    const unfinished = await signIn(other)
    expect([codeOf(unfinished), unfinished.url.pathname.endsWith('/code')]).toEqual([null, true])
    expect(
      codeOf(await other.post(unfinished.url, { code: app.codeAt(new Date(Date.now() + 30_000)) })),
    ).toBeTruthy()
  })

  test('links the account with the same email, notifies its owner, and removes what an unconfirmed owner set', async () => {
    const stranger = createBrowser(server.origin)
    const { refresh_token } = await registerForTokens(stranger)
    expect(codeOf(await signIn(createBrowser(server.origin)))).toBeTruthy()
    expect(await accounts()).toMatchObject([{ password_hash: null, email_verified_at: expect.any(Date) }])
    expect((await stranger.refresh(refresh_token)).status).toBe(400)
    expect((await server.mailsTo(amara.email, 'identity.linked'))[0]?.subject).toContain('Google')
  })

  test('keeps password and sign-ins of an account with a confirmed email', async () => {
    const owner = createBrowser(server.origin)
    const { refresh_token } = await registerForTokens(owner)
    await server.database.query('update identity_account set email_verified_at = now()')
    expect(codeOf(await signIn(createBrowser(server.origin)))).toBeTruthy()
    expect(await accounts()).toMatchObject([{ password_hash: expect.stringContaining('$argon2id$') }])
    expect((await owner.refresh(refresh_token)).status).toBe(200)
  })

  test.each([
    ['is not vouched for', { ...verifiedClaims, email_verified: false }],
    ['is vouched for by nobody', { sub: 'amara-there', email: amara.email }],
    ['is vouched for with another word', { ...verifiedClaims, email_verified: 'yes' }],
  ])('never opens an account if the email %s', async (_name, claims) => {
    await registerForTokens(createBrowser(server.origin))
    upstream.next = { claims }
    const answer = await signIn(createBrowser(server.origin))
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('There is already an account with this email')
    expect((await server.database.query('select 1 from identity_link')).rows).toEqual([])
  })

  test('trusts Entra about an address whose domain it verified', async () => {
    await registerForTokens(createBrowser(server.origin))
    upstream.next = { claims: { sub: 'amara-there', email: amara.email, xms_edov: '1', name: 'Amara Osei' } }
    expect(codeOf(await signIn(createBrowser(server.origin)))).toBeTruthy()
  })

  test('requires an email address', async () => {
    upstream.next = { claims: { sub: 'nobody' } }
    expect((await signIn(createBrowser(server.origin))).text).toContain('did not share your email')
  })

  test.each([
    ['that was refused there', { claims: verifiedClaims, refuses: true }],
    ['with the nonce of another', { claims: verifiedClaims, nonce: 'another' }],
    ['signed by a foreign key', { claims: verifiedClaims, foreignKey: true }],
    ['without a subject', { claims: { ...verifiedClaims, sub: '' } }],
  ])('does not accept an answer %s', async (_name, next) => {
    upstream.next = next
    const answer = await signIn(createBrowser(server.origin))
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Sign-in with the other provider did not work')
    expect(await accounts()).toEqual([])
    expect(server.errors.splice(0)).toHaveLength('refuses' in next ? 0 : 1)
  })

  test('accepts an answer once, only in the browser that asked', async () => {
    const browser = createBrowser(server.origin)
    const form = await browser.authorize()
    const there = await fetch(new URL(form.url.pathname.replace(/login$/, 'with/google'), server.origin), {
      redirect: 'manual',
      headers: {
        cookie: browser
          .cookies()
          .map(({ name, value }) => `${name}=${value}`)
          .join('; '),
      },
    })
    const callback = await fetch(there.headers.get('location') ?? '', { redirect: 'manual' })
    const answer = callback.headers.get('location') ?? ''
    expect(new URL(answer).pathname).toBe('/identity/brokered/google')
    const response = await createBrowser(server.origin).visit(answer)
    expect(response.status).toBe(400)
    expect(response.text).toContain('This sign-in page has expired')
    expect(codeOf(await browser.visit(answer))).toBeTruthy()
    expect((await browser.visit(answer)).status).toBe(400)
  })

  test('reports that the other provider cannot be reached', async () => {
    const lonely = await startTestServer({
      database: server.database,
      brokers: [{ name: 'microsoft', issuer: 'http://localhost:1', clientId, clientSecret: 'x' }],
    })
    const browser = createBrowser(lonely.origin)
    const form = await browser.authorize()
    const answer = await browser.visit(form.url.pathname.replace(/login$/, 'with/microsoft'))
    expect(answer.status).toBe(502)
    expect(answer.text).toContain('Sign-in with the other provider did not work')
    expect(lonely.errors).toHaveLength(1)
    await lonely.close()
  })
})
