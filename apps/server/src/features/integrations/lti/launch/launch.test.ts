import type { ClassGroup, LtiOpened, LtiPlatforms } from '@penmark/contract'
import { createRemoteJWKSet, importJWK, jwtVerify, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { claim, useCourse } from '../../../../testing/lti/course.ts'
import type { TestTeacher } from '../../../../testing/test-app.ts'
import { readOrCreateKeys } from '../platforms/tokens.ts'
import { sweepLaunches } from './receive-launch.ts'

const course = useCourse({ works: false })
const { begin, beginLaunch, land, launch } = course
const open = (teacher: TestTeacher, ticket: string, confirm = false) =>
  teacher.call('POST', `/integrations/lti/launches/${ticket}`, { confirm })
const classes = async (teacher = course.ana) =>
  (await teacher.call('GET', '/class-groups')).body as ClassGroup[]

describe('a launch from a learning platform', () => {
  test("begins with a state and a nonce for this browser, at the platform's registered address", async () => {
    const { location, setCookie } = await begin()
    expect(`${location.origin}${location.pathname}`).toBe(course.platform.description.auth_url)
    expect(Object.fromEntries(location.searchParams)).toEqual({
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: course.platform.description.client_id,
      redirect_uri: 'http://localhost/lti/launch',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      login_hint: '7',
      lti_message_hint: 'm',
    })
    expect(setCookie).toMatch(/^penmark_lti=[\w-]{43}; Max-Age=3600; Path=\/lti; HttpOnly/)
  })

  test('asks once to confirm the platform account, then opens the class of the course', async () => {
    const first = await launch()
    expect(await open(course.ana, first)).toMatchObject({
      status: 200,
      body: {
        state: 'confirm',
        platform: 'Moodle of the school',
        course: 'Year 10 English',
        name: 'Ana Sol',
      },
    })
    expect(await classes()).toEqual([])
    const { class_group_id } = (await open(course.ana, first, true)).body as Extract<
      LtiOpened,
      { state: 'open' }
    >
    expect(await classes()).toMatchObject([{ id: class_group_id, class_name: 'Year 10 English' }])
    expect((await open(course.ana, await launch())).body).toEqual({
      state: 'open',
      class_group_id,
      can_add_students: false,
    })
    expect(await classes()).toHaveLength(1)
  })

  test('opens the existing class with the name of the course', async () => {
    const { id } = (await course.ana.call('POST', '/class-groups', { class_name: 'year 10 english' }))
      .body as ClassGroup
    expect((await open(course.ana, await launch(), true)).body).toMatchObject({
      state: 'open',
      class_group_id: id,
    })
  })

  test('for the settings of an assignment opens the class of its course', async () => {
    const { body } = await open(
      course.ana,
      await launch({ [claim('message_type')]: 'LtiAssetProcessorSettingsRequest' }),
      true,
    )
    expect(body).toMatchObject({ state: 'open', class_group_id: (await classes())[0]?.id })
  })

  test('without a course opens no class', async () => {
    expect(
      (await open(course.ana, await launch({ [claim('context')]: undefined }), true)).body,
    ).toMatchObject({
      state: 'open',
      class_group_id: null,
    })
  })

  test("signs nobody in, and does not trust the platform's email addresses", async () => {
    const ticket = await launch({ email: 'operator@school.example' })
    const answer = await course.testApp.app.inject({
      method: 'POST',
      url: `/api/v1/integrations/lti/launches/${ticket}`,
      payload: {},
    })
    expect(answer.statusCode).toBe(401)
    expect((await open(course.ana, ticket)).body).toMatchObject({ state: 'confirm' })
  })

  test('with another teacher’s account opens nothing, even when confirmed', async () => {
    await open(course.ana, await launch(), true)
    const bo = await course.another('bo')
    expect(await open(bo, await launch(), true)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await classes(bo)).toEqual([])
  })

  test('is used once, by the first visitor with its ticket', async () => {
    const bo = await course.another('bo')
    const ticket = await launch()
    expect((await open(course.ana, ticket)).status).toBe(200)
    expect((await open(bo, ticket, true)).status).toBe(404)
    expect((await open(course.ana, ticket, true)).status).toBe(200)
    expect((await open(course.ana, ticket, true)).status).toBe(404)
  })

  test('expires after half an hour', async () => {
    const ticket = await launch()
    await sweepLaunches(course.testApp.database, new Date(Date.now() + 31 * 60_000))
    expect((await open(course.ana, ticket, true)).status).toBe(404)
  })
})

describe('the platforms', () => {
  test('list the deployments that may launch, and show one that was refused', async () => {
    const start = await beginLaunch()
    const claims = { [claim('deployment_id')]: 'campus-2' }
    expect(
      (await land(await course.platform.token(start.nonce, { claims }), start)).searchParams.get('reason'),
    ).toBe('deployment')
    const known = async () =>
      ((await course.operator.call('GET', '/admin/lti/platforms')).body as LtiPlatforms).platforms.find(
        ({ issuer }) => issuer === course.platform.description.issuer,
      )
    const { id = '', asked_deployment_id } = (await known()) ?? {}
    expect(asked_deployment_id).toBe('campus-2')
    expect(
      await course.ana.call('PUT', `/admin/lti/platforms/${id}`, { deployment_ids: ['campus-2'] }),
    ).toMatchObject({ status: 403 })
    expect(
      await course.operator.call('PUT', `/admin/lti/platforms/${id}`, { deployment_ids: [] }),
    ).toMatchObject({ status: 422 })
    expect(
      await course.operator.call('PUT', `/admin/lti/platforms/${id}`, { deployment_ids: ['1', 'campus-2'] }),
    ).toMatchObject({
      status: 200,
      body: { deployment_ids: ['1', 'campus-2'], asked_deployment_id: null },
    })
    expect(await launch(claims)).toMatch(/^[\w-]{43}$/)
    expect((await course.operator.call('GET', '/admin/audit')).body).toMatchObject([
      { action: 'platform.change', target_id: id, details: { deployments: 2 } },
      { action: 'platform.add' },
    ])
    await course.operator.call('PUT', `/admin/lti/platforms/${id}`, { deployment_ids: ['1'] })
  })

  test('are registered by administrators only, once, and removed with what they sent', async () => {
    const { tool, platforms } = (await course.operator.call('GET', '/admin/lti/platforms'))
      .body as LtiPlatforms
    expect(tool).toEqual({
      login_url: 'http://localhost/lti/login',
      launch_url: 'http://localhost/lti/launch',
      keys_url: 'http://localhost/lti/keys',
    })
    const platformId = platforms[0]?.id ?? ''
    expect(platforms).toHaveLength(1)
    expect(await course.ana.call('POST', '/admin/lti/platforms', course.platform.description)).toMatchObject({
      status: 403,
    })
    expect(
      await course.operator.call('POST', '/admin/lti/platforms', course.platform.description),
    ).toMatchObject({ status: 409 })
    expect(await course.operator.call('DELETE', `/admin/lti/platforms/${platformId}`)).toMatchObject({
      status: 200,
    })
    expect(await course.operator.call('DELETE', `/admin/lti/platforms/${platformId}`)).toMatchObject({
      status: 404,
    })
  })

  test('need addresses and a deployment', async () => {
    const input = { ...course.platform.description, auth_url: 'nowhere', deployment_ids: [] }
    expect(await course.operator.call('POST', '/admin/lti/platforms', input)).toMatchObject({
      status: 422,
      body: {
        detail: expect.arrayContaining([
          expect.objectContaining({ loc: ['auth_url'] }),
          expect.objectContaining({ loc: ['deployment_ids'] }),
        ]),
      },
    })
  })

  test('can read the public key to verify signatures', async () => {
    const address = await course.testApp.app.listen({ port: 0, host: '127.0.0.1' })
    const published = (await (await fetch(`${address}/lti/keys`)).json()) as {
      keys: Record<string, unknown>[]
    }
    expect(published.keys).toEqual([
      { kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: expect.any(String), alg: 'RS256', use: 'sig' },
    ])
    const [key] = await readOrCreateKeys(course.testApp.database)
    const signed = await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256', kid: key?.kid ?? '' })
      .sign(await importJWK(key?.private_jwk ?? { kty: 'RSA' }, 'RS256'))
    await jwtVerify(signed, createRemoteJWKSet(new URL(`${address}/lti/keys`)))
  })
})
