import type { ClassGroup, LtiChosen, LtiOpened } from '@penmark/contract'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { claim, useCourse } from '../../../testing/lti/course.ts'
import { roles } from '../../../testing/lti/platform.ts'
import type { TestTeacher } from '../../../testing/test-app.ts'
import { publicKeys } from './platforms/tokens.ts'

const linking = (name: string) => `https://purl.imsglobal.org/spec/lti-dl/claim/${name}`
const link = ['ltiResourceLink']
const processor = ['ltiAssetProcessor']

const course = useCourse({ works: false })
const { follow, launch } = course
beforeEach(() => {
  course.platform.handler = null
})
const open = async (teacher: TestTeacher, ticket: string) =>
  teacher.call('POST', `/integrations/lti/launches/${ticket}`, { confirm: true })
const answer = (teacher: TestTeacher, ticket: string, choice: object) =>
  teacher.call('POST', `/integrations/lti/launches/${ticket}/answer`, choice)
/** The page that returns a choice to the platform, as a browser gets it. */
const page = (ticket: string) =>
  course.testApp.app.inject({ method: 'GET', url: `/lti/answer?ticket=${ticket}` })
const tokenIn = (html: string) => /name="JWT" value="([^"]+)"/.exec(html)?.[1] ?? ''
async function startChoice(
  types: string[],
  claims: Record<string, unknown> = {},
  teacher = course.ana,
): Promise<string> {
  const ticket = await launch({ ...course.platform.choiceClaims(types), ...claims })
  await open(teacher, ticket)
  return ticket
}
/** The contents that the platform reads from a response. */
async function read(token: string) {
  const { issuer, client_id } = course.platform.description
  const { payload } = await jwtVerify(token, createLocalJWKSet(await publicKeys(course.testApp.database)), {
    issuer: client_id,
    audience: issuer,
    maxTokenAge: '5m',
    requiredClaims: ['nonce', 'exp', 'jti'],
  })
  return payload
}
const makeClass = async (class_name: string) =>
  (await course.ana.call('POST', '/class-groups', { class_name })).body as ClassGroup

describe('a platform that asks what to link to', () => {
  test('lets the teacher choose, and suggests the class of the course', async () => {
    const { id } = await makeClass('Year 10 English')
    const ticket = await launch(course.platform.choiceClaims([...link, 'html', ...processor]))
    expect((await open(course.ana, ticket)).body).toEqual({
      state: 'choose',
      platform: 'Moodle of the school',
      course: 'Year 10 English',
      class_group_id: id,
      types: ['ltiResourceLink', 'ltiAssetProcessor'],
    })
  })

  test('receives a signed link to the chosen class with its own data, sent by the browser', async () => {
    const { id } = await makeClass('Debate club')
    const ticket = await startChoice(link)
    const { body } = await answer(course.ana, ticket, {
      type: 'ltiResourceLink',
      class_group_id: id,
      title: 'Check your essays',
    })
    expect((body as LtiChosen).continue_at).toBe(`/lti/answer?ticket=${ticket}`)
    const { body: html, headers } = await page(ticket)
    expect(html).toContain(`<form method="post" action="${course.platform.description.issuer}/chosen">`)
    expect(headers['content-security-policy']).toContain(`form-action ${course.platform.description.issuer};`)
    const payload = await read(tokenIn(html))
    expect(payload).toMatchObject({
      [claim('message_type')]: 'LtiDeepLinkingResponse',
      [claim('version')]: '1.3.0',
      [claim('deployment_id')]: '1',
      [linking('data')]: 'opaque "data" & more',
      [linking('content_items')]: [
        {
          type: 'ltiResourceLink',
          title: 'Check your essays',
          url: 'http://localhost/lti/launch',
          custom: { penmark_class: id },
        },
      ],
    })
    const after = await launch({ [claim('custom')]: { penmark_class: id } })
    expect((await open(course.ana, after)).body).toEqual({
      state: 'open',
      class_group_id: id,
      can_add_students: false,
    })
  })

  test('without data gets no data back, and the class of the course is created if no class is chosen', async () => {
    const claims = course.platform.choiceClaims(link)
    const settings = { ...(claims[linking('deep_linking_settings')] as object), data: undefined }
    const ticket = await startChoice(link, { [linking('deep_linking_settings')]: settings })
    await answer(course.ana, ticket, { type: 'ltiResourceLink' })
    const payload = await read(tokenIn((await page(ticket)).body))
    expect(payload).not.toHaveProperty([linking('data')])
    const [made] = (await course.ana.call('GET', '/class-groups')).body as ClassGroup[]
    expect(made?.class_name).toBe('Year 10 English')
    expect(payload[linking('content_items')]).toMatchObject([
      { title: 'Year 10 English', custom: { penmark_class: made?.id } },
    ])
  })

  test('receives nothing if the teacher links nothing', async () => {
    const ticket = await startChoice(link)
    await answer(course.ana, ticket, { type: null })
    expect((await read(tokenIn((await page(ticket)).body)))[linking('content_items')]).toEqual([])
    expect((await course.ana.call('GET', '/class-groups')).body).toEqual([])
  })

  test('is asked to send submission notices before an assignment links here', async () => {
    const { id } = await makeClass('Year 10 English')
    const ticket = await startChoice(processor)
    await answer(course.ana, ticket, { type: 'ltiAssetProcessor', class_group_id: id, title: 'Penmark' })
    expect(course.platform.handler).toEqual({
      notice_type: 'LtiAssetProcessorSubmissionNotice',
      handler: 'http://localhost/lti/notices',
    })
    expect(course.platform.scopes.at(-1)).toBe('https://purl.imsglobal.org/spec/lti/scope/noticehandlers')
    expect((await read(tokenIn((await page(ticket)).body)))[linking('content_items')]).toEqual([
      {
        type: 'ltiAssetProcessor',
        title: 'Penmark',
        url: 'http://localhost/lti/launch',
        report: { url: 'http://localhost/lti/launch', supportedTypes: ['authorship'] },
        custom: { penmark_processor: expect.stringMatching(/^[\da-f-]{36}$/) },
      },
    ])
  })

  test('that does not agree to send submission notices gets no assignment', async () => {
    const ticket = await startChoice(processor)
    const processors = async () =>
      (await course.testApp.database.query('select id from lti_processors', [])).rows.length
    const before = await processors()
    course.platform.broken.set('/handlers', 403)
    expect(await answer(course.ana, ticket, { type: 'ltiAssetProcessor' })).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('Nothing was linked') },
    })
    course.platform.broken.clear()
    expect(await processors()).toBe(before)
    expect((await course.ana.call('GET', '/class-groups')).body).toEqual([])
    expect((await page(ticket)).body).not.toContain('JWT')
  })

  test('in a frame opens a separate window, which sends the answer itself', async () => {
    const to = await follow(course.platform.choiceClaims(link), { 'sec-fetch-dest': 'iframe' })
    expect(to.pathname).toBe('/lti/answer')
    const ticket = to.searchParams.get('ticket') ?? ''
    const waiting = await page(ticket)
    expect(waiting.body).toContain(`href="/lti/launch?ticket=${ticket}" target="_blank"`)
    expect(waiting.body).toContain('<meta http-equiv="refresh" content="3">')
    expect(waiting.headers['content-security-policy']).toContain(
      `frame-ancestors ${course.platform.description.issuer}`,
    )
    await open(course.ana, ticket)
    expect((await answer(course.ana, ticket, { type: 'ltiResourceLink' })).body).toEqual({
      continue_at: null,
    })
    expect((await page(ticket)).body).toContain('name="JWT"')
    expect((await page(ticket)).body).toContain('You can close this page')
  })
})

describe('a choice is refused', () => {
  const reason = async (claims: Record<string, unknown>) => (await follow(claims)).searchParams.get('reason')
  const settings = (change: object) => {
    const claims = course.platform.choiceClaims(link)
    return {
      ...claims,
      [linking('deep_linking_settings')]: {
        ...(claims[linking('deep_linking_settings')] as object),
        ...change,
      },
    }
  }

  test.each([
    ['of kinds that we do not have', 'types', () => course.platform.choiceClaims(['html', 'file'])],
    ['of invalid kinds', 'message', () => settings({ accept_types: undefined })],
    [
      'of submissions if the platform sends no notices of them',
      'types',
      () => ({
        ...course.platform.choiceClaims(processor),
        [claim('platformnotificationservice')]: undefined,
      }),
    ],
    ['with no way back', 'message', () => settings({ deep_link_return_url: undefined })],
    [
      'with a way back that is a script',
      'message',
      () => settings({ deep_link_return_url: 'javascript:alert(1)' }),
    ],
    ['without settings', 'message', () => ({ [claim('message_type')]: 'LtiDeepLinkingRequest' })],
    [
      'by a learner',
      'role',
      () => ({ ...course.platform.choiceClaims(link), [claim('roles')]: [roles.learner] }),
    ],
    [
      'from a deployment that is not allowed',
      'deployment',
      () => ({ ...course.platform.choiceClaims(link), [claim('deployment_id')]: '9' }),
    ],
  ])('%s: %s', async (_, word, claims) => {
    expect(await reason(claims())).toBe(word)
  })

  test('of a type that the platform does not accept', async () => {
    const ticket = await startChoice(link)
    expect(await answer(course.ana, ticket, { type: 'ltiAssetProcessor' })).toMatchObject({ status: 409 })
    expect((await page(ticket)).body).not.toContain('JWT')
  })

  test('for another teacher’s class, by another teacher, before the accounts are linked, and after a launch that asks for none', async () => {
    const { id } = await makeClass('Mine')
    const bo = await course.another('bo')
    const his = await launch(course.platform.choiceClaims(link))
    expect(await answer(bo, his, { type: null })).toMatchObject({ status: 409 })
    await open(bo, his)
    expect(await answer(bo, his, { type: 'ltiResourceLink', class_group_id: id })).toMatchObject({
      status: 404,
    })
    expect(await answer(course.ana, his, { type: null })).toMatchObject({ status: 404 })
    const withoutChoice = await launch()
    expect(await answer(bo, withoutChoice, { type: null })).toMatchObject({ status: 409 })
  })

  test('if its answer was already sent', async () => {
    const ticket = await startChoice(link)
    await answer(course.ana, ticket, { type: null })
    expect((await page(ticket)).body).toContain('JWT')
    expect((await page(ticket)).body).not.toContain('JWT')
    expect(await answer(course.ana, ticket, { type: null })).toMatchObject({ status: 404 })
  })
})

test('an open launch can be viewed again', async () => {
  const ticket = await launch(course.platform.choiceClaims(link))
  const opened = async () => ((await open(course.ana, ticket)).body as LtiOpened).state
  expect([await opened(), await opened()]).toEqual(['choose', 'choose'])
})
