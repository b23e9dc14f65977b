import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MailTransport, UndeliverableError } from './mail.ts'
import { createSmtpTransport } from './smtp.ts'
import { startTestSmtp, type TestSmtp } from './testing/smtp.ts'
import { mailOf, suiteOfTransports } from './testing/transport.suite.ts'

let server: TestSmtp
let transport: MailTransport
beforeAll(async () => {
  server = await startTestSmtp()
  transport = createSmtpTransport({ url: server.url, from: 'Penmark <post@school.example>' })
})
beforeEach(() => {
  server.received.splice(0)
  server.refuseWith(null)
})
afterAll(async () => {
  await transport.close()
  await server.close()
})

describe('a mail server', () => {
  suiteOfTransports(async () => ({
    transport,
    messages: async () => server.received.map(({ message }) => message),
  }))

  test('receives the one recipient', async () => {
    await transport.deliver(mailOf())
    expect(server.received.map(({ recipients }) => recipients)).toEqual([['amara@school.example']])
  })

  test('that permanently refuses a recipient is not tried again', async () => {
    server.refuseWith(550)
    await expect(transport.deliver(mailOf())).rejects.toBeInstanceOf(UndeliverableError)
  })

  test('that is busy or silent is tried again later', async () => {
    server.refuseWith(450)
    await expect(transport.deliver(mailOf())).rejects.not.toBeInstanceOf(UndeliverableError)
    const nobody = createSmtpTransport({ url: 'smtp://127.0.0.1:1', from: 'post@school.example' })
    await expect(nobody.deliver(mailOf())).rejects.not.toBeInstanceOf(UndeliverableError)
  })
})
