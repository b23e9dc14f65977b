import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { oidc } from '@penmark/contract'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createExternalIdentity } from '../../services/identity/external.ts'
import type { Identity } from '../../services/identity/identity.ts'
import { amara, createBrowser, registerForTokens } from '../../services/identity/testing/browser.ts'
import { startTestServer, type TestServer } from '../../services/identity/testing/server.ts'
import { startTestUpstream, type TestUpstream } from '../../services/identity/testing/upstream.ts'
import { createAttack } from '../../testing/attack.ts'

const attack = createAttack('identity', 'tokens of OpenID Connect and Google are forged', 'forged tokens')
afterAll(() => attack.expectDefended(36))

const seconds = () => Math.floor(Date.now() / 1_000)
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decoded = (part = '') =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>

/** Claims that a provider signed, but not for us or not for now. */
const wrongClaims = (audience: string): Record<string, Record<string, unknown>> => ({
  'for another audience': { aud: 'another' },
  'for the audience in capitals': { aud: audience.toUpperCase() },
  'for no audience': { aud: undefined },
  'for an empty list of audiences': { aud: [] },
  'of another issuer': { iss: 'https://evil.example' },
  'of no issuer': { iss: undefined },
  expired: { iat: seconds() - 7_200, exp: seconds() - 3_600 },
  'without an end': { exp: undefined },
  'without a subject': { sub: undefined },
  'with an empty subject': { sub: '' },
})

/** Ways to change a signed token, or to sign one without the provider's key. */
const forgeries: Record<string, (token: string) => string | Promise<string>> = {
  'unsigned, with alg none': (token) => `${encoded({ alg: 'none' })}.${token.split('.')[1]}.`,
  'unsigned, with alg nOnE': (token) => `${encoded({ alg: 'nOnE' })}.${token.split('.')[1]}.`,
  'without its signature': (token) => `${token.split('.').slice(0, 2).join('.')}.`,
  'with a part of its signature': (token) => token.slice(0, -80),
  'whose subject was changed afterwards': (token) => {
    const [header, payload, signature] = token.split('.')
    return `${header}.${encoded({ ...decoded(payload), sub: 'head' })}.${signature}`
  },
  'whose address was changed afterwards': (token) => {
    const [header, payload, signature] = token.split('.')
    return `${header}.${encoded({ ...decoded(payload), email: 'head@school.example', email_verified: true })}.${signature}`
  },
  'signed by a foreign key under the id of the right one': async (token) => {
    const [header, payload] = token.split('.')
    const { privateKey } = await generateKeyPair('RS256')
    return new SignJWT(decoded(payload))
      .setProtectedHeader({ alg: 'RS256', kid: String(decoded(header).kid) })
      .sign(privateKey)
  },
  'signed by a key that is in its own header': async (token) => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    return new SignJWT(decoded(token.split('.')[1]))
      .setProtectedHeader({ alg: 'RS256', jwk })
      .sign(privateKey)
  },
  'signed by an unknown key': async (token) => {
    const { privateKey } = await generateKeyPair('RS256')
    return new SignJWT(decoded(token.split('.')[1]))
      .setProtectedHeader({ alg: 'RS256', kid: '../../keys' })
      .sign(privateKey)
  },
  'signed with a shared secret': (token) =>
    new SignJWT(decoded(token.split('.')[1]))
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(new TextEncoder().encode('secret'.repeat(8))),
}

describe('an access token', () => {
  let identity: Identity
  let sign: (claims: Record<string, unknown>) => Promise<string>
  let close = () => {}
  beforeAll(async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'first', use: 'sig' }] }
    const provider = createServer((request, response) => {
      const answer = request.url === '/keys' ? keys : { issuer, jwks_uri: `${issuer}/keys` }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
    await new Promise<void>((resolve) => provider.listen(0, 'localhost', resolve))
    const issuer = `http://localhost:${(provider.address() as AddressInfo).port}`
    close = () => void provider.close()
    identity = await createExternalIdentity({
      ...oidc,
      issuer,
      timing: { keysForMs: 60_000, keysAgainAfterMs: 0, timeoutMs: 2_000 },
      endGrants: async () => undefined,
    })
    sign = (claims) =>
      new SignJWT({
        iss: issuer,
        aud: oidc.audience,
        sub: 'ana',
        iat: seconds(),
        exp: seconds() + 600,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'first' })
        .sign(privateKey)
  })
  afterAll(() => close())

  const attempt = async (what: string, token: string) => {
    const isAccepted = await identity.verify(token).then(
      () => true,
      () => false,
    )
    attack.count(what, isAccepted)
    expect(isAccepted).toBe(false)
  }

  test('that is genuine is accepted, so that a refusal means something', async () => {
    expect((await identity.verify(await sign({}))).subject).toBe('ana')
  })
  test.each(Object.entries({ ...wrongClaims(oidc.audience), 'not valid yet': { nbf: seconds() + 600 } }))(
    '%s is refused',
    async (what, claims) => {
      await attempt(what, await sign(claims))
    },
  )
  test.each(Object.entries(forgeries))('%s is refused', async (what, forge) => {
    await attempt(what, await forge(await sign({})))
  })
})

describe('the answer of Google', () => {
  const clientId = 'penmark-at-google'
  let upstream: TestUpstream
  let server: TestServer
  beforeAll(async () => {
    upstream = await startTestUpstream(clientId)
    server = await startTestServer({
      brokers: [{ name: 'google', issuer: upstream.issuer, clientId, clientSecret: 'their secret' }],
    })
    await registerForTokens(createBrowser(server.origin))
  })
  beforeEach(() => server.database.script('delete from identity_attempt'))
  afterAll(async () => {
    await server.close()
    await upstream.close()
  })

  const claims = {
    sub: 'amara-there',
    email: amara.email,
    email_verified: true,
    given_name: 'Amara',
    family_name: 'Osei',
  }
  const attempt = async (what: string, next: Partial<TestUpstream['next']>) => {
    upstream.next = { claims, ...next }
    const browser = createBrowser(server.origin)
    const form = await browser.authorize()
    const { status } = await browser.visit(form.url.pathname.replace(/login$/, 'with/google'))
    const { rows: links } = await server.database.query('select 1 from identity_link')
    attack.count(`Google: ${what}`, status !== 400 || links.length > 0)
    expect([what, status, links]).toEqual([what, 400, []])
  }

  test.each(Object.entries(wrongClaims(clientId)))('%s opens no account', (what, wrong) =>
    attempt(what, { claims: { ...claims, ...wrong } }),
  )
  test.each(Object.entries(forgeries))('%s opens no account', (what, forge) => attempt(what, { forge }))
  test('with the nonce of another sign-in opens no account', () => attempt('nonce', { nonce: 'another' }))
  test('about an address that nobody confirmed opens no account', async () => {
    await attempt('unconfirmed', { claims: { ...claims, email_verified: false } })
    await attempt('unconfirmed, in a word', { claims: { ...claims, email_verified: 'false' } })
  })
})
