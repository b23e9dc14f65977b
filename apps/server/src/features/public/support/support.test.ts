import { apiBase } from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

const message = {
  name: 'Ada Bell',
  email: 'ada@school.example',
  subject: 'A question',
  message: 'How do I start?\n\nThank you.',
}

let testApp: TestApp
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
})
afterAll(() => testApp.close())

const send = async (payload: object, remoteAddress = '192.0.2.1') => {
  const response = await testApp.app.inject({
    method: 'POST',
    url: `${apiBase}/support/contact-public`,
    payload,
    remoteAddress,
  })
  return { status: response.statusCode, body: response.json() as unknown }
}
const inbox = async () =>
  (
    await testApp.database.query(
      'select name, email, subject, message, teacher_id from support_messages order by created_at',
    )
  ).rows
const mailed = async () => testApp.mailer.list({ limit: 100 })

describe('a message to support', () => {
  test('from the public site is stored and emailed to the operator', async () => {
    expect(await send(message)).toEqual({
      status: 200,
      body: { success: true, message: 'We have your message and will answer within 24 hours.' },
    })
    expect(await inbox()).toEqual([{ ...message, teacher_id: null }])
    const [mail] = await mailed()
    expect(mail).toMatchObject({
      kind: 'support.message',
      recipient: 'support@school.example',
      subject: 'Support: A question',
    })
    const { body } = (await testApp.mailer.readOptional(mail?.id ?? '')) ?? {}
    expect(body).toContain('Ada Bell <ada@school.example> wrote:')
    expect(body).toContain('How do I start?')
  })

  test('from a signed-in user names their account, whatever the body says', async () => {
    const teacher = await testApp.teacher('ana')
    expect(
      await teacher.call('POST', '/support/contact', {
        ...message,
        teacher_id: 'somebody else',
        subject: 'Mine',
      }),
    ).toMatchObject({
      status: 200,
      body: { success: true, message: expect.stringContaining('We have your message') },
    })
    expect((await inbox()).at(-1)).toMatchObject({
      subject: 'Mine',
      teacher_id: expect.stringMatching(/^[\da-f-]{36}$/),
    })
  })

  test('requires an account when sent from within the product', async () => {
    const response = await testApp.app.inject({
      method: 'POST',
      url: `${apiBase}/support/contact`,
      payload: message,
    })
    expect(response.statusCode).toBe(401)
  })

  test.each(['name', 'email', 'subject', 'message'])('needs %s', async (field) => {
    expect(await send({ ...message, [field]: '  ' })).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', detail: [{ loc: [field], msg: 'Please fill in all fields.' }] },
    })
  })

  test('needs a valid reply address', async () => {
    expect(await send({ ...message, email: 'ada at school' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['email'] }] },
    })
  })

  test('cannot add a header to the email', async () => {
    await send(
      { ...message, email: 'head@school.example', subject: 'One\r\nBcc: all@school.example' },
      '192.0.2.40',
    )
    expect((await mailed()).map(({ subject }) => subject)).toContain('Support: One Bcc: all@school.example')
  })

  test('that a bot wrote gets a thank-you and is dropped', async () => {
    const before = (await inbox()).length
    expect(await send({ ...message, website: 'https://spam.example' })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect(await inbox()).toHaveLength(before)
  })

  test('is limited per network and per address', async () => {
    for (let count = 0; count < 5; count += 1)
      expect((await send({ ...message, email: 'bo@school.example' }, `192.0.2.${50 + count}`)).status).toBe(
        200,
      )
    expect(await send({ ...message, email: 'BO@school.example' }, '192.0.2.60')).toMatchObject({
      status: 503,
      body: { code: 'busy' },
    })
    for (let count = 0; count < 10; count += 1)
      expect((await send({ ...message, email: `c${count}@school.example` }, '192.0.2.70')).status).toBe(200)
    expect(await send({ ...message, email: 'd@school.example' }, '192.0.2.70')).toMatchObject({
      status: 503,
      body: { code: 'busy' },
    })
  })
})
