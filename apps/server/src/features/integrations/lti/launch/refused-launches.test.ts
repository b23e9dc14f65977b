import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claim, useCourse } from '../../../../testing/lti/course.ts'
import { roles, startTestPlatform, type TestPlatform } from '../../../../testing/lti/platform.ts'

const course = useCourse({ works: false })
const vocabulary = 'http://purl.imsglobal.org/vocab/lis/v2'
const { begin, beginLaunch, land } = course
const seconds = () => Math.floor(Date.now() / 1_000)

describe('a launch is refused with its reason', () => {
  let other: TestPlatform
  beforeAll(async () => {
    other = await startTestPlatform()
  })
  afterAll(() => other.close())

  test.each([
    ['made for another tool', 'audience', { aud: 'somebody-else' }],
    [
      'made for us and another by another',
      'audience',
      () => ({ aud: [course.platform.description.client_id, 'b'], azp: 'b' }),
    ],
    [
      'made for two without saying by whom',
      'audience',
      () => ({ aud: [course.platform.description.client_id, 'b'] }),
    ],
    ['of another issuer', 'issuer', { iss: 'https://elsewhere.example' }],
    ['expired', 'expired', () => ({ iat: seconds() - 200, exp: seconds() - 100 })],
    ['without an end', 'expired', { exp: undefined }],
    ['made long ago', 'issued', () => ({ iat: seconds() - 3_600, exp: seconds() + 300 })],
    ['made in the future', 'issued', () => ({ iat: seconds() + 3_600, exp: seconds() + 7_200 })],
    ['with another nonce', 'nonce', { nonce: 'another' }],
    ['without a nonce', 'nonce', { nonce: undefined }],
    ['of a deployment that is not allowed', 'deployment', { [claim('deployment_id')]: '2' }],
    ['without a deployment', 'message', { [claim('deployment_id')]: undefined }],
    ['of another version', 'message', { [claim('version')]: '1.1' }],
    ['of another kind', 'message', { [claim('message_type')]: 'LtiSomethingElse' }],
    ['with a name that the database cannot store', 'message', { name: 'Ana\u0000' }],
    ['of nobody', 'person', { sub: undefined }],
    ['of a learner', 'role', { [claim('roles')]: [roles.learner] }],
    ['of a person without roles', 'role', { [claim('roles')]: [] }],
  ] as [string, string, Record<string, unknown> | (() => Record<string, unknown>)][])(
    '%s: %s',
    async (_, reason, claims) => {
      const start = await beginLaunch()
      const token = await course.platform.token(start.nonce, {
        claims: typeof claims === 'function' ? claims() : claims,
      })
      const to = await land(token, start)
      expect([to.pathname, to.searchParams.get('reason')]).toEqual(['/lti/refused', reason])
    },
  )

  test.each([
    [
      'an administrator of the school',
      [`${vocabulary}/institution/person#Administrator`, `${vocabulary}/system/person#Administrator`],
    ],
    ['a designer of the course', [`${vocabulary}/membership#ContentDeveloper`]],
  ])('but not of %s, who is not enrolled as a teacher', async (_, given) => {
    const start = await beginLaunch()
    const to = await land(
      await course.platform.token(start.nonce, { claims: { [claim('roles')]: given } }),
      start,
    )
    expect(to.pathname).toBe('/lti/launch')
  })

  test('also of an administrator who learns in the course: role', async () => {
    const start = await beginLaunch()
    const claims = { [claim('roles')]: [roles.learner, `${vocabulary}/institution/person#Administrator`] }
    expect(
      (await land(await course.platform.token(start.nonce, { claims }), start)).searchParams.get('reason'),
    ).toBe('role')
  })

  test('inside the frame of the platform, in the language of the browser', async () => {
    const start = await beginLaunch()
    const id_token = await course.platform.token(start.nonce, {
      claims: { [claim('roles')]: [roles.learner] },
    })
    const headers = { cookie: start.cookie, 'sec-fetch-dest': 'iframe', 'accept-language': 'fr-FR' }
    const page = await course.post('/lti/launch', { id_token, state: start.state }, headers)
    expect([page.statusCode, page.headers['x-frame-options']]).toEqual([403, undefined])
    expect(page.headers['content-security-policy']).toContain('frame-ancestors *')
    expect(page.body).toContain('lang="fr-FR"')
    expect(page.body).toContain('travail d’écriture')
  })

  test('signed by a foreign key: signature', async () => {
    const start = await beginLaunch()
    expect(
      (await land(await course.platform.token(start.nonce, { foreign: true }), start)).searchParams.get(
        'reason',
      ),
    ).toBe('signature')
  })

  test.each([
    ['another key', { kid: 'another' }],
    ['no key', { kid: undefined }],
  ])('naming %s: key', async (_, header) => {
    const start = await beginLaunch()
    expect(
      (await land(await course.platform.token(start.nonce, { header }), start)).searchParams.get('reason'),
    ).toBe('key')
  })

  test('unsigned, or signed with a public key as a secret: algorithm', async () => {
    const start = await beginLaunch()
    const [, payload] = (await course.platform.token(start.nonce)).split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    expect((await land(none, start)).searchParams.get('reason')).toBe('algorithm')
    const again = await beginLaunch()
    const secret = new TextEncoder().encode('a public key in letters, as anybody can read it')
    const confused = await new SignJWT({ nonce: again.nonce })
      .setProtectedHeader({ alg: 'HS256', kid: 'x' })
      .sign(secret)
    expect((await land(confused, again)).searchParams.get('reason')).toBe('algorithm')
  })

  test('sent twice, or with a state that was never given: state', async () => {
    const start = await beginLaunch()
    const token = await course.platform.token(start.nonce)
    expect((await land(token, start)).pathname).toBe('/lti/launch')
    expect((await land(token, start)).searchParams.get('reason')).toBe('state')
    expect((await land(token, { ...start, state: 'x'.repeat(43) })).searchParams.get('reason')).toBe('state')
  })

  test('finished in another browser: state', async () => {
    const [mine, theirs] = [await beginLaunch(), await beginLaunch()]
    expect(
      (
        await land(await course.platform.token(mine.nonce), { state: mine.state, cookie: theirs.cookie })
      ).searchParams.get('reason'),
    ).toBe('state')
    const again = await beginLaunch()
    expect(
      (
        await land(await course.platform.token(again.nonce), { state: again.state, cookie: '' })
      ).searchParams.get('reason'),
    ).toBe('state')
  })

  test('with an invalid token: message', async () => {
    expect((await land('not a token', await beginLaunch())).searchParams.get('reason')).toBe('message')
  })

  test.each([
    ['an unknown platform', () => ({ iss: other.description.issuer })],
    ['an unknown client', () => ({ client_id: 'another' })],
  ])('begun by %s: platform', async (_, change) => {
    const { location } = await begin(change())
    expect([location.pathname, location.searchParams.get('reason')]).toEqual(['/lti/refused', 'platform'])
  })

  test('from a platform whose keys cannot be read: keys', async () => {
    await course.operator.call('POST', '/admin/lti/platforms', other.description)
    await other.close()
    const mine = course.platform
    course.platform = other
    const start = await beginLaunch()
    const to = await land(await other.token(start.nonce), start)
    course.platform = mine
    expect(to.searchParams.get('reason')).toBe('keys')
  })

  test('and only its reason is logged, no token and no name', () => {
    const log = course.testApp.logged.join('\n')
    expect(log).toContain('"reason":"deployment"')
    expect(log).not.toMatch(/Ana Sol|eyJ|course.ana@school/)
  })
})
