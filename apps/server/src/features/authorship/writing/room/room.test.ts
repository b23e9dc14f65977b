import { randomUUID } from 'node:crypto'
import {
  type Document,
  type Student,
  type WritingBatchReply,
  type WritingRecordEntry,
  type WritingRoom,
  writingLimits,
} from '@penmark/contract'
import { textOf, writingSchema } from '@penmark/writing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createFaults } from '../../../../testing/faults/faults.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../../testing/test-app.ts'
import { callRoom, insertWritingLink, Typist } from '../../../../testing/writing-room.ts'
import { hashPin } from '../links.ts'
import { createCurrentTexts } from './current-text.ts'

const faults = createFaults()
let testApp: TestApp
let ana: TestTeacher
let student: Student
let class_group_id: string
beforeAll(async () => {
  testApp = await startTestApp({ faults })
  ana = await testApp.teacher('ana')
  student = (await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Berg' })).body as Student
  class_group_id = ((await ana.call('POST', '/class-groups', { class_name: '7B' })).body as { id: string }).id
  await ana.call('POST', `/class-groups/${class_group_id}/students/${student.id}`)
})
afterEach(() => faults.clear())
afterAll(() => testApp.close())

type Call = Parameters<typeof callRoom>[1]
const call = (name: Call, payload: object, network?: string) => callRoom(testApp.app, name, payload, network)
const link = (more: Partial<Parameters<typeof insertWritingLink>[1]> = {}) =>
  insertWritingLink(testApp.database, {
    teacher_id: student.teacher_id,
    student_id: student.id,
    class_group_id,
    ...more,
  })

/** A student who opened their link and agreed. */
async function openRoom(more: Parameters<typeof link>[0] = {}) {
  const made = await link(more)
  const { body } = await call('open', { token: made.token })
  const { session } = body as { session: string }
  await call('accept', { session })
  const send = async (version: number, entries: WritingRecordEntry[]) => {
    const answer = await call('batch', { session, version, entries })
    return { ...answer, reply: answer.body as WritingBatchReply }
  }
  const room = async () => (await call('read', { session })).body as WritingRoom
  const text = async () => textOf(writingSchema.nodeFromJSON((await room()).document))
  const entries = async () =>
    ((await call('record', { session })).body as { entries: WritingRecordEntry[] }).entries
  return { ...made, session, send, room, text, entries }
}

/** A text that was written and handed in. */
async function handedIn(more: Parameters<typeof link>[0] = {}) {
  const room = await openRoom(more)
  await room.send(0, new Typist().type('Harbours grew late.', 1))
  const answer = await call('handIn', { session: room.session, version: 19 })
  expect([answer.status, answer.text]).toMatchObject([200, expect.stringContaining('handed-in')])
  return room
}

const stored = async (submission_id: string) =>
  (await testApp.database.query('select * from writing_submissions where id = $1', [submission_id]))
    .rows[0] ?? {}

describe('a link', () => {
  test('opens a session on each device, and only their hashes are stored', async () => {
    const { token, submission_id } = await link()
    const [one, two] = [await call('open', { token }), await call('open', { token })]
    const sessions = [one, two].map(({ body }) => (body as { session: string }).session)
    expect(new Set([token, ...sessions]).size).toBe(3)
    const tables = await Promise.all(
      ['writing_sessions', 'writing_submissions'].map((table) =>
        testApp.database.query(`select * from ${table}`),
      ),
    )
    for (const secret of [token, ...sessions])
      expect(JSON.stringify(tables.map(({ rows }) => rows))).not.toContain(secret)
    expect(one.body).toMatchObject({
      room: {
        student_name: 'Ida Berg',
        state: 'not-begun',
        version: 0,
        task: { title: 'Harbours', class_name: '7B' },
      },
    })
    expect((await stored(submission_id)).link_opened_at).not.toBeNull()
  })

  test('that was guessed, replaced or revoked answers the same, and its sessions end', async () => {
    const { token, session, submission_id } = await openRoom()
    await testApp.database.query('update writing_submissions set link_hash = null where id = $1', [
      submission_id,
    ])
    await testApp.database.query('delete from writing_sessions where submission_id = $1', [submission_id])
    const answers = [
      await call('open', { token }),
      await call('open', { token: 'A'.repeat(43) }),
      await call('open', { token: 'short' }),
      await call('read', { session }),
      await call('read', { session: 'A'.repeat(43) }),
      await call('batch', { session, version: 0, entries: new Typist().type('a', 1) }),
      await call('handIn', { session, version: 0 }),
      await call('takeBack', { session }),
      await call('record', { session }),
      await call('accept', { session }),
    ]
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  test('whose class lies in the bin says that the task is closed, and goes on once it is restored', async () => {
    const { body } = await ana.call('POST', '/class-groups', { class_name: '8C' })
    const { id } = body as { id: string }
    await ana.call('POST', `/class-groups/${id}/students/${student.id}`)
    const { token, session, send, text } = await openRoom({ class_group_id: id })
    await send(0, new Typist().type('Harbours', 1))
    await ana.call('DELETE', `/class-groups/${id}`)
    const answers = [
      await call('open', { token }),
      await call('read', { session }),
      await send(8, new Typist().type(' grew', 9)),
      await call('handIn', { session, version: 8 }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('Your teacher has closed this task.') },
      })
    expect((await ana.call('POST', `/bin/${id}/restore`)).status).toBe(200)
    expect(await text()).toBe('Harbours')
    expect((await send(8, new Typist().type(' grew', 9))).status).toBe(200)
    expect((await call('handIn', { session, version: 13 })).status).toBe(200)
  })

  test('of a teacher whose account is being erased takes nothing more', async () => {
    const bo = await testApp.teacher('bo')
    const own = (await bo.call('POST', '/students', { first_name: 'Kai', last_name: 'Moe' })).body as Student
    const { session, token, send } = await openRoom({
      teacher_id: own.teacher_id,
      student_id: own.id,
      class_group_id: null,
    })
    await testApp.database.query('update teachers set erasing_since = now() where id = $1', [own.teacher_id])
    const statuses = [
      await call('open', { token }),
      await call('read', { session }),
      await send(0, new Typist().type('a', 1)),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  test('with a PIN shows nothing of the task before it is entered, and is locked after too many guesses', async () => {
    const { token } = await link({ title: 'Secret title', pin_hash: await hashPin('4711') })
    const asked = await call('open', { token })
    expect([asked.body, asked.text.includes('Secret')]).toEqual([{ state: 'pin', language: 'en-GB' }, false])
    const wrong = await call('open', { token, pin: '0000' })
    expect(wrong).toMatchObject({ status: 422, body: { detail: [{ loc: ['pin'] }] } })
    expect((await call('open', { token, pin: '4711' })).body).toMatchObject({ state: 'open' })
    await testApp.database.query("update visitor_count set points = 1000 where key like 'writingPin%'")
    // From another network too, and even with the right PIN: a guesser could not tell otherwise.
    expect((await call('open', { token, pin: '4711' }, '198.51.100.7')).status).toBe(503)
    await testApp.database.query('delete from visitor_count')
  })

  test('is limited per network where many are guessed', async () => {
    await call('open', { token: 'B'.repeat(43) })
    await testApp.database.query("update visitor_count set points = 100000 where key like 'writingRoom%'")
    expect((await call('open', { token: 'A'.repeat(43) })).status).toBe(503)
    // A student with a link is not shut out by a guesser at the same school.
    expect((await call('open', { token: (await link()).token })).status).toBe(200)
    await testApp.database.query('delete from visitor_count')
  })
})

describe('what is written', () => {
  test('is stored step by step and read back the same, encrypted in the database', async () => {
    const { send, text, entries, submission_id } = await openRoom()
    const typist = new Typist()
    const sent = [
      typist.event('open'),
      ...typist.type('Harbours', 1),
      typist.insert(' grew late', 9, 'paste'),
      typist.remove(1, 2),
    ]
    const { reply } = await send(0, sent)
    expect(reply).toMatchObject({ stored: true, version: 10, missing: [] })
    expect(await text()).toBe('arbours grew late')
    expect(await entries()).toEqual(sent)
    expect(await stored(submission_id)).toMatchObject({
      words: 3,
      entries: 11,
      version: 10,
      hash: reply.hash,
      state: 'writing',
    })
    const { rows } = await testApp.database.query(
      'select body from writing_batches where submission_id = $1',
      [submission_id],
    )
    expect(Buffer.from(rows[0]?.body as Uint8Array).toString('latin1')).toMatch(/^PMS1(?!.*arbours)/s)
  })

  test('needs the student’s agreement first', async () => {
    const { token } = await link()
    const { session } = (await call('open', { token })).body as { session: string }
    const entries = new Typist().type('a', 1)
    expect((await call('batch', { session, version: 0, entries })).status).toBe(409)
    expect((await call('accept', { session })).body).toMatchObject({
      state: 'writing',
      accepted_at: expect.any(String),
    })
    expect((await call('batch', { session, version: 0, entries })).status).toBe(200)
  })

  test('that is sent twice because an answer was lost is stored once, and answered with the stored steps', async () => {
    const { send, text, entries } = await openRoom()
    const batch = new Typist().type('abc', 1)
    await send(0, batch)
    const { reply } = await send(0, batch)
    expect(reply).toMatchObject({ stored: false, version: 3, missing: batch })
    expect([await text(), await entries()]).toEqual(['abc', batch])
  })

  test('that is an event sent twice is stored once', async () => {
    const { send, entries } = await openRoom()
    const event = new Typist().event('blur')
    for (const _ of [1, 2]) expect((await send(0, [event])).reply).toMatchObject({ stored: true, version: 0 })
    expect(await entries()).toEqual([event])
  })

  test('by two pages is stored from both, the later after the earlier', async () => {
    const { send, text } = await openRoom()
    const [one, two] = [new Typist(), new Typist()]
    await send(0, one.type('left', 1))
    const { reply } = await send(0, two.type('RIGHT', 1))
    expect([reply.stored, reply.missing.map(({ client }) => client)]).toEqual([
      false,
      Array(4).fill(one.client),
    ])
    // The editor moves its own steps behind those that it missed.
    two.n = 0
    expect((await send(4, two.type('RIGHT', 5))).reply).toMatchObject({ stored: true, version: 9 })
    expect(await text()).toBe('leftRIGHT')
  })

  test('by two pages at the same moment is stored from one of them, and the other one is notified', async () => {
    const { send, entries } = await openRoom()
    const replies = await Promise.all(
      [new Typist(), new Typist()].map((typist) => send(0, typist.type('same', 1))),
    )
    expect(replies.filter(({ reply }) => reply.stored)).toHaveLength(1)
    expect(await entries()).toHaveLength(4)
  })

  test('is read the same by another process, from the stored copy and the record after it, or from the record alone', async () => {
    const { send, submission_id } = await openRoom()
    const typist = new Typist()
    for (let version = 0; version < 450; version += 45)
      await send(version, typist.type('x'.repeat(45), version + 1))
    const { id, version, hash } = (await stored(submission_id)) as {
      id: string
      version: number
      hash: string
    }
    const read = async () => {
      const found = await createCurrentTexts(testApp.encryption).read(testApp.database, { id, version, hash })
      return [
        textOf(found.document),
        found.seq,
        found.lastEntryNumbers.get(typist.client),
        found.storedVersion > 0,
      ]
    }
    expect(await read()).toEqual(['x'.repeat(450), 10, 450, true])
    await testApp.database.query('delete from writing_texts where submission_id = $1', [submission_id])
    expect(await read()).toEqual(['x'.repeat(450), 10, 450, false])
  })

  test('by others is sent to a page that asks with an empty batch', async () => {
    const { send } = await openRoom()
    const batch = new Typist().type('abc', 1)
    await send(0, batch)
    expect((await send(1, [])).reply).toEqual({
      stored: false,
      version: 3,
      hash: expect.any(String),
      missing: batch.slice(1),
    })
    expect((await send(3, [])).reply).toMatchObject({ stored: true, missing: [] })
  })

  test.each<[string, (typist: Typist) => WritingRecordEntry[]]>([
    ['does not apply', (typist) => [typist.insert('a', 500)]],
    ['is no step', (typist) => [typist.step({ stepType: 'explode' })]],
    [
      'leaves the schema',
      (typist) => [
        typist.step({
          stepType: 'replace',
          from: 0,
          to: 2,
          slice: { content: [{ type: 'text', text: 'bare' }] },
        }),
      ],
    ],
    [
      'brings an unknown node',
      (typist) => [
        typist.step({ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'script' }] } }),
      ],
    ],
    ['comes after a good one', (typist) => [...typist.type('Private words', 1), typist.insert('b', 500)]],
  ])('is refused whole when a step %s', async (_, entriesOf) => {
    const { send, text, entries, submission_id } = await openRoom()
    const { status, body } = await send(0, entriesOf(new Typist()))
    expect([status, (body as { code: string }).code]).toEqual([422, 'invalid_input'])
    expect([await text(), await entries(), (await stored(submission_id)).version]).toEqual(['', [], 0])
    expect(testApp.logged.join('\n')).not.toMatch(/Private words|bare/)
  })

  test('is refused out of order, from two editors in one batch, or ahead of the stored text', async () => {
    const { send } = await openRoom()
    const typist = new Typist()
    const [a, b] = typist.type('ab', 1)
    if (!a || !b) throw new Error('Nothing was typed.')
    for (const entries of [
      [b, a],
      [a, a],
      [a, { ...b, client: 'another-editor' }],
    ])
      expect((await send(0, entries)).status).toBe(422)
    expect((await send(7, [a])).status).toBe(409)
  })

  test('is refused where it is too large', async () => {
    const { send, submission_id } = await openRoom()
    const typist = new Typist()
    const paste = (length: number, position = 1) => [typist.insert('x'.repeat(length), position, 'paste')]
    expect((await send(0, paste(writingLimits.textCharacters + 1))).body).toMatchObject({ code: 'too_large' })
    expect((await send(0, paste(writingLimits.batchCharacters))).body).toMatchObject({ code: 'too_large' })
    expect((await send(0, typist.type('x'.repeat(writingLimits.batchEntries + 1), 1))).status).toBe(422)
    expect((await send(0, paste(writingLimits.textCharacters))).status).toBe(200)
    await testApp.database.query('update writing_submissions set entries = $2 where id = $1', [
      submission_id,
      writingLimits.entries,
    ])
    expect((await send(1, [typist.remove(1, 2)])).body).toMatchObject({ code: 'too_large' })
  })

  test('of one student is out of reach for the session of another', async () => {
    const [ida, kai] = [await openRoom(), await openRoom()]
    await ida.send(0, new Typist().type('Mine alone', 1))
    expect(await kai.text()).toBe('')
    expect(await kai.entries()).toEqual([])
    await kai.send(0, new Typist().type('Kai', 1))
    expect([await ida.text(), await kai.text()]).toEqual(['Mine alone', 'Kai'])
  })

  test('is kept if the link is revoked while a student types, and nothing more is stored', async () => {
    const { send, submission_id } = await openRoom()
    const typist = new Typist()
    await send(0, typist.type('kept', 1))
    await testApp.database.query('update writing_submissions set link_hash = null where id = $1', [
      submission_id,
    ])
    await testApp.database.query('delete from writing_sessions where submission_id = $1', [submission_id])
    expect((await send(4, typist.type('late', 5))).status).toBe(404)
    expect(await stored(submission_id)).toMatchObject({ version: 4, entries: 4 })
  })
})

describe('a commit that fails', () => {
  test('acknowledges nothing, and the batch is stored when it is sent again', async () => {
    const { send, text } = await openRoom()
    const batch = new Typist().type('abc', 1)
    const fault = faults.failCommit({ of: 'insert into writing_batches', after: false, times: 2 })
    expect((await send(0, batch)).status).toBe(500)
    expect(fault.happened).toBeGreaterThan(0)
    faults.clear()
    expect((await send(0, batch)).reply).toMatchObject({ stored: true, version: 3 })
    expect(await text()).toBe('abc')
  })

  test('after it took effect leads to one copy of the batch', async () => {
    const { send, text, entries } = await openRoom()
    const batch = new Typist().type('abc', 1)
    const fault = faults.failCommit({ of: 'insert into writing_batches', after: true })
    await send(0, batch)
    expect(fault.happened).toBe(1)
    await send(0, batch)
    expect([await text(), await entries()]).toEqual(['abc', batch])
  })

  test('of one student does not affect others in the same group', async () => {
    const rooms = await Promise.all(Array.from({ length: 5 }, () => openRoom()))
    faults.failCommit({ of: 'insert into writing_batches', after: false })
    const answers = await Promise.all(
      rooms.map(({ send }, nth) => send(0, new Typist().type(`text ${nth}`, 1))),
    )
    const kept = await Promise.all(rooms.map(({ text }) => text()))
    for (const [nth, { status }] of answers.entries())
      expect(kept[nth]).toBe(status === 200 ? `text ${nth}` : '')
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4)
  })

  test('at handing in leaves the text open, or makes one document', async () => {
    const room = await openRoom()
    await room.send(0, new Typist().type('Harbours grew late.', 1))
    faults.failCommit({ of: 'insert into documents', after: false })
    expect((await call('handIn', { session: room.session, version: 19 })).status).toBe(500)
    expect(await stored(room.submission_id)).toMatchObject({ state: 'writing', document_id: null })
    faults.clear()
    faults.failCommit({ of: 'insert into documents', after: true })
    await call('handIn', { session: room.session, version: 19 })
    faults.clear()
    expect((await call('handIn', { session: room.session, version: 19 })).status).toBe(409)
    const { document_id } = await stored(room.submission_id)
    const { rows } = await testApp.database.query(
      "select id from documents where original_filename like 'Harbours, Ida%' and student_id = $1",
      [student.id],
    )
    expect(rows.filter(({ id }) => id === document_id)).toHaveLength(1)
  })
})

describe('handing in', () => {
  test('makes a document of the student and class with the text, and closes the text', async () => {
    const { session, send, room, submission_id } = await handedIn()
    const { document_id } = await stored(submission_id)
    const { body } = await ana.call('GET', `/documents/${String(document_id)}`)
    expect(body as Document).toMatchObject({
      original_filename: 'Harbours, Ida Berg.txt',
      student_id: student.id,
      class_group_id,
    })
    expect(await room()).toMatchObject({
      state: 'handed-in',
      can_hand_in: false,
      can_take_back: true,
      handed_in_at: expect.any(String),
    })
    expect((await send(19, new Typist().type('x', 1))).status).toBe(409)
    expect((await call('handIn', { session, version: 19 })).status).toBe(409)
    const text = await testApp.database.query('select text from document_texts where document_id = $1', [
      document_id,
    ])
    expect(text.rows).toEqual([{ text: 'Harbours grew late.' }])
  })

  test('is sent to the teacher’s webhooks, with ids only', async () => {
    const { body } = await ana.call('POST', '/integrations/webhooks', { url: 'https://hooks.example/' })
    const endpoint = (body as { id: string }).id
    const { submission_id } = await handedIn()
    const { rows } = await testApp.database.query(
      "select submission_id, student_id, document_id from webhook_deliveries where endpoint_id = $1 and event = 'writing.handed_in'",
      [endpoint],
    )
    await ana.call('DELETE', `/integrations/webhooks/${endpoint}`)
    const { document_id } = await stored(submission_id)
    expect(rows).toEqual([{ submission_id, student_id: student.id, document_id }])
  })

  test('is refused for an empty text, and for another version than the student saw', async () => {
    const { session, send, room } = await openRoom()
    expect((await call('handIn', { session, version: 0 })).status).toBe(409)
    await send(0, new Typist().type('Words', 1))
    expect((await call('handIn', { session, version: 4 })).status).toBe(409)
    expect(await room()).toMatchObject({ state: 'writing', can_hand_in: true })
  })

  test('explains that the teacher’s account is full, and loses nothing', async () => {
    const dan = await testApp.teacher('dan')
    const own = (await dan.call('POST', '/students', { first_name: 'Kai', last_name: 'Moe' })).body as Student
    const { session, send, text } = await openRoom({
      teacher_id: own.teacher_id,
      student_id: own.id,
      class_group_id: null,
    })
    await send(0, new Typist().type('Words', 1))
    await testApp.database.query('update teachers set custom_word_limit = 0 where id = $1', [own.teacher_id])
    const { status, body } = await call('handIn', { session, version: 5 })
    expect([status, (body as { detail: string }).detail]).toEqual([
      409,
      expect.stringContaining('Your text is safe'),
    ])
    expect(await text()).toBe('Words')
    await testApp.database.query('update teachers set custom_word_limit = null where id = $1', [
      own.teacher_id,
    ])
    expect((await call('handIn', { session, version: 5 })).status).toBe(200)
  })

  test('of a student who left the class makes a document without the class', async () => {
    const other = ((await ana.call('POST', '/class-groups', { class_name: '8A' })).body as { id: string }).id
    const { submission_id } = await handedIn({ class_group_id: other })
    const { document_id } = await stored(submission_id)
    expect((await ana.call('GET', `/documents/${String(document_id)}`)).body).toMatchObject({
      student_id: student.id,
      class_group_id: null,
    })
  })

  test('and taking back are in the audit log without a word of the text', async () => {
    const { session, submission_id } = await handedIn()
    await call('takeBack', { session })
    const { rows } = await testApp.database.query(
      'select * from audit_entries where target_id = $1 order by id',
      [submission_id],
    )
    expect(rows.map(({ action, administrator_id, details }) => [action, administrator_id, details])).toEqual([
      ['writing-link.open', null, {}],
      ['writing.accept', null, {}],
      ['writing.hand-in', null, { words: 3, entries: 19 }],
      ['writing.take-back', null, {}],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/Harbours|Ida/)
  })
})

describe('taking back', () => {
  test('deletes the document and opens the text to be written further and handed in again', async () => {
    const { session, submission_id, send } = await handedIn()
    const { document_id } = await stored(submission_id)
    expect((await call('takeBack', { session })).body).toMatchObject({
      state: 'writing',
      handed_in_at: null,
      can_hand_in: true,
    })
    expect((await ana.call('GET', `/documents/${String(document_id)}`)).status).toBe(404)
    expect((await send(19, new Typist().type('!', 20))).status).toBe(200)
    expect((await call('handIn', { session, version: 20 })).status).toBe(200)
  })

  test('is refused after the due date, too often, and while it is part of a case', async () => {
    const late = await handedIn({ due_at: new Date(Date.now() + 60_000) })
    await testApp.database.query(
      "update writing_tasks set due_at = now() - interval '1 minute' where id = $1",
      [late.task_id],
    )
    const often = await handedIn()
    await testApp.database.query('update writing_submissions set take_backs = $2 where id = $1', [
      often.submission_id,
      writingLimits.takeBacks,
    ])
    const inCase = await handedIn()
    const { document_id } = await stored(inCase.submission_id)
    await testApp.database.query(
      `insert into cases (id, teacher_id, student_id, student_name) values ($1, $2, $3, 'Ida')`,
      [randomUUID(), student.teacher_id, student.id],
    )
    await testApp.database.query(
      `insert into case_documents (document_id, case_id, teacher_id, filename, report) select $1, id, teacher_id, 'a', '{}' from cases where student_id = $2 limit 1`,
      [document_id, student.id],
    )
    for (const room of [late, often, inCase]) {
      expect((await room.room()).can_take_back).toBe(false)
      expect((await call('takeBack', { session: room.session })).status).toBe(409)
      expect(await stored(room.submission_id)).toMatchObject({
        state: 'handed-in',
        document_id: expect.any(String),
      })
    }
    expect((await ana.call('GET', `/documents/${String(document_id)}`)).status).toBe(200)
  })

  test('works when the teacher deleted the document, and is refused before anything was handed in', async () => {
    const { session, submission_id } = await handedIn()
    const { document_id } = await stored(submission_id)
    await ana.call('DELETE', `/documents/${String(document_id)}`)
    expect((await call('takeBack', { session })).body).toMatchObject({ state: 'writing' })
    expect((await call('takeBack', { session })).status).toBe(409)
  })
})
