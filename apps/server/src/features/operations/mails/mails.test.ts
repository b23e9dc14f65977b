import { MailPage, MailText } from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Email } from '../../../services/mail/mail.ts'
import { deliverEmails } from '../../../testing/emails.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'

const email: Email = {
  kind: 'test.email',
  to: 'bo@school.example',
  language: 'en-GB',
  subject: 'An email',
  paragraphs: ['Follow the link.'],
  closing: 'You asked for this.',
}

let testApp: TestApp
let administrator: TestTeacher
let teacher: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  administrator = await testApp.teacher('ana')
  await administrator.call('GET', '/settings')
  // The first account becomes the administrator.
  await administrator.call('GET', '/teachers/me')
  teacher = await testApp.teacher('bo')
  for (const subject of ['One', 'Two', 'Three'])
    await testApp.database.transaction((connection) => testApp.mailer.send(connection, { ...email, subject }))
  await deliverEmails(testApp.database, testApp.mailer)
})
afterAll(() => testApp.close())

const list = async (query = '') =>
  MailPage.parse((await administrator.call('GET', `/admin/mails${query}`)).body)

describe('the mails of an installation', () => {
  test('are listed and read by administrators only', async () => {
    const { mails } = await list()
    expect(mails.map(({ state }) => state)).toEqual(['undelivered', 'undelivered', 'undelivered'])
    for (const address of ['/admin/mails', `/admin/mails/${mails[0]?.id}`])
      expect(await teacher.call('GET', address)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  })

  test('come in pages', async () => {
    const first = await list('?limit=2')
    expect(first.sent_by).toBe('outbox')
    expect(first.mails).toHaveLength(2)
    const rest = await list(`?limit=2&before=${first.mails[1]?.id}`)
    expect(rest.mails).toHaveLength(1)
    expect(await list('?before=not-an-id')).toMatchObject({ mails: [] })
  })

  test('show their text while it is kept', async () => {
    const { mails } = await list()
    const { body } = await administrator.call('GET', `/admin/mails/${mails[0]?.id}`)
    expect(MailText.parse(body)).toMatchObject({
      recipient: 'bo@school.example',
      text: expect.stringContaining('Follow the link.'),
    })
    expect(JSON.stringify(mails)).not.toContain('Follow the link.')
  })

  test('answer 404 for an unknown or invalid id', async () => {
    for (const id of [crypto.randomUUID(), 'not-an-id', "' or 1=1 --"])
      expect((await administrator.call('GET', `/admin/mails/${encodeURIComponent(id)}`)).status).toBe(404)
  })
})
