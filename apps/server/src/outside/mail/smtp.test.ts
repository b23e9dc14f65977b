import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Mailer, UndeliverableError } from './mail.ts'
import { mailOf, suiteOfMailers } from './mailer.suite.ts'
import { createSmtpMailer } from './smtp.ts'
import { startTestSmtp, type TestSmtp } from './test-smtp.ts'

let server: TestSmtp
let mailer: Mailer
beforeAll(async () => {
  server = await startTestSmtp()
  mailer = createSmtpMailer({ url: server.url, from: 'Penmark <post@school.example>' })
})
beforeEach(() => {
  server.received.splice(0)
  server.refuseWith(null)
})
afterAll(async () => {
  await mailer.close()
  await server.close()
})

describe('a mail server', () => {
  suiteOfMailers(async () => ({ mailer, messages: async () => server.received.map(({ message }) => message) }))

  it('is given the one recipient', async () => {
    await mailer.deliver(mailOf())
    expect(server.received.map(({ recipients }) => recipients)).toEqual([['amara@school.example']])
  })

  it('that refuses a recipient for good is not asked again', async () => {
    server.refuseWith(550)
    await expect(mailer.deliver(mailOf())).rejects.toBeInstanceOf(UndeliverableError)
  })

  it('that is busy, or silent, is asked again later', async () => {
    server.refuseWith(450)
    await expect(mailer.deliver(mailOf())).rejects.not.toBeInstanceOf(UndeliverableError)
    const nobody = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'post@school.example' })
    await expect(nobody.deliver(mailOf())).rejects.not.toBeInstanceOf(UndeliverableError)
  })
})
