import type { LtiInvitation, LtiPlatforms } from '@penmark/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEgress } from '../../../../services/egress/egress.ts'
import { createLauncher } from '../../../../testing/lti/launches.ts'
import { startTestPlatform, type TestPlatform } from '../../../../testing/lti/platform.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../../testing/test-app.ts'
import { sweepLaunches } from '../launch/receive-launch.ts'

const toolClaim = 'https://purl.imsglobal.org/spec/lti-tool-configuration'

let testApp: TestApp
let operator: TestTeacher
let platform: TestPlatform
beforeAll(async () => {
  testApp = await startTestApp({ works: false, planLimits: false })
  operator = await testApp.teacher('operator')
})
afterAll(() => testApp.close())
beforeEach(async () => {
  platform = await startTestPlatform()
  return () => platform.close()
})

const { post, launch } = createLauncher(
  () => testApp.app,
  () => platform,
)
async function invitation(): Promise<string> {
  const { registration_url } = (await operator.call('POST', '/admin/lti/invitations', {}))
    .body as LtiInvitation
  return new URL(registration_url).searchParams.get('invitation') ?? ''
}
const start = (secret: string, change: Record<string, string> = {}) => ({
  invitation: secret,
  openid_configuration: `${platform.description.issuer}/openid`,
  registration_token: 'once',
  ...change,
})
const openPage = (sent: Record<string, string>) =>
  testApp.app.inject({ method: 'GET', url: `/lti/register?${new URLSearchParams(sent)}` })
const register = (sent: Record<string, string>) => post('/lti/register', sent)
const platforms = async () =>
  ((await operator.call('GET', '/admin/lti/platforms')).body as LtiPlatforms).platforms
const mine = async () => (await platforms()).filter(({ issuer }) => issuer === platform.description.issuer)

describe('a platform registers itself', () => {
  test('with one click of its administrator, and can launch at once', async () => {
    const sent = start(await invitation())
    const page = await openPage(sent)
    expect(page.body).toContain('wants to send teachers to Penmark')
    expect(await mine()).toEqual([])
    const done = await register(sent)
    expect(done.statusCode).toBe(200)
    expect(done.body).toContain(
      "(window.opener || window.parent).postMessage({ subject: 'org.imsglobal.lti.close' }, '*')",
    )
    const { issuer, client_id, auth_url, token_url, keys_url } = platform.description
    expect(await mine()).toMatchObject([
      {
        name: `Moodle (${new URL(issuer).host})`,
        issuer,
        client_id,
        auth_url,
        token_url,
        keys_url,
        deployment_ids: ['1'],
      },
    ])
    expect(await launch()).toMatch(/^[\w-]{43}$/)
    const { body } = await operator.call('GET', '/admin/audit')
    expect(body).toMatchObject([
      { action: 'platform.add', details: { registered: true } },
      { action: 'platform.invite' },
    ])
  })

  test("is told the product's addresses and features, and that no grades are requested", async () => {
    await register(start(await invitation()))
    const [{ token, body } = { token: '', body: {} }] = platform.registrations
    expect(token).toBe('once')
    expect(body).toMatchObject({
      application_type: 'web',
      response_types: ['id_token'],
      grant_types: ['implicit', 'client_credentials'],
      initiate_login_uri: 'http://localhost/lti/login',
      redirect_uris: ['http://localhost/lti/launch'],
      jwks_uri: 'http://localhost/lti/keys',
      token_endpoint_auth_method: 'private_key_jwt',
      [toolClaim]: { domain: 'localhost', target_link_uri: 'http://localhost/lti/launch' },
    })
    expect(JSON.stringify(body)).not.toContain('lti-ags')
  })

  test('without a deployment waits until an administrator allows one', async () => {
    platform.registered = {}
    await register(start(await invitation()))
    const [waiting] = await mine()
    expect(waiting?.deployment_ids).toEqual([])
    expect(await launch()).toBe('')
    expect(await mine()).toMatchObject([{ asked_deployment_id: '1' }])
    await operator.call('PUT', `/admin/lti/platforms/${waiting?.id}`, { deployment_ids: ['1'] })
    expect(await launch()).toMatch(/^[\w-]{43}$/)
  })

  test('in its own frame and no other, without losing who opened it', async () => {
    const { headers } = await openPage(start(await invitation()))
    expect(headers['content-security-policy']).toContain(`frame-ancestors ${platform.description.issuer}`)
    expect([headers['x-frame-options'], headers['cross-origin-opener-policy']]).toEqual([
      undefined,
      'unsafe-none',
    ])
  })

  test('in French for French readers', async () => {
    const url = `/lti/register?${new URLSearchParams(start(await invitation()))}`
    const { body } = await testApp.app.inject({
      method: 'GET',
      url,
      headers: { 'accept-language': 'fr-CA,fr;q=0.9' },
    })
    expect(body).toContain('veut envoyer des enseignants vers Penmark')
  })
})

describe('a registration is refused with its reason', () => {
  const refused = async (sent: Record<string, string>, words: string) => {
    const before = await platforms()
    const answer = await register(sent)
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(words)])
    expect(answer.body).toContain('Nothing was stored.')
    expect(await platforms()).toEqual(before)
  }
  const used = 'This address has already been used or has expired'

  test('without an invitation, or with a wrong, used or expired one', async () => {
    await refused(start(''), used)
    await refused(start('x'.repeat(43)), used)
    const secret = await invitation()
    await register(start(secret))
    await refused(start(secret), used)
    const old = await invitation()
    await sweepLaunches(testApp.database, new Date(Date.now() + 25 * 60 * 60_000))
    await refused(start(old), used)
    expect((await openPage(start(old))).statusCode).toBe(400)
  })

  test('from an unreachable address: nothing is requested', async () => {
    const closed = await startTestApp({
      works: false,
      planLimits: false,
      egress: createEgress({ allowPrivate: false }),
    })
    const keeper = await closed.teacher('operator')
    const { registration_url } = (await keeper.call('POST', '/admin/lti/invitations', {}))
      .body as LtiInvitation
    const secret = new URL(registration_url).searchParams.get('invitation') ?? ''
    for (const openid_configuration of [
      `${platform.description.issuer}/openid`,
      'https://169.254.169.254/latest',
      'https://[::1]/openid',
    ]) {
      const sent = new URLSearchParams(start(secret, { openid_configuration })).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await closed.app.inject({ method: 'POST', url: '/lti/register', headers, payload: sent })
      expect(answer.body).toContain('are not public')
    }
    expect(platform.registrations).toEqual([])
    await closed.close()
  })

  test.each([
    ['that speaks for another', () => ({ issuer: 'https://other.example' })],
    ['that does not say where to register', () => ({ registration_endpoint: undefined })],
    ['that signs with secrets', () => ({ id_token_signing_alg_values_supported: ['HS256'] })],
    ['whose addresses are none', () => ({ jwks_uri: 'javascript:alert(1)' })],
  ])('of a platform %s', async (_, change) => {
    platform.configuration = { ...platform.configuration, ...change() }
    await refused(start(await invitation()), 'does not follow the standard')
    expect(platform.registrations).toEqual([])
  })

  test('from a platform without a description, or that refuses: the invitation stays valid', async () => {
    const secret = await invitation()
    platform.broken.set('/openid', 404)
    await refused(start(secret), 'does not follow the standard')
    platform.broken.clear()
    platform.broken.set('/register', 403)
    await refused(start(secret), 'did not accept the registration')
    platform.broken.clear()
    platform.registered = { client_id: '' }
    await refused(start(secret), 'did not accept the registration')
    platform.registered = {}
    expect((await register(start(secret))).statusCode).toBe(200)
  })

  test('from a platform that is already registered', async () => {
    await register(start(await invitation()))
    await refused(start(await invitation()), 'is already connected')
  })

  test('for anyone but an administrator, who alone creates invitations', async () => {
    const ana = await testApp.teacher('ana')
    expect(await ana.call('POST', '/admin/lti/invitations', {})).toMatchObject({ status: 403 })
  })

  test('and what the platform sends never becomes markup', async () => {
    const answer = await openPage(
      start(await invitation(), { registration_token: '"><script>alert(1)</script>' }),
    )
    expect(answer.body).not.toContain('<script>alert')
  })

  test('and only its reason is logged, no token', () => {
    const log = testApp.logged.join('\n')
    expect(log).toContain('"reason":"known"')
    expect(log).not.toMatch(/once|invitation=/)
  })
})
