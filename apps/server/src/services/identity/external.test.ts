import { createServer } from 'node:http'
import { oidc } from '@penmark/contract'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { createExternalIdentity } from './external.ts'
import { describeIdentity } from './testing/identity.suite.ts'

type Answers = Record<string, { status?: number; body: unknown }>

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve() {
  const answers: Answers = {}
  const requestedPaths: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requestedPaths.push(path)
    const { status = 200, body } = answers[path] ?? { status: 404, body: {} }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The test server has no port.')
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { origin: `http://localhost:${address.port}`, answers, requestedPaths, close }
}

async function makeKey(alg: 'RS256' | 'ES256', kid: string) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk: JWK = { ...(await exportJWK(publicKey)), alg, kid, use: 'sig' }
  const sign = (issuer: string, claims: JWTPayload = {}) =>
    new SignJWT({ sub: 'person-1', email: 'amara@school.example', ...claims })
      .setProtectedHeader({ alg, kid })
      .setIssuer(issuer)
      .setAudience(oidc.audience)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey)
  return { privateKey, publicKey, jwk, sign }
}

const endGrants = async () => undefined
const quickTiming = { keysForMs: 60_000, keysAgainAfterMs: 0, timeoutMs: 2_000 }
const openAt = (issuer: string, onError: (error: unknown) => void = () => undefined) =>
  createExternalIdentity({ ...oidc, issuer, timing: quickTiming, endGrants, onError })

/** An external provider with one key; its issuer may end in a slash. */
async function startProvider(slash = '') {
  const server = await serve()
  const issuer = `${server.origin}${slash}`
  const key = await makeKey('RS256', 'first')
  server.answers['/.well-known/openid-configuration'] = {
    body: { issuer, jwks_uri: `${server.origin}/keys`, userinfo_endpoint: `${server.origin}/me` },
  }
  server.answers['/keys'] = { body: { keys: [key.jwk] } }
  return { ...server, issuer, key, identity: await openAt(server.origin) }
}

const startForTest = async (slash?: string) => {
  const provider = await startProvider(slash)
  closers.push(provider.close)
  return provider
}

describeIdentity('an external provider', async () => {
  const { identity, issuer, key, close } = await startProvider()
  return { identity, issuer, privateKey: key.privateKey, publicKey: key.publicKey, kid: 'first', close }
})

describe('an external provider', () => {
  test('is passed to the browser as configured', async () => {
    const { identity, origin } = await startForTest()
    expect(identity).toMatchObject({
      kind: 'external',
      twoFactorControl: null,
      accounts: null,
      settings: { authority: origin, clientId: 'penmark-web', audience: 'penmark-api' },
    })
  })

  test.each([
    ['groups', { groups: ['staff', 'it'] }],
    ['realm_access.roles', { realm_access: { roles: ['staff', 'it'] }, roles: ['other'] }],
    ['https://school.example/roles', { 'https://school.example/roles': ['staff', 'it'] }],
    [
      'resource_access.penmark.web.roles',
      {
        resource_access: { 'penmark.web': { roles: ['none'] }, penmark: { web: { roles: ['staff', 'it'] } } },
      },
    ],
  ])('takes roles from the claim %s', async (roleClaim, claims) => {
    const { origin, issuer, key } = await startForTest()
    const identity = await createExternalIdentity({
      ...oidc,
      issuer: origin,
      timing: quickTiming,
      endGrants,
      roleClaim,
    })
    const { roles } = await identity.verify(await key.sign(issuer, claims))
    expect(roles).toEqual(['staff', 'it'])
    expect((await identity.verify(await key.sign(issuer, { sub: 'person-2' }))).roles).toEqual([])
  })

  test('takes a single role without a list', async () => {
    const { issuer, key, identity } = await startForTest()
    expect((await identity.verify(await key.sign(issuer, { roles: 'admin' }))).roles).toEqual(['admin'])
  })

  test('counts an address as confirmed where the token says so, or where the operator trusts the provider', async () => {
    const { origin, issuer, key, identity } = await startForTest()
    const verified = async (by: typeof identity, claims = {}) =>
      (await by.verify(await key.sign(issuer, claims))).emailVerified
    expect(await verified(identity)).toBe(false)
    expect(await verified(identity, { email_verified: true })).toBe(true)
    // AWS Cognito writes it as text.
    expect(await verified(identity, { email_verified: 'true' })).toBe(true)
    for (const email_verified of ['false', 'yes', 1, null])
      expect(await verified(identity, { email_verified })).toBe(false)
    const trustingIdentity = await createExternalIdentity({
      ...oidc,
      issuer: origin,
      timing: quickTiming,
      endGrants,
      trustsEmail: true,
    })
    expect(await verified(trustingIdentity)).toBe(true)
    expect(await verified(trustingIdentity, { email: null })).toBe(false)
  })

  test('fetches discovery document and keys once for many tokens', async () => {
    const { identity, issuer, key, requestedPaths } = await startForTest()
    await Promise.all(Array.from({ length: 5 }, async () => identity.verify(await key.sign(issuer))))
    expect(requestedPaths.toSorted()).toEqual(['/.well-known/openid-configuration', '/keys'])
  })

  test('fetches a new key when the provider rotates it, and supports ES256 and RS256', async () => {
    const { identity, issuer, key, answers } = await startForTest()
    const token = await key.sign(issuer)
    await identity.verify(token)
    const next = await makeKey('ES256', 'second')
    answers['/keys'] = { body: { keys: [next.jwk] } }
    await expect(identity.verify(await next.sign(issuer))).resolves.toMatchObject({ subject: 'person-1' })
    // Accepted a moment ago and not expired, but its key is gone.
    await expect(identity.verify(token)).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('supports an issuer that ends in a slash', async () => {
    const { identity, issuer, key, origin } = await startForTest('/')
    await expect(identity.verify(await key.sign(issuer))).resolves.toMatchObject({ subject: 'person-1' })
    await expect(identity.verify(await key.sign(origin))).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('reports busy while the provider does not answer, and recovers when it does', async () => {
    const { origin, issuer, key, answers } = await startForTest()
    const { '/.well-known/openid-configuration': discovery, '/keys': keys } = answers
    if (!discovery || !keys) throw new Error('The provider under test is incomplete.')
    const token = await key.sign(issuer)
    answers['/.well-known/openid-configuration'] = { status: 503, body: {} }
    const reportedErrors: unknown[] = []
    const identity = await openAt(origin, (error) => reportedErrors.push(error))
    expect(reportedErrors).toHaveLength(1)
    await expect(identity.verify(token)).rejects.toMatchObject({ code: 'busy' })
    answers['/.well-known/openid-configuration'] = discovery
    answers['/keys'] = { status: 503, body: {} }
    await expect(identity.verify(token)).rejects.toMatchObject({ code: 'busy' })
    answers['/keys'] = keys
    await expect(identity.verify(token)).resolves.toMatchObject({ subject: 'person-1' })
  })

  test('refuses a discovery document of another issuer', async () => {
    const { key, answers, origin } = await startForTest()
    answers['/.well-known/openid-configuration'] = {
      body: { issuer: 'https://evil.example', jwks_uri: `${origin}/keys` },
    }
    const identity = await openAt(origin)
    await expect(identity.verify(await key.sign('https://evil.example'))).rejects.toMatchObject({
      code: 'busy',
    })
  })

  test('asks the user-info endpoint once for a token without an email, and grants no rights from it', async () => {
    const { identity, issuer, key, answers, requestedPaths } = await startForTest()
    answers['/me'] = {
      body: {
        sub: 'person-1',
        email: 'amara@school.example',
        email_verified: true,
        given_name: 'Amara',
        roles: ['admin'],
      },
    }
    const token = await key.sign(issuer, { email: null })
    const person = { email: 'amara@school.example', emailVerified: true, givenName: 'Amara', roles: [] }
    expect(await identity.verify(token)).toMatchObject(person)
    expect(await identity.verify(token)).toMatchObject(person)
    expect(requestedPaths.filter((path) => path === '/me')).toHaveLength(1)
  })

  test('ignores a user-info response about someone else, or none', async () => {
    const { identity, issuer, key, answers } = await startForTest()
    answers['/me'] = { body: { sub: 'person-2', email: 'other@school.example' } }
    expect(await identity.verify(await key.sign(issuer, { email: null }))).toMatchObject({
      subject: 'person-1',
      email: null,
    })
    answers['/me'] = { status: 401, body: {} }
    expect(await identity.verify(await key.sign(issuer, { sub: 'person-3', email: null }))).toMatchObject({
      subject: 'person-3',
      email: null,
    })
  })
})
