import { beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { deliverEmails } from '../../testing/emails.ts'
import type { Database } from '../database/database.ts'
import { backgroundQueues } from '../queue/background-queues.ts'
import { type Email, type Mail, type MailTransport, UndeliverableError } from './mail.ts'
import { createMailer } from './mailer.ts'

const email: Email = {
  kind: 'test.email',
  to: 'amara@school.example',
  language: 'en-GB',
  subject: 'An email',
  paragraphs: ['First <b>thing</b>.', 'Second thing.'],
  action: { text: 'Open it', url: 'https://penmark.school.example/x?a=1&b=2' },
  closing: 'You asked for this.',
}

let database: Database
let time: Date
let delivered: Mail[]
let faults: { id: string; kind: string; isFinal: boolean }[]
let fail: (mail: Mail) => void
const later = (milliseconds: number) => {
  time = new Date(time.getTime() + milliseconds)
}

beforeEach(async () => {
  database = await openTestDatabase()
  time = new Date('2026-11-21T12:00:00Z')
  delivered = []
  faults = []
  fail = () => undefined
})

function open(kind: MailTransport['kind'] = 'smtp') {
  const transport: MailTransport = {
    kind,
    deliver: async (mail) => {
      fail(mail)
      delivered.push(mail)
    },
    close: async () => undefined,
  }
  return createMailer({ database, transport, onError: (_error, mail) => faults.push(mail), now: () => time })
}
const send = (mailer = open(), changes: Partial<Email> = {}) =>
  database.transaction((connection) => mailer.send(connection, { ...email, ...changes }))

describe('the mailer', () => {
  test('says the same in plain text and HTML, with all values escaped', async () => {
    const mailer = open()
    await send(mailer)
    expect(await deliverEmails(database, mailer)).toBe(1)
    const [mail] = delivered
    expect(mail?.text).toBe(
      'First <b>thing</b>.\n\nSecond thing.\n\nOpen it:\nhttps://penmark.school.example/x?a=1&b=2\n\n--\nYou asked for this.\n',
    )
    expect(mail?.html).toContain('First &lt;b&gt;thing&lt;/b&gt;.')
    expect(mail?.html).toContain('href="https://penmark.school.example/x?a=1&amp;b=2"')
    expect(mail?.html).not.toMatch(/<img|<script|src=/)
  })

  test('sends no email whose transaction was rolled back', async () => {
    const mailer = open()
    const rolledBack = database.transaction(async (connection) => {
      await mailer.send(connection, email)
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    expect(await deliverEmails(database, mailer)).toBe(0)
  })

  test('sends each email by one job, and only once if the job runs again', async () => {
    for (let number = 0; number < 6; number += 1) await send(open(), { subject: `Email ${number}` })
    const { rows } = await database.query(
      "select data ->> 'id' as id from queue.job where name = 'emails' and state = 'created'",
    )
    const ids = rows.map(({ id }) => String(id))
    expect(ids).toHaveLength(6)
    for (const id of [...ids, ...ids]) await open().deliver(id, false)
    expect(delivered.map(({ subject }) => subject).sort()).toEqual(
      [0, 1, 2, 3, 4, 5].map((number) => `Email ${number}`),
    )
  })

  test('enqueues a new job for an email that lost its job', async () => {
    const id = await send()
    await database.query('delete from queue.job')
    await open().sendMissingJobs()
    await open().sendMissingJobs()
    expect((await database.query('select data from queue.job')).rows).toEqual([{ data: { id } }])
    expect(await open().readOptional(id)).toMatchObject({ next_try_at: expect.any(Date) })
  })

  test('retries while the server is unavailable, and fails only after the last retry', async () => {
    const mailer = open()
    const id = await send(mailer)
    fail = () => {
      throw new Error('nobody there')
    }
    for (let tries = 1; tries < 4; tries += 1) {
      expect(await deliverEmails(database, mailer)).toBe(0)
      expect(await mailer.readOptional(id)).toMatchObject({
        tries,
        sent_at: null,
        failed_at: null,
        fault: 'nobody there',
      })
    }
    expect(faults.every(({ isFinal }) => !isFinal)).toBe(true)
    await deliverEmails(database, mailer, true)
    expect(faults.at(-1)).toEqual({ id, kind: 'test.email', isFinal: true })
    expect(await mailer.readOptional(id)).toMatchObject({
      sent_at: null,
      failed_at: time,
      fault: 'nobody there',
      next_try_at: null,
    })
  })

  test('survives a mail server outage of a weekend', () => {
    const { retryLimit, retryDelay } = backgroundQueues.emails
    // Each pause is a random length between half and all of its maximum.
    const leastHours = Array.from(
      { length: retryLimit },
      (_, retry) => (retryDelay * 2 ** retry) / 3_600,
    ).reduce((sum, each) => sum + each)
    expect(leastHours).toBeGreaterThan(64)
  })

  test('stops at once on a permanent refusal, and continues with the next email', async () => {
    const mailer = open()
    const id = await send(mailer, { to: 'nobody@school.example' })
    await send(mailer)
    fail = ({ to }) => {
      if (to.startsWith('nobody')) throw new UndeliverableError('no such mailbox')
    }
    expect(await deliverEmails(database, mailer)).toBe(1)
    later(3_600_000)
    expect(await deliverEmails(database, mailer)).toBe(0)
    expect(await mailer.readOptional(id)).toMatchObject({
      tries: 1,
      failed_at: expect.any(Date),
      fault: 'no such mailbox',
    })
  })

  test('deletes the text of delivered email, and keeps that of the outbox', async () => {
    const sent = await send(open('smtp'))
    await deliverEmails(database, open('smtp'))
    expect(await open().readOptional(sent)).toMatchObject({ body: null, html: null, sent_at: time })
    const kept = await send(open('outbox'))
    await deliverEmails(database, open('outbox'))
    expect(await open().readOptional(kept)).toMatchObject({ body: expect.stringContaining('Second thing.') })
  })

  test('lists emails newest first, paged, without their text', async () => {
    const mailer = open()
    const ids: string[] = []
    for (let number = 0; number < 5; number += 1) {
      ids.unshift(await send(mailer))
      later(1_000)
    }
    const first = await mailer.list({ limit: 3 })
    const rest = await mailer.list({ before: first.at(-1)?.id, limit: 3 })
    expect([...first, ...rest].map(({ id }) => id)).toEqual(ids)
    expect(first[0]).not.toHaveProperty('body')
  })

  test('deletes emails after a month, except those still waiting', async () => {
    const mailer = open()
    await send(mailer)
    await deliverEmails(database, mailer)
    const waiting = await send(mailer)
    later(31 * 24 * 3_600_000)
    await mailer.sweep()
    expect((await mailer.list({ limit: 9 })).map(({ id }) => id)).toEqual([waiting])
  })
})
