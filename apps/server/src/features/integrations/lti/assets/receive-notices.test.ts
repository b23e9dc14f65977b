import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { claim, useCourse } from '../../../../testing/lti/course.ts'
import { useSubmissions } from '../../../../testing/lti/submissions.ts'

const seconds = () => Math.floor(Date.now() / 1_000)

const course = useCourse()
const { handIn, send, notify, documents, rows, work } = useSubmissions(course)

describe('a notice is refused with its reason', () => {
  const reasons = async (...tokens: string[]) => {
    const { statusCode, body } = await send(...tokens)
    return [statusCode, (JSON.parse(body) as { refused: { notice: number; reason: string }[] }).refused]
  }
  test.each([
    ['made for another tool', 'audience', { aud: 'somebody-else' }],
    ['made for two', 'audience', () => ({ aud: [course.platform.description.client_id, 'b'], azp: 'b' })],
    ['of a platform that nobody let in', 'platform', { iss: 'https://elsewhere.example' }],
    ['expired', 'expired', () => ({ iat: seconds() - 400, exp: seconds() - 200 })],
    ['without an end', 'expired', { exp: undefined }],
    ['made long ago', 'issued', () => ({ iat: seconds() - 8_000, exp: seconds() + 300 })],
    ['without a nonce', 'nonce', { nonce: undefined }],
    ['of a deployment that nobody let in', 'deployment', { [claim('deployment_id')]: '9' }],
    ['of another version', 'message', { [claim('version')]: '1.1' }],
    ['that is none', 'message', { [claim('notice')]: undefined }],
    ['without a submission', 'message', { [claim('assetservice')]: undefined }],
    [
      'with nowhere to report to',
      'message',
      { [claim('assetreport')]: { report_url: 'javascript:alert(1)' } },
    ],
    ['of nobody', 'message', { [claim('for_user')]: undefined }],
    ['of a person that no database holds', 'message', { [claim('for_user')]: { user_id: 'u\u0000' } }],
    ['of an assignment that nobody attached', 'processor', { [claim('activity')]: { id: 'another' } }],
    ['of a choice that nobody made', 'processor', { [claim('custom')]: { penmark_processor: randomUUID() } }],
  ] as [string, string, Record<string, unknown> | (() => Record<string, unknown>)][])(
    '%s: %s',
    async (_, reason, claims) => {
      const token = await course.platform.notice([handIn()], {
        claims: typeof claims === 'function' ? claims() : claims,
      })
      expect(await reasons(token)).toEqual([400, [{ notice: 0, reason }]])
      expect(await rows()).toEqual([])
    },
  )

  test('if it is signed by a foreign key, names another key or none, is unsigned, or signed with a secret', async () => {
    const payload = (await course.platform.notice([handIn()])).split('.')[1]
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const secret = new TextEncoder().encode('a public key in letters, as anybody can read it')
    const { issuer: iss, client_id: aud } = course.platform.description
    const confused = await new SignJWT({ iss, aud })
      .setProtectedHeader({ alg: 'HS256', kid: 'x' })
      .sign(secret)
    const [, refused] = await reasons(
      await course.platform.notice([handIn()], { foreign: true }),
      await course.platform.notice([handIn()], { header: { kid: 'another' } }),
      await course.platform.notice([handIn()], { header: { kid: undefined } }),
      none,
      confused,
      'not a token',
    )
    expect((refused as { reason: string }[]).map(({ reason }) => reason)).toEqual([
      'signature',
      'key',
      'key',
      'algorithm',
      'algorithm',
      'message',
    ])
    expect(await rows()).toEqual([])
  })

  test('if another notice already used its nonce', async () => {
    const nonce = randomUUID()
    await send(await course.platform.notice([handIn()], { claims: { nonce } }))
    expect(await reasons(await course.platform.notice([handIn()], { claims: { nonce } }))).toEqual([
      400,
      [{ notice: 0, reason: 'nonce' }],
    ])
    expect(await rows()).toHaveLength(1)
  })

  test('without affecting other notices, and an irrelevant notice is acknowledged', async () => {
    const hello = { [claim('notice')]: { id: randomUUID(), type: 'LtiHelloWorldNotice' } }
    const good = await course.platform.notice([handIn()])
    expect(await reasons('not a token', await course.platform.notice([], { claims: hello }), good)).toEqual([
      400,
      [{ notice: 0, reason: 'message' }],
    ])
    expect(await rows()).toHaveLength(1)
    expect(
      (await course.testApp.app.inject({ method: 'POST', url: '/lti/notices', payload: {} })).statusCode,
    ).toBe(400)
  })

  test('and nothing reaches a teacher whose platform account belongs to another teacher', async () => {
    const bo = await course.another('bo')
    await notify(handIn())
    await work(new Date())
    expect([await documents(bo), (await documents()).length]).toEqual([[], 1])
  })
})
