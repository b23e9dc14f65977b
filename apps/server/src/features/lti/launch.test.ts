import type { ClassGroup, LtiOpened, LtiPlatforms } from '@penmark/contract'
import { createRemoteJWKSet, importJWK, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestHouse, type TestHouse, type TestTeacher } from '../../testing/house.ts'
import { launching } from '../../testing/launching.ts'
import { roles, startTestPlatform, type TestPlatform } from '../../testing/platform.ts'
import { ownKeys } from './own-keys.ts'
import { sweepLaunches } from './receive-launch.ts'

const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`

let house: TestHouse
let platform: TestPlatform
let operator: TestTeacher
let teachers = 0
let ana: TestTeacher

beforeAll(async () => {
  house = await startTestHouse({ works: false })
  platform = await startTestPlatform()
  operator = await house.teacher('operator')
  expect((await operator.call('POST', '/admin/lti/platforms', platform.description)).status).toBe(201)
})
afterAll(async () => {
  await house.close()
  await platform.close()
})
beforeEach(async () => {
  teachers += 1
  ana = await house.teacher(`ana-${teachers}`)
  await house.database.query('delete from lti_people')
})

const { begin, begun, land, launch } = launching(
  () => house.app,
  () => platform,
)
const open = (teacher: TestTeacher, ticket: string, confirm = false) =>
  teacher.call('POST', `/integrations/lti/launches/${ticket}`, { confirm })
const classes = async (teacher = ana) => (await teacher.call('GET', '/class-groups')).body as ClassGroup[]

describe('a launch from a learning platform', () => {
  test('begins with a state and a nonce for this browser, at the address that the platform was entered with', async () => {
    const { location, setCookie } = await begin()
    expect(`${location.origin}${location.pathname}`).toBe(platform.description.auth_url)
    expect(Object.fromEntries(location.searchParams)).toEqual({
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: platform.description.client_id,
      redirect_uri: 'http://localhost/lti/launch',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      login_hint: '7',
      lti_message_hint: 'm',
    })
    expect(setCookie).toMatch(/^penmark_lti=[\w-]{43}; Path=\/lti; HttpOnly/)
  })

  test('asks once whether the account there is theirs, then leads into the class of the course', async () => {
    const first = await launch()
    expect(await open(ana, first)).toMatchObject({
      status: 200,
      body: { state: 'confirm', platform: 'Moodle of the school', course: 'Year 10 English', name: 'Ana Sol' },
    })
    expect(await classes()).toEqual([])
    const { class_group_id } = (await open(ana, first, true)).body as Extract<LtiOpened, { state: 'open' }>
    expect(await classes()).toMatchObject([{ id: class_group_id, class_name: 'Year 10 English' }])
    expect((await open(ana, await launch())).body).toEqual({ state: 'open', class_group_id, can_add_students: false })
    expect(await classes()).toHaveLength(1)
  })

  test('leads into the class that has the name of the course already', async () => {
    const { id } = (await ana.call('POST', '/class-groups', { class_name: 'year 10 english' })).body as ClassGroup
    expect((await open(ana, await launch(), true)).body).toMatchObject({ state: 'open', class_group_id: id })
  })

  test('for the settings of an assignment leads into the class of its course', async () => {
    const { body } = await open(ana, await launch({ [claim('message_type')]: 'LtiAssetProcessorSettingsRequest' }), true)
    expect(body).toMatchObject({ state: 'open', class_group_id: (await classes())[0]?.id })
  })

  test('from no course leads to no class', async () => {
    expect((await open(ana, await launch({ [claim('context')]: undefined }), true)).body).toMatchObject({
      state: 'open',
      class_group_id: null,
    })
  })

  test('signs nobody in, and trusts no e-mail of the platform', async () => {
    const ticket = await launch({ email: 'operator@school.example' })
    const answer = await house.app.inject({ method: 'POST', url: `/api/v1/integrations/lti/launches/${ticket}`, payload: {} })
    expect(answer.statusCode).toBe(401)
    expect((await open(ana, ticket)).body).toMatchObject({ state: 'confirm' })
  })

  test('of an account that is another teacher’s opens nothing, also when it is confirmed', async () => {
    await open(ana, await launch(), true)
    const bo = await house.teacher(`bo-${teachers}`)
    expect(await open(bo, await launch(), true)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await classes(bo)).toEqual([])
  })

  test('is followed by the first who comes with its ticket, once, and by nobody else', async () => {
    const bo = await house.teacher(`bo-${teachers}`)
    const ticket = await launch()
    expect((await open(ana, ticket)).status).toBe(200)
    expect((await open(bo, ticket, true)).status).toBe(404)
    expect((await open(ana, ticket, true)).status).toBe(200)
    expect((await open(ana, ticket, true)).status).toBe(404)
  })

  test('is over after half an hour', async () => {
    const ticket = await launch()
    await sweepLaunches(house.database, new Date(Date.now() + 31 * 60_000))
    expect((await open(ana, ticket, true)).status).toBe(404)
  })
})

const seconds = () => Math.floor(Date.now() / 1_000)

describe('a launch is refused with its reason', () => {
  let other: TestPlatform
  beforeAll(async () => {
    // The keys of a platform of its own are read for the first time here.
    await platform.close()
    platform = await startTestPlatform()
    await operator.call('POST', '/admin/lti/platforms', platform.description)
    other = await startTestPlatform()
  })
  afterAll(() => other.close())

  test.each([
    ['made for another tool', 'audience', { aud: 'somebody-else' }],
    ['made for us and another by another', 'audience', () => ({ aud: [platform.description.client_id, 'b'], azp: 'b' })],
    ['made for two without saying by whom', 'audience', () => ({ aud: [platform.description.client_id, 'b'] })],
    ['of another issuer', 'issuer', { iss: 'https://elsewhere.example' }],
    ['expired', 'expired', () => ({ iat: seconds() - 200, exp: seconds() - 100 })],
    ['without an end', 'expired', { exp: undefined }],
    ['made long ago', 'issued', () => ({ iat: seconds() - 3_600, exp: seconds() + 300 })],
    ['made in the future', 'issued', () => ({ iat: seconds() + 3_600, exp: seconds() + 7_200 })],
    ['with another nonce', 'nonce', { nonce: 'another' }],
    ['without a nonce', 'nonce', { nonce: undefined }],
    ['of a deployment that nobody let in', 'deployment', { [claim('deployment_id')]: '2' }],
    ['without a deployment', 'message', { [claim('deployment_id')]: undefined }],
    ['of another version', 'message', { [claim('version')]: '1.1' }],
    ['of another kind', 'message', { [claim('message_type')]: 'LtiSomethingElse' }],
    ['with a name that no database holds', 'message', { name: 'Ana\u0000' }],
    ['of nobody', 'person', { sub: undefined }],
    ['of a learner', 'role', { [claim('roles')]: [roles.learner] }],
    ['of a person without roles', 'role', { [claim('roles')]: [] }],
  ] as [string, string, Record<string, unknown> | (() => Record<string, unknown>)][])('%s: %s', async (_, reason, claims) => {
    const start = await begun()
    const token = await platform.token(start.nonce, { claims: typeof claims === 'function' ? claims() : claims })
    const to = await land(token, start)
    expect([to.pathname, to.searchParams.get('reason')]).toEqual(['/lti/refused', reason])
  })

  test('signed by a foreign key: signature', async () => {
    const start = await begun()
    expect((await land(await platform.token(start.nonce, { foreign: true }), start)).searchParams.get('reason')).toBe('signature')
  })

  test.each([
    ['another key', { kid: 'another' }],
    ['no key', { kid: undefined }],
  ])('naming %s: key', async (_, header) => {
    const start = await begun()
    expect((await land(await platform.token(start.nonce, { header }), start)).searchParams.get('reason')).toBe('key')
  })

  test('unsigned, or signed with a public key as a secret: algorithm', async () => {
    const start = await begun()
    const [, payload] = (await platform.token(start.nonce)).split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    expect((await land(none, start)).searchParams.get('reason')).toBe('algorithm')
    const again = await begun()
    const secret = new TextEncoder().encode('a public key in letters, as anybody can read it')
    const confused = await new SignJWT({ nonce: again.nonce }).setProtectedHeader({ alg: 'HS256', kid: 'x' }).sign(secret)
    expect((await land(confused, again)).searchParams.get('reason')).toBe('algorithm')
  })

  test('sent twice, or with a state that was never given: state', async () => {
    const start = await begun()
    const token = await platform.token(start.nonce)
    expect((await land(token, start)).pathname).toBe('/lti/launch')
    expect((await land(token, start)).searchParams.get('reason')).toBe('state')
    expect((await land(token, { ...start, state: 'x'.repeat(43) })).searchParams.get('reason')).toBe('state')
  })

  test('ended in another browser than it began in: state', async () => {
    const [mine, theirs] = [await begun(), await begun()]
    expect((await land(await platform.token(mine.nonce), { state: mine.state, cookie: theirs.cookie })).searchParams.get('reason')).toBe(
      'state',
    )
    const again = await begun()
    expect((await land(await platform.token(again.nonce), { state: again.state, cookie: '' })).searchParams.get('reason')).toBe('state')
  })

  test('with a token that is none: message', async () => {
    expect((await land('not a token', await begun())).searchParams.get('reason')).toBe('message')
  })

  test.each([
    ['a platform that nobody let in', () => ({ iss: other.description.issuer })],
    ['a client that nobody let in', () => ({ client_id: 'another' })],
  ])('begun by %s: platform', async (_, change) => {
    const { location } = await begin(change())
    expect([location.pathname, location.searchParams.get('reason')]).toEqual(['/lti/refused', 'platform'])
  })

  test('of a platform whose keys cannot be read: keys', async () => {
    await operator.call('POST', '/admin/lti/platforms', other.description)
    await other.close()
    const [mine, theirs] = [platform, other]
    platform = theirs
    const start = await begun()
    const to = await land(await theirs.token(start.nonce), start)
    platform = mine
    expect(to.searchParams.get('reason')).toBe('keys')
  })

  test('and its reason alone reaches the log, no token and no name', () => {
    const log = house.logged.join('\n')
    expect(log).toContain('"reason":"deployment"')
    expect(log).not.toMatch(/Ana Sol|eyJ|ana@school/)
  })
})

describe('the platforms', () => {
  test('say which of their deployments may launch, and show the one that asked in vain', async () => {
    const start = await begun()
    const claims = { [claim('deployment_id')]: 'campus-2' }
    expect((await land(await platform.token(start.nonce, { claims }), start)).searchParams.get('reason')).toBe('deployment')
    const known = async () =>
      ((await operator.call('GET', '/admin/lti/platforms')).body as LtiPlatforms).platforms.find(
        ({ issuer }) => issuer === platform.description.issuer,
      )
    const { id = '', asked_deployment_id } = (await known()) ?? {}
    expect(asked_deployment_id).toBe('campus-2')
    expect(await ana.call('PUT', `/admin/lti/platforms/${id}`, { deployment_ids: ['campus-2'] })).toMatchObject({ status: 403 })
    expect(await operator.call('PUT', `/admin/lti/platforms/${id}`, { deployment_ids: [] })).toMatchObject({ status: 422 })
    expect(await operator.call('PUT', `/admin/lti/platforms/${id}`, { deployment_ids: ['1', 'campus-2'] })).toMatchObject({
      status: 200,
      body: { deployment_ids: ['1', 'campus-2'], asked_deployment_id: null },
    })
    expect(await launch(claims)).toMatch(/^[\w-]{43}$/)
    expect((await operator.call('GET', '/admin/audit')).body).toMatchObject([
      { deed: 'platform.change', target_id: id, details: { deployments: 2 } },
      {},
      {},
      {},
    ])
    await operator.call('PUT', `/admin/lti/platforms/${id}`, { deployment_ids: ['1'] })
  })

  test('are entered by an administrator alone, once, and removed with what they sent', async () => {
    const { tool, platforms } = (await operator.call('GET', '/admin/lti/platforms')).body as LtiPlatforms
    expect(tool).toEqual({
      login_url: 'http://localhost/lti/login',
      launch_url: 'http://localhost/lti/launch',
      keys_url: 'http://localhost/lti/keys',
    })
    const platformId = platforms[0]?.id ?? ''
    expect(platforms).toHaveLength(3)
    expect(await ana.call('POST', '/admin/lti/platforms', platform.description)).toMatchObject({ status: 403 })
    expect(await operator.call('POST', '/admin/lti/platforms', platform.description)).toMatchObject({ status: 409 })
    expect(await operator.call('DELETE', `/admin/lti/platforms/${platformId}`)).toMatchObject({ status: 200 })
    expect(await operator.call('DELETE', `/admin/lti/platforms/${platformId}`)).toMatchObject({ status: 404 })
  })

  test('need addresses and a deployment', async () => {
    const input = { ...platform.description, auth_url: 'nowhere', deployment_ids: [] }
    expect(await operator.call('POST', '/admin/lti/platforms', input)).toMatchObject({
      status: 422,
      body: {
        detail: expect.arrayContaining([
          expect.objectContaining({ loc: ['auth_url'] }),
          expect.objectContaining({ loc: ['deployment_ids'] }),
        ]),
      },
    })
  })

  test('are shown our public key, by which they check what we sign', async () => {
    const address = await house.app.listen({ port: 0, host: '127.0.0.1' })
    const published = (await (await fetch(`${address}/lti/keys`)).json()) as { keys: Record<string, unknown>[] }
    expect(published.keys).toEqual([{ kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: expect.any(String), alg: 'RS256', use: 'sig' }])
    const [key] = await ownKeys(house.database)
    const signed = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256', kid: key?.kid ?? '' })
      .sign(await importJWK(key?.private_jwk ?? { kty: 'RSA' }, 'RS256'))
    await jwtVerify(signed, createRemoteJWKSet(new URL(`${address}/lti/keys`)))
  })
})
