import { createHash } from 'node:crypto'
import type {
  Student,
  WritingBatchReply,
  WritingRecordEntry,
  WritingRecordPage,
  WritingSubmissionView,
} from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../../../testing/test-app.ts'
import { callRoom, enterRoom, Typist } from '../../../../testing/writing-room.ts'
import { packRecords } from '../room/pack-records.ts'

let testApp: TestApp
let ana: TestTeacher
let student: Student
beforeAll(async () => {
  testApp = await startTestApp({ works: false })
  ana = await testApp.teacher('ana')
  student = (await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Berg' })).body as Student
})
afterAll(() => testApp.close())

/** A text that was written by two pages in many small batches. */
async function written(batches = 12) {
  const { session, submission_id: id } = await enterRoom(testApp, student)
  const sent: WritingRecordEntry[] = []
  const hashes: (string | null)[] = []
  let version = 0
  let typist = new Typist()
  for (let nth = 0; nth < batches; nth += 1) {
    if (nth === Math.floor(batches / 2)) typist = new Typist()
    const entries = [typist.event('focus'), ...typist.type('word ', version + 1)]
    const { body } = await callRoom(testApp.app, 'batch', { session, version, entries })
    const reply = body as WritingBatchReply
    version = reply.version
    hashes.push(reply.hash)
    sent.push(...entries)
  }
  const read = async () => (await ana.call('GET', `/writing-submissions/${id}`)).body as WritingSubmissionView
  const page = async (offset: number) =>
    (await ana.call('GET', `/writing-submissions/${id}/record?offset=${offset}`)).body as WritingRecordPage
  return { id, session, sent, hashes, version, read, page }
}

const rowsOf = async (id: string) =>
  (await testApp.database.query('select * from writing_batches where submission_id = $1 order by seq', [id]))
    .rows

interface ExportedBatch {
  seq: number
  received_at_ms: number
  hash: string
  entries: unknown
}
const sortKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

describe('a record', () => {
  test('is read by its teacher: the summary, every entry, and that it is intact', async () => {
    const { read, page, sent, hashes } = await written()
    expect(await read()).toMatchObject({
      integrity: 'intact',
      hash: hashes.at(-1),
      summary: { words: 12, typed: 48, pasted: 0 },
      submission: { student_name: 'Ida Berg', state: 'writing', entries: sent.length },
    })
    const all = await page(0)
    expect(all.entries).toEqual(sent)
    const middle = await page(40)
    expect([middle.entries, middle.offset, middle.total]).toEqual([sent.slice(40), 40, sent.length])
    expect(middle.received[0]?.first).toBe(40)
    expect(all.received).toHaveLength(12)
  })

  test('is exported as a file whose hashes anyone can recompute', async () => {
    const { id, sent, hashes } = await written()
    const { status, text, headers } = await ana.call('GET', `/writing-submissions/${id}/record/file`)
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    const file = JSON.parse(text) as { batches: ExportedBatch[]; hash: string; submission_id: string }
    let previous = ''
    for (const { seq, received_at_ms, hash, entries } of file.batches) {
      const lines = [previous, file.submission_id, seq, received_at_ms, JSON.stringify(entries, sortKeys)]
      previous = createHash('sha256').update(lines.join('\n')).digest('hex')
      expect(previous).toBe(hash)
    }
    expect([file.hash, file.batches.map(({ hash }) => hash)]).toEqual([previous, hashes])
    expect(file.batches.flatMap(({ entries }) => entries)).toEqual(sent)
    const { rows } = await testApp.database.query(
      "select action from audit_entries where target_id = $1 and action = 'writing.export'",
      [id],
    )
    expect(rows).toHaveLength(1)
  })

  test('is packed when its text is at rest, and stays the same with every hash', async () => {
    const { id, read, page, sent, hashes, session, version } = await written(40)
    await packRecords(testApp, new Date())
    expect(await rowsOf(id)).toHaveLength(40)
    const later = new Date(Date.now() + 60 * 60_000)
    await packRecords(testApp, later)
    expect(await rowsOf(id)).toHaveLength(2)
    expect(await read()).toMatchObject({ integrity: 'intact', hash: hashes.at(-1) })
    expect((await page(0)).entries).toEqual(sent)
    expect((await page(0)).received).toHaveLength(40)
    const { text } = await ana.call('GET', `/writing-submissions/${id}/record/file`)
    expect((JSON.parse(text) as { batches: ExportedBatch[] }).batches.map(({ hash }) => hash)).toEqual(hashes)
    // Writing goes on from there, for a page that is behind too.
    const behind = await callRoom(testApp.app, 'batch', { session, version: version - 3, entries: [] })
    expect((behind.body as WritingBatchReply).missing).toEqual(sent.slice(-3))
    const more = await callRoom(testApp.app, 'batch', {
      session,
      version,
      entries: new Typist().type('more ', 1),
    })
    expect(more.body).toMatchObject({ stored: true, version: version + 5 })
    await packRecords(testApp, later)
    expect(await read()).toMatchObject({ integrity: 'intact', summary: { words: 41 } })
  })

  const update = (what: string) => (id: string) =>
    testApp.database.query(`update writing_batches set ${what} where submission_id = $1 and seq = 3`, [id])
  test.each<[string, (id: string) => Promise<unknown>]>([
    ['body was changed', update('body = set_byte(body, 40, get_byte(body, 40) # 255)')],
    [
      'body was replaced by another of the same text',
      update('body = (select body from writing_batches b where b.submission_id = $1 and b.seq = 2)'),
    ],
    ['hash was changed', update("hash = repeat('0', 64)")],
    [
      'row was removed',
      (id) =>
        testApp.database.query('delete from writing_batches where submission_id = $1 and seq = 3', [id]),
    ],
    [
      'end was removed',
      (id) =>
        testApp.database.query('delete from writing_batches where submission_id = $1 and seq > 10', [id]),
    ],
  ])('whose %s is found to be altered', async (_, alter) => {
    const { id, read } = await written()
    await alter(id)
    expect(await read()).toMatchObject({ integrity: 'altered', submission: { id } })
    const { status, body } = await ana.call('GET', `/writing-submissions/${id}/record?offset=0`)
    expect([200, 409], JSON.stringify(body)).toContain(status)
  })

  test('whose entries were rewritten with the key is reported as altered', async () => {
    const { id, read } = await written()
    const [first] = await rowsOf(id)
    const { decodeBatches, encodeBatches } = await import('./body.ts')
    const batches = decodeBatches(testApp.encryption, id, 1, first?.body as Uint8Array)
    for (const entry of batches[0]?.entries ?? []) entry.at += 1
    await testApp.database.query(
      'update writing_batches set body = $2 where submission_id = $1 and seq = 1',
      [id, encodeBatches(testApp.encryption, id, 1, batches)],
    )
    expect((await read()).integrity).toBe('altered')
  })

  test('belongs to the document that was handed in, and to no other', async () => {
    const { id, session, version } = await written()
    const other = (await ana.call('POST', '/documents/text', { text: 'Another text.' })).body as {
      id: string
    }
    expect((await ana.call('GET', `/documents/${other.id}/writing`)).body).toBeNull()
    await callRoom(testApp.app, 'handIn', { session, version })
    const { document_id } = (await ana.call('GET', `/writing-submissions/${id}`)).body as {
      document_id?: string
    }
    expect(document_id).toBeUndefined()
    const { rows } = await testApp.database.query(
      'select document_id from writing_submissions where id = $1',
      [id],
    )
    const { body } = await ana.call('GET', `/documents/${String(rows[0]?.document_id)}/writing`)
    expect(body).toMatchObject({ submission: { id, state: 'handed-in' }, integrity: 'intact' })
    const bo = await testApp.teacher('bo')
    for (const address of [
      `/writing-submissions/${id}`,
      `/writing-submissions/${id}/record`,
      `/writing-submissions/${id}/record/file`,
      `/documents/${other.id}/writing`,
    ])
      expect((await bo.call('GET', address)).status).toBe(404)
  })
})
