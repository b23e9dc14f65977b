import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../database/database.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { deliverEmails } from '../../testing/emails.ts'
import { backgroundQueues } from '../queue/background-queues.ts'
import { type Letter, type Mail, type Mailer, UndeliverableError } from './mail.ts'
import { createPost } from './post.ts'

const letter: Letter = {
  kind: 'test.letter',
  to: 'amara@school.example',
  language: 'en',
  subject: 'A letter',
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

function open(kind: Mailer['kind'] = 'smtp') {
  const mailer: Mailer = {
    kind,
    deliver: async (mail) => {
      fail(mail)
      delivered.push(mail)
    },
    close: async () => undefined,
  }
  return createPost({ database, mailer, onError: (_error, mail) => faults.push(mail), now: () => time })
}
const send = (post = open(), changes: Partial<Letter> = {}) =>
  database.transaction((connection) => post.send(connection, { ...letter, ...changes }))

describe('the post', () => {
  it('says the same in plain text and in HTML, where nothing that is put in becomes markup', async () => {
    const post = open()
    await send(post)
    expect(await deliverEmails(database, post)).toBe(1)
    const [mail] = delivered
    expect(mail?.text).toBe(
      'First <b>thing</b>.\n\nSecond thing.\n\nOpen it:\nhttps://penmark.school.example/x?a=1&b=2\n\n--\nYou asked for this.\n',
    )
    expect(mail?.html).toContain('First &lt;b&gt;thing&lt;/b&gt;.')
    expect(mail?.html).toContain('href="https://penmark.school.example/x?a=1&amp;b=2"')
    expect(mail?.html).not.toMatch(/<img|<script|src=/)
  })

  it('knows nothing of a letter whose transaction was undone', async () => {
    const post = open()
    const undone = database.transaction(async (connection) => {
      await post.send(connection, letter)
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    expect(await deliverEmails(database, post)).toBe(0)
  })

  it('sends each email by a job, and nothing more where the job is given out again', async () => {
    for (let number = 0; number < 6; number += 1) await send(open(), { subject: `Letter ${number}` })
    const { rows } = await database.query("select data ->> 'id' as id from queue.job where name = 'emails' and state = 'created'")
    const ids = rows.map(({ id }) => String(id))
    expect(ids).toHaveLength(6)
    for (const id of [...ids, ...ids]) await open().deliver(id, false)
    expect(delivered.map(({ subject }) => subject).sort()).toEqual([0, 1, 2, 3, 4, 5].map((number) => `Letter ${number}`))
  })

  it('sends a job again for an email that has lost its own', async () => {
    const id = await send()
    await database.query('delete from queue.job')
    await open().sendMissingJobs()
    await open().sendMissingJobs()
    expect((await database.query('select data from queue.job')).rows).toEqual([{ data: { id } }])
    expect(await open().readOptional(id)).toMatchObject({ next_try_at: expect.any(Date) })
  })

  it('is tried again while the server is away, and counts as failed only after the last retry', async () => {
    const post = open()
    const id = await send(post)
    fail = () => {
      throw new Error('nobody there')
    }
    for (let tries = 1; tries < 4; tries += 1) {
      expect(await deliverEmails(database, post)).toBe(0)
      expect(await post.readOptional(id)).toMatchObject({ tries, sent_at: null, failed_at: null, fault: 'nobody there' })
    }
    expect(faults.every(({ isFinal }) => !isFinal)).toBe(true)
    await deliverEmails(database, post, true)
    expect(faults.at(-1)).toEqual({ id, kind: 'test.letter', isFinal: true })
    expect(await post.readOptional(id)).toMatchObject({ sent_at: null, failed_at: time, fault: 'nobody there', next_try_at: null })
  })

  it('survives a mail server that is away for a weekend', () => {
    const { retryLimit, retryDelay } = backgroundQueues.emails
    // Each rest is between its half and its whole, at random.
    const leastHours = Array.from({ length: retryLimit }, (_, retry) => (retryDelay * 2 ** retry) / 3_600).reduce((sum, each) => sum + each)
    expect(leastHours).toBeGreaterThan(64)
  })

  it('stops at once where the mailbox refuses for good, and goes on with the next mail', async () => {
    const post = open()
    const id = await send(post, { to: 'nobody@school.example' })
    await send(post)
    fail = ({ to }) => {
      if (to.startsWith('nobody')) throw new UndeliverableError('no such mailbox')
    }
    expect(await deliverEmails(database, post)).toBe(1)
    later(3_600_000)
    expect(await deliverEmails(database, post)).toBe(0)
    expect(await post.readOptional(id)).toMatchObject({ tries: 1, failed_at: expect.any(Date), fault: 'no such mailbox' })
  })

  it('keeps no text that a mail server has taken, and keeps that of the outbox', async () => {
    const sent = await send(open('smtp'))
    await deliverEmails(database, open('smtp'))
    expect(await open().readOptional(sent)).toMatchObject({ body: null, html: null, sent_at: time })
    const kept = await send(open('outbox'))
    await deliverEmails(database, open('outbox'))
    expect(await open().readOptional(kept)).toMatchObject({ body: expect.stringContaining('Second thing.') })
  })

  it('lists mails newest first, a page at a time, without their text', async () => {
    const post = open()
    const ids: string[] = []
    for (let number = 0; number < 5; number += 1) {
      ids.unshift(await send(post))
      later(1_000)
    }
    const first = await post.list({ limit: 3 })
    const rest = await post.list({ before: first.at(-1)?.id, limit: 3 })
    expect([...first, ...rest].map(({ id }) => id)).toEqual(ids)
    expect(first[0]).not.toHaveProperty('body')
  })

  it('forgets mails after a month, but none that still waits', async () => {
    const post = open()
    await send(post)
    await deliverEmails(database, post)
    const waiting = await send(post)
    later(31 * 24 * 3_600_000)
    await post.sweep()
    expect((await post.list({ limit: 9 })).map(({ id }) => id)).toEqual([waiting])
  })
})
