import { oidc } from '@penmark/contract'
import { decodeJwt, decodeProtectedHeader, importJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import type { Database } from '../../database/database.ts'
import { amara, createBrowser, readTokens, registerForCode, registerForTokens } from '../testing/browser.ts'
import { describeIdentity } from '../testing/identity.suite.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { readKeys } from './keys.ts'

let database: Database
let server: TestServer
beforeAll(async () => {
  database = await openTestDatabase()
  server = await startTestServer({ database })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  await database.close()
})

describeIdentity('the embedded provider', async () => {
  const ownServer = await startTestServer({ database })
  const [signingKey] = await readKeys(database, new Date())
  if (!signingKey) throw new Error('There is no signing key.')
  const { kty, n = '', e = '', kid, alg } = signingKey
  const [privateKey, publicKey] = await Promise.all([
    importJWK(signingKey),
    importJWK({ kty, n, e, alg }, alg, { extractable: true }),
  ])
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array)
    throw new Error('The signing key is not a pair.')
  return {
    identity: ownServer.identity,
    issuer: ownServer.origin,
    privateKey,
    publicKey,
    kid,
    close: () => ownServer.close(),
  }
})

let accounts = 0
const newPerson = () => ({ ...amara, email: `teacher${++accounts}@school.example` })
const verifier = 'v'.repeat(43)

describe('the protocol of the embedded provider', () => {
  test('registers an account and issues tokens that our own check accepts', async () => {
    const account = newPerson()
    const tokens = await registerForTokens(createBrowser(server.origin), account)
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      aud: oidc.audience,
      iss: server.origin,
      client_id: oidc.clientId,
    })
    expect(tokens.expires_in).toBe(600)
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      aud: oidc.clientId,
      nonce: 'nonce',
      email: account.email,
      given_name: 'Amara',
    })
    expect(await server.identity.verify(tokens.access_token)).toEqual({
      subject: decodeJwt(tokens.access_token).sub,
      email: account.email,
      emailVerified: false,
      givenName: 'Amara',
      familyName: 'Osei',
      picture: null,
      roles: [],
      issuedAt: expect.any(Date),
    })
  })

  test('refuses the ID token where an access token is asked for', async () => {
    const { id_token } = await registerForTokens(createBrowser(server.origin), newPerson())
    await expect(server.identity.verify(id_token)).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('opens the registration page for prompt=create and for start_page=registration', async () => {
    const browser = createBrowser(server.origin)
    expect((await browser.authorize({ prompt: 'create' })).url.pathname).toMatch(/\/register$/)
    expect((await browser.authorize({ start_page: 'registration' })).url.pathname).toMatch(/\/register$/)
    expect((await browser.authorize()).url.pathname).toMatch(/\/login$/)
  })

  test('signs in again without a form during a session, and allows another user to sign in', async () => {
    const browser = createBrowser(server.origin)
    const first = await registerForTokens(browser, newPerson())
    const secondVisit = await browser.authorize({}, verifier)
    expect(secondVisit.url.pathname).toBe('/')
    const second = await readTokens(
      await browser.exchange(secondVisit.url.searchParams.get('code') ?? '', verifier),
    )
    expect(decodeJwt(second.access_token).sub).toBe(decodeJwt(first.access_token).sub)
  })

  test('refuses an authorization request without PKCE', async () => {
    const { url } = await createBrowser(server.origin).authorize({
      code_challenge: null,
      code_challenge_method: null,
    })
    expect(url.searchParams.get('error')).toBe('invalid_request')
    expect(url.searchParams.get('code')).toBeNull()
  })

  test('refuses the plain PKCE method', async () => {
    const { url } = await createBrowser(server.origin).authorize({
      code_challenge: verifier,
      code_challenge_method: 'plain',
    })
    expect(url.searchParams.get('error')).toBe('invalid_request')
  })

  test('shows an error page instead of redirecting to an unregistered address', async () => {
    for (const redirect_uri of ['http://evil.example/', `${server.origin}/elsewhere`, server.origin]) {
      const answer = await createBrowser(server.origin).authorize({ redirect_uri })
      expect(answer.status).toBe(400)
      expect(answer.url.pathname).toBe('/oauth2/auth')
      expect(answer.text).toContain('This sign-in request is not valid')
      expect(answer.text).toContain('write to help@school.example.')
    }
  })

  test('exchanges a code only with its PKCE verifier', async () => {
    const browser = createBrowser(server.origin)
    const code = await registerForCode(browser, newPerson(), verifier)
    const answer = await browser.exchange(code, 'w'.repeat(43))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'invalid_grant' })
    const another = createBrowser(server.origin)
    const exchanged = await another.exchange(await registerForCode(another, newPerson(), verifier), verifier)
    expect(exchanged.status).toBe(200)
    expect(await readTokens(exchanged)).toMatchObject({ access_token: expect.stringMatching(/./) })
  })

  test('refuses a used code, and revokes the tokens it issued', async () => {
    const browser = createBrowser(server.origin)
    const code = await registerForCode(browser, newPerson(), verifier)
    const { refresh_token } = await readTokens(await browser.exchange(code, verifier))
    expect((await browser.exchange(code, verifier)).status).toBe(400)
    expect((await browser.refresh(refresh_token)).status).toBe(400)
  })

  test('allows only one of many simultaneous exchanges of a code', async () => {
    const browser = createBrowser(server.origin)
    const code = await registerForCode(browser, newPerson(), verifier)
    const answers = await Promise.all(Array.from({ length: 6 }, () => browser.exchange(code, verifier)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test('rotates refresh tokens and accepts the previous one for five seconds', async () => {
    const browser = createBrowser(server.origin)
    const first = await registerForTokens(browser, newPerson())
    const second = await readTokens(await browser.refresh(first.refresh_token))
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect((await browser.refresh(first.refresh_token)).status).toBe(200)
    expect((await browser.refresh(second.refresh_token)).status).toBe(200)
  })

  test('ends the sign-in if a refresh token is reused after the leeway', async () => {
    const browser = createBrowser(server.origin)
    const first = await registerForTokens(browser, newPerson())
    const second = await readTokens(await browser.refresh(first.refresh_token))
    await database.query(
      "update identity_record set consumed_at = consumed_at - interval '6 seconds' where consumed_at is not null",
    )
    expect((await browser.refresh(first.refresh_token)).status).toBe(400)
    expect((await browser.refresh(second.refresh_token)).status).toBe(400)
  })

  test('signs out without a prompt and revokes the refresh token', async () => {
    const browser = createBrowser(server.origin)
    const { refresh_token, id_token } = await registerForTokens(browser, newPerson())
    const page = await browser.visit(
      `/oauth2/logout?${new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: `${server.origin}/` }).toString()}`,
    )
    expect(page.text).toContain('document.forms[0].submit()')
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+'$/)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const end = await browser.post('/oauth2/logout/confirm', { xsrf, logout: 'yes' })
    expect(end.url.href).toBe(`${server.origin}/`)
    expect((await browser.refresh(refresh_token)).status).toBe(400)
    expect((await browser.authorize()).url.pathname).toMatch(/\/login$/)
  })

  test("supports the hosted provider’s sign-out address, for the product's origin only", async () => {
    const browser = createBrowser(server.origin)
    await registerForTokens(browser, newPerson())
    expect((await browser.visit(`/logout?redirect=${encodeURIComponent(server.origin)}`)).status).toBe(200)
    const foreign = await browser.visit('/logout?redirect=http%3A%2F%2Fevil.example')
    expect(foreign.status).toBe(400)
    expect(foreign.url.host).toBe(new URL(server.origin).host)
  })

  test('ends every sign-in of the person on all_sessions', async () => {
    const account = newPerson()
    const [browser, other] = [createBrowser(server.origin), createBrowser(server.origin)]
    await registerForTokens(browser, account)
    const form = await other.authorize()
    await other.post(form.url, account)
    const page = await browser.visit(
      `/logout?all_sessions=true&redirect=${encodeURIComponent(server.origin)}`,
    )
    expect((await other.authorize()).url.pathname).toBe('/')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    await browser.post('/oauth2/logout/confirm', {
      xsrf,
      logout: /name="logout" value="([^"]+)"/.exec(page.text)?.[1] ?? '',
    })
    await expect.poll(async () => (await other.authorize()).url.pathname).toMatch(/\/login$/)
  })

  test("accepts what a hosted provider's client sends, follows hint and language, and returns state and nonce", async () => {
    const given = {
      login_hint: 'amara@school.example',
      org_code: 'org_1',
      is_create_org: 'false',
      lang: 'fr',
      start_page: 'login',
    }
    const { status, text } = await createBrowser(server.origin).authorize(given)
    expect(status).toBe(200)
    expect(text).toContain('<html lang="fr-FR">')
    expect(text).toContain('value="amara@school.example"')
    const browser = createBrowser(server.origin)
    const own = { state: 'the page that was open', nonce: 'asked once', prompt: 'create' }
    const form = await browser.authorize({ ...given, ...own }, verifier)
    const { url } = await browser.post(form.url, newPerson())
    expect(url.searchParams.get('state')).toBe('the page that was open')
    const code = url.searchParams.get('code') ?? ''
    const { id_token } = await readTokens(await browser.exchange(code, verifier))
    expect(decodeJwt(id_token)).toMatchObject({ nonce: 'asked once', aud: oidc.clientId })
  })

  test('redirects a request for another host to the issuer, and refuses POST', async () => {
    const other = server.origin.replace('localhost', '127.0.0.1')
    const read = await fetch(`${other}/.well-known/openid-configuration`, { redirect: 'manual' })
    expect(read.status).toBe(308)
    expect(read.headers.get('location')).toBe(`${server.origin}/.well-known/openid-configuration`)
    expect((await fetch(`${other}/oauth2/token`, { method: 'POST' })).status).toBe(421)
  })

  test('names only its own addresses in the discovery document', async () => {
    const answer = await fetch(`${server.origin}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example' },
    })
    const document = await answer.json()
    expect(document).toMatchObject({
      issuer: server.origin,
      authorization_endpoint: `${server.origin}/oauth2/auth`,
      token_endpoint: `${server.origin}/oauth2/token`,
      userinfo_endpoint: `${server.origin}/oauth2/v2/user_profile`,
      end_session_endpoint: `${server.origin}/oauth2/logout`,
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
  })

  test("returns the profile of the token's owner", async () => {
    const account = newPerson()
    const { access_token } = await registerForTokens(createBrowser(server.origin), account)
    const profile = await fetch(`${server.origin}/oauth2/v2/user_profile`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(await profile.json()).toMatchObject({ email: account.email, name: 'Amara Osei' })
    expect((await fetch(`${server.origin}/oauth2/v2/user_profile`)).status).toBe(401)
  })

  test('keeps its keys, accounts and sign-ins across a restart', async () => {
    const browser = createBrowser(server.origin)
    const { access_token, refresh_token } = await registerForTokens(browser, newPerson())
    const { port } = new URL(server.origin)
    await server.close()
    server = await startTestServer({ database, port: Number(port) })
    await expect(server.identity.verify(access_token)).resolves.toMatchObject({ givenName: 'Amara' })
    expect((await browser.refresh(refresh_token)).status).toBe(200)
    expect((await browser.authorize()).url.pathname).toBe('/')
  })
})
