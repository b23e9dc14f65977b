import {
  apiBase,
  type BatchUpload,
  type ClassGroup,
  type Document,
  type EarlierOverlap,
  overlapRoutes,
  type Student,
} from '@penmark/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../services/database/database.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { uniqueWords } from '../../../testing/text.ts'
import { compareWithEarlierSoon, earlierDocumentsWorker, sendMissingEarlier } from './compare-with-earlier.ts'

let testApp: TestApp
let ana: TestTeacher
let bo: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp({ planLimits: false, logLevel: 'trace' })
  ana = await testApp.teacher('ana')
  bo = await testApp.teacher('bo')
})
afterAll(() => testApp.close())

async function addClass(name: string, teacher = ana): Promise<string> {
  const { body } = await teacher.call('POST', '/class-groups', {
    class_name: `${name} ${Math.random()}`,
    academic_year: '2025',
  })
  return (body as ClassGroup).id
}

async function addStudent(class_group_id: string): Promise<string> {
  const { body } = await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm' })
  const { id } = body as Student
  await ana.call('POST', `/class-groups/${class_group_id}/students/${id}`)
  return id
}

async function addDocument(
  text: string,
  fields: Record<string, string> = {},
  teacher = ana,
): Promise<string> {
  const { body } = await teacher.call('POST', '/documents/text', { text, ...fields })
  const { id } = body as Document
  expect(await teacher.finished(id)).toMatchObject({ status: 'COMPLETED' })
  return id
}

/** What a document shares, once it is compared. */
async function earlier(id: string, teacher = ana): Promise<EarlierOverlap> {
  for (;;) {
    const { body } = await teacher.call('GET', `/overlap/documents/${id}/earlier`)
    const overlap = overlapRoutes.readEarlierOverlap.reply.parse(body)
    if (overlap.state !== 'waiting') return overlap
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The words of the PDF of its report. */
async function pdfOf(id: string): Promise<string> {
  const { rawPayload } = await testApp.app.inject({
    url: `${apiBase}/results/document/${id}/pdf`,
    headers: await testApp.headers('ana'),
  })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

const fingerprintsOf = async (id: string) => {
  const { rows } = await testApp.database.query(
    `select count(*)::float8 as count from fingerprints f where f.document = (select no from fingerprinted_documents where document_id = $1)`,
    [id],
  )
  return Number(rows[0]?.count)
}
const countFingerprints = async () =>
  Number((await testApp.database.query('select count(*)::float8 as count from fingerprints')).rows[0]?.count)

describe('a document that is handed in', () => {
  test('is compared with those of other classes and years, and each match says where it comes from', async () => {
    const shared = uniqueWords('shared', 60)
    const class_group_id = await addClass('10A English')
    const student_id = await addStudent(class_group_id)
    const old = await addDocument(`${uniqueWords('old', 100)} ${shared}`, {
      class_group_id,
      student_id,
      title: 'Old',
    })
    await earlier(old)
    const now = await addDocument(`${shared.toUpperCase()} ${uniqueWords('new', 60)}`, {
      class_group_id: await addClass('11B'),
    })
    const { matches, documents, left_out } = await earlier(now)
    expect(matches).toMatchObject([
      {
        document: { id: old, original_filename: 'Old', student_id, student_name: 'Ida Holm' },
        is_own_work: false,
        class_name: expect.stringMatching('10A English'),
        academic_year: '2025',
        words: 60,
        share: 0.5,
      },
    ])
    expect([documents, left_out]).toEqual([1, { quotation: 0, assignment: 0, source: 0, common: 0 }])
    const { body } = await ana.call('GET', `/overlap/pairs/${matches[0]?.pair_id}`)
    const { texts, passages } = overlapRoutes.readPair.reply.parse(body)
    expect(texts[1].slice(passages[0]?.ranges[1].start, passages[0]?.ranges[1].end)).toBe(shared)
    // The older one says the same.
    expect((await earlier(old)).matches).toMatchObject([{ document: { id: now }, words: 60 }])
    expect(await pdfOf(now)).toContain('Handed in before? Shares 60 words with another text.')
  })

  test('is listed in the CSV of its class with what it shares, and no other teacher can export that', async () => {
    const class_group_id = await addClass('Exported')
    const student_id = await addStudent(class_group_id)
    const [shared, reused, chapter] = [
      uniqueWords('csvshared', 60),
      uniqueWords('csvreused', 40),
      uniqueWords('csvchapter', 20),
    ]
    await addDocument(shared, { title: '=Old' })
    await addDocument(reused, { title: 'Mine', student_id })
    await ana.call('POST', `/class-groups/${class_group_id}/sources/text`, {
      name: 'Chapter 3',
      kind: 'book',
      text: chapter,
    })
    const id = await addDocument(`${shared} ${reused} ${chapter}`, {
      class_group_id,
      student_id,
      title: 'Now',
    })
    await expect.poll(async () => (await earlier(id)).sources.length, { timeout: 60_000 }).toBe(1)
    const address = `/overlap/classes/${class_group_id}/earlier/csv?language=fr-FR&time_zone=Europe/Paris`
    const { text, headers } = await ana.call('GET', address)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const [titles, ...rows] = text
      .trim()
      .split('\r\n')
      .map((row) => row.split(';'))
    expect(titles?.[4]).toBe('Ces mots figurent aussi dans')
    expect(rows).toEqual([
      [
        'Now',
        'Ida Holm',
        '60',
        '"50,0"',
        'Un autre document',
        "'=Old",
        '',
        '',
        expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
      ],
      [
        'Now',
        'Ida Holm',
        '40',
        '"33,3"',
        'Un autre travail du même élève',
        'Mine',
        'Ida Holm',
        '',
        expect.any(String),
      ],
      [
        'Now',
        'Ida Holm',
        '20',
        '"16,7"',
        'Une source de la classe',
        'Chapter 3',
        '',
        expect.stringMatching('Exported'),
        '',
      ],
    ])
    expect((await bo.call('GET', address)).status).toBe(404)
  })

  test('reuses own work if the other is by the same student', async () => {
    const class_group_id = await addClass('Own')
    const student_id = await addStudent(class_group_id)
    const shared = uniqueWords('reused', 80)
    const first = await addDocument(shared, { student_id })
    await addDocument(uniqueWords('unrelated', 80), { student_id })
    const second = await addDocument(`${shared} ${uniqueWords('added', 20)}`, { class_group_id, student_id })
    expect((await earlier(second)).matches).toMatchObject([
      { document: { id: first }, is_own_work: true, words: 80 },
    ])
  })

  test('is not compared here with its class or its upload, which have a comparison of their own', async () => {
    const class_group_id = await addClass('Same')
    const shared = uniqueWords('inclass', 80)
    await addDocument(shared, { class_group_id })
    const second = await addDocument(shared, { class_group_id })
    expect((await earlier(second)).matches).toEqual([])
    const files = ['one', 'two'].map((name) => ({
      name: `${name}.txt`,
      content: `${uniqueWords('together', 80)} ${uniqueWords(name, 20)}`,
    }))
    const { body } = await ana.upload('/documents/batch', 'files', files)
    const [one = '', two = ''] = (body as BatchUpload).document_ids
    await ana.finished(one)
    await ana.finished(two)
    expect((await earlier(two)).matches).toEqual([])
  })

  test('is compared anew when it comes to another class', async () => {
    const [from, to] = [await addClass('From'), await addClass('To')]
    const shared = uniqueWords('moved', 80)
    const first = await addDocument(shared, { class_group_id: from })
    const second = await addDocument(shared, { class_group_id: from })
    expect((await earlier(second)).matches).toEqual([])
    await ana.call('PUT', `/documents/${second}/assign-student`, { class_group_id: to })
    expect((await earlier(second)).matches).toMatchObject([{ document: { id: first } }])
  })

  test('is never compared with the documents of another teacher', async () => {
    const shared = uniqueWords('others', 100)
    const own = await addDocument(shared)
    const theirs = await addDocument(shared, {}, bo)
    expect((await earlier(theirs, bo)).matches).toEqual([])
    expect((await earlier(own)).matches).toEqual([])
    expect((await bo.call('GET', `/overlap/documents/${own}/earlier`)).status).toBe(404)
  })

  test('is not said to share quotations, nor what ten documents contain', async () => {
    const template = uniqueWords('template', 60)
    for (let nth = 0; nth < 10; nth += 1) await addDocument(`${template} ${uniqueWords(`filled${nth}`, 40)}`)
    const quoting = await addDocument(
      `${template} ${uniqueWords('mine', 40)} “${uniqueWords('filled1', 40)}”`,
    )
    const { matches, left_out } = await earlier(quoting)
    expect(matches).toEqual([])
    expect(left_out).toEqual({ quotation: 40, assignment: 0, source: 0, common: 60 })
  })

  test('does not appear in a comparison, and no other text does', async () => {
    const { body } = await ana.call('GET', '/overlap/comparisons')
    expect(
      overlapRoutes.listComparisons.reply
        .parse(body)
        .every(({ class_group_id, batch_id }) => class_group_id ?? batch_id),
    ).toBe(true)
  })
})

describe('the fingerprints of a document', () => {
  test('are gone at once when it is deleted, and it matches nothing', async () => {
    const shared = uniqueWords('deleted', 80)
    const before = await countFingerprints()
    const first = await addDocument(shared)
    await earlier(first)
    expect(await fingerprintsOf(first)).toBeGreaterThan(5)
    await ana.call('DELETE', `/documents/${first}`)
    expect(await countFingerprints()).toBe(before)
    const second = await addDocument(shared)
    expect((await earlier(second)).matches).toEqual([])
    await ana.call('POST', `/bin/${first}/restore`)
    expect((await earlier(first)).matches).toMatchObject([{ document: { id: second }, words: 80 }])
  })

  test('are made for documents of an earlier version, and for one whose job was lost', async () => {
    const shared = uniqueWords('lost', 80)
    const [first, second] = [await addDocument(shared), await addDocument(shared)]
    await earlier(second)
    await testApp.database.query(
      "update fingerprinted_documents set compared_at = null, version = 0, hashes = '{}'",
    )
    await testApp.database.query('delete from overlap_comparisons where document_id is not null')
    await sendMissingEarlier(testApp.database)
    expect((await earlier(first)).matches).toMatchObject([{ document: { id: second } }])
    expect(await fingerprintsOf(first)).toBeGreaterThan(5)
  })

  test('are made for a document that comes right after the look for missing ones, and later documents find it', async () => {
    const text = uniqueWords('unlooked', 60)
    const id = await addDocument(text)
    await earlier(id)
    const openJobs = "select 1 from queue.job where name = 'earlier-documents' and state < 'completed'"
    await expect
      .poll(async () => (await testApp.database.query(openJobs)).rows, { timeout: 60_000 })
      .toEqual([])
    const { rows } = await testApp.database.query(
      `update fingerprinted_documents set version = 0, hashes = '{}', compared_at = null where document_id = $1
       returning (select teacher_id from documents where id = $1) as teacher_id`,
      [id],
    )
    const database: Database = {
      ...testApp.database,
      query: async (statement, values) =>
        statement.includes('f.version <') ? { rows: [] } : testApp.database.query(statement, values),
    }
    const job = { id: String(rows[0]?.teacher_id), isLastAttempt: false }
    await earlierDocumentsWorker({ database }).run(job, new AbortController().signal)
    await sendMissingEarlier(testApp.database)
    await earlier(id)
    const later = await addDocument(`${text} ${uniqueWords('afterwards', 60)}`)
    expect((await earlier(later)).matches).toMatchObject([{ document: { id }, words: 60 }])
  })

  test('are at most thirty-two, whatever the text', async () => {
    const id = await addDocument(`${uniqueWords('long', 20_000)} ${'over and over again '.repeat(2_000)}`)
    await earlier(id)
    expect(await fingerprintsOf(id)).toBe(32)
  })

  test('are not made for a document that was given up, nor for one that has no result', async () => {
    const { body } = await ana.upload('/documents/upload', 'file', [{ name: 'empty.txt', content: ' ' }])
    await ana.finished((body as Document).id)
    await compareWithEarlierSoon(testApp.database, [(body as Document).id])
    expect((await earlier((body as Document).id)).state).toBe('never')
  })
})
