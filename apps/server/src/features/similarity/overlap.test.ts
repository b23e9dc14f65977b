import {
  type BatchUpload,
  type ClassGroup,
  type Comparison,
  type Document,
  type DocumentOverlap,
  overlapRoutes,
  type Student,
} from '@penmark/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestTeacher } from '../../testing/test-app.ts'
import { prose, uniqueWords } from '../../testing/text.ts'
import { comparisonWorker, sweepComparisons } from './compare-documents.ts'

let testApp: TestApp
let ana: TestTeacher
let bo: TestTeacher
beforeAll(async () => {
  testApp = await startTestApp({ planLimits: false, logLevel: 'trace' })
  ana = await testApp.teacher('ana')
  bo = await testApp.teacher('bo')
})
afterAll(() => testApp.close())

const shared = uniqueWords('shared', 40)

async function addClass(teacher = ana): Promise<string> {
  const { body } = await teacher.call('POST', '/class-groups', { class_name: `Class ${Math.random()}` })
  return (body as ClassGroup).id
}

async function addDocument(text: string, fields: Record<string, string>, teacher = ana): Promise<string> {
  const { body } = await teacher.call('POST', '/documents/text', { text: `${prose(60)} ${text}`, ...fields })
  const { id } = body as Document
  expect(await teacher.finished(id)).toMatchObject({ status: 'COMPLETED' })
  return id
}

const start = (fields: object, teacher = ana) =>
  teacher.call('POST', '/overlap/comparisons', { assignment_text: prose(60), ...fields })

/** Starts a comparison and waits for its end. */
async function compared(fields: object): Promise<Comparison> {
  const { status, body } = await start(fields)
  expect([status, body]).toMatchObject([202, { id: expect.any(String) }])
  const { id } = body as Comparison
  for (;;) {
    const { body: now } = await ana.call('GET', `/overlap/comparisons/${id}`)
    const comparison = overlapRoutes.readComparison.reply.parse(now)
    if (comparison.state === 'ready' || comparison.state === 'failed') return comparison
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const pairsOf = async ({ id }: Comparison) =>
  overlapRoutes.listPairs.reply.parse((await ana.call('GET', `/overlap/comparisons/${id}/pairs`)).body)

/** A class with two documents that share a passage, and one that shares none. */
async function sharingClass() {
  const class_group_id = await addClass()
  const first = await addDocument(`${uniqueWords('first', 40)} ${shared}`, { class_group_id, title: 'First' })
  const second = await addDocument(`${shared.toUpperCase()} ${uniqueWords('second', 20)}`, {
    class_group_id,
    title: 'Second',
  })
  const third = await addDocument(uniqueWords('third', 40), { class_group_id, title: 'Third' })
  return { class_group_id, first, second, third }
}

describe('comparing a class', () => {
  test('finds the pairs that share passages, with both texts and the places', async () => {
    const { class_group_id, first, second } = await sharingClass()
    const comparison = await compared({ class_group_id })
    expect(comparison).toMatchObject({
      state: 'ready',
      documents: 3,
      pairs: 1,
      progress: 1,
      class_group_id,
      batch_id: null,
    })
    expect(comparison.left_out.assignment).toBeGreaterThan(150)
    const [pair] = await pairsOf(comparison)
    expect(pair).toMatchObject({ words: 40, passages: 1, documents: [{ id: first }, { id: second }] })
    const { body } = await ana.call('GET', `/overlap/pairs/${pair?.id}`)
    const { texts, passages } = overlapRoutes.readPair.reply.parse(body)
    const [passage] = passages
    expect(texts[0].slice(passage?.ranges[0].start, passage?.ranges[0].end)).toBe(shared)
    expect(texts[1].slice(passage?.ranges[1].start, passage?.ranges[1].end)).toBe(shared.toUpperCase())
  })

  test('replaces the last comparison of the class, which is listed alone', async () => {
    const { class_group_id } = await sharingClass()
    const before = await compared({ class_group_id })
    const now = await compared({ class_group_id, assignment_text: shared })
    const { body } = await ana.call('GET', `/overlap/comparisons?class_group_id=${class_group_id}`)
    expect((body as Comparison[]).map(({ id, assignment_text }) => [id, assignment_text])).toEqual([
      [now.id, shared],
    ])
    expect((await ana.call('GET', `/overlap/comparisons/${before.id}`)).status).toBe(404)
  })

  test('names the documents and students as they are called now', async () => {
    const { class_group_id, first } = await sharingClass()
    const { body } = await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm' })
    const { id: student_id } = body as Student
    await ana.call('POST', `/class-groups/${class_group_id}/students/${student_id}`)
    await ana.call('PUT', `/documents/${first}/assign-student`, { student_id })
    const [pair] = await pairsOf(await compared({ class_group_id }))
    expect(pair?.documents).toMatchObject([{ student_name: 'Ida Holm', student_id }, { student_name: null }])
  })

  test('students can be assigned while their documents are compared', async () => {
    const { class_group_id, first, second, third } = await sharingClass()
    const { body } = await ana.call('POST', '/students', { first_name: 'Mae', last_name: 'Ford' })
    const { id: student_id } = body as Student
    await ana.call('POST', `/class-groups/${class_group_id}/students/${student_id}`)
    for (let round = 0; round < 5; round++) {
      const assigned = [first, second, third].map((id) =>
        ana.call('PUT', `/documents/${id}/assign-student`, { student_id: round % 2 === 0 ? student_id : '' }),
      )
      const [{ state }, ...answers] = await Promise.all([compared({ class_group_id }), ...assigned])
      expect([state, ...answers.map(({ status }) => status)]).toEqual(['ready', 200, 200, 200])
    }
  })

  test('names four or more documents that share one passage as a group, with their students, beside their pairs', async () => {
    const class_group_id = await addClass()
    const { body } = await ana.call('POST', '/students', { first_name: 'Nia', last_name: 'Reed' })
    const { id: student_id } = body as Student
    await ana.call('POST', `/class-groups/${class_group_id}/students/${student_id}`)
    const ids: string[] = []
    for (const name of ['one', 'two', 'three', 'four'])
      ids.push(await addDocument(`${shared} ${uniqueWords(name, 20)}`, { class_group_id }))
    for (const id of ids) await ana.call('PUT', `/documents/${id}/assign-student`, { student_id })
    await addDocument(uniqueWords('five', 20), { class_group_id })
    const { common, pairs, left_out } = await compared({ class_group_id })
    expect([pairs, left_out.common]).toEqual([6, 0])
    expect(common).toMatchObject([{ documents: 4 }])
    expect(shared).toContain(common[0]?.text)
    const students = new Map(common[0]?.members.map(({ id, student_name }) => [id, student_name]))
    expect(students).toEqual(new Map(ids.map((id) => [id, 'Nia Reed'])))
    await ana.call('DELETE', `/documents/${ids[3]}`)
    const { body: after } = await ana.call('GET', `/overlap/comparisons?class_group_id=${class_group_id}`)
    expect((after as Comparison[])[0]?.common[0]?.members.map(({ id }) => id).toSorted()).toEqual(
      ids.slice(0, 3).toSorted(),
    )
  })

  test('refuses a class with fewer than two completed documents', async () => {
    const class_group_id = await addClass()
    await addDocument('alone', { class_group_id })
    expect(await start({ class_group_id })).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  test('refuses neither, both, and more than 3,000 documents', async () => {
    const { class_group_id, first } = await sharingClass()
    expect(await start({})).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
    expect((await start({ class_group_id, batch_id: class_group_id })).status).toBe(404)
    await testApp.database.query(
      `insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status, class_group_id)
       select gen_random_uuid(), teacher_id, 'many.txt', file_type, 1, 'COMPLETED', class_group_id
       from documents, generate_series(1, 3000) where id = $1`,
      [first],
    )
    expect(await start({ class_group_id })).toMatchObject({ status: 413, body: { code: 'too_large' } })
    await testApp.database.query("delete from documents where original_filename = 'many.txt'")
  })

  test('offers the pairs as CSV, in the language asked for', async () => {
    const { class_group_id } = await sharingClass()
    const { id } = await compared({ class_group_id })
    const { text, headers } = await ana.call('GET', `/overlap/comparisons/${id}/csv?language=fr-FR`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, row] = text.split('\r\n')
    expect(head).toContain('Premier document;Premier élève;')
    expect(row).toMatch(/^First.*;;\d+,\d;Second.*;;\d+,\d;40;1$|^First/)
  })
})

describe('a document of a compared class', () => {
  const overlapOf = async (id: string, teacher = ana) => teacher.call('GET', `/overlap/documents/${id}`)

  test('says with how many others it shares passages, and names the largest', async () => {
    const { class_group_id, first, second, third } = await sharingClass()
    const fourth = await addDocument(`${uniqueWords('fourth', 20)} ${shared} ${uniqueWords('first', 40)}`, {
      class_group_id,
      title: 'Fourth',
    })
    const { id: comparison_id } = await compared({ class_group_id })
    const [overlap, ...more] = overlapRoutes.readDocumentOverlap.reply.parse((await overlapOf(first)).body)
    expect(more).toEqual([])
    expect(overlap).toMatchObject({ comparison_id, class_group_id, batch_id: null, documents: 2, words: 80 })
    expect(overlap?.pairs.map(({ documents }) => documents.map(({ id }) => id))).toEqual([
      [first, fourth],
      [first, second],
    ])
    expect((await overlapOf(third)).body).toEqual([])
    expect((await overlapOf(first, bo)).status).toBe(404)
  })

  test('no longer shares with a class that it has left, nor with a deleted document', async () => {
    const { class_group_id, first, second } = await sharingClass()
    await compared({ class_group_id })
    expect((await overlapOf(second)).body as DocumentOverlap[]).toHaveLength(1)
    await ana.call('PUT', `/documents/${second}/assign-student`, { class_group_id: null })
    expect((await overlapOf(second)).body).toEqual([])
    await ana.call('DELETE', `/documents/${second}`)
    expect((await overlapOf(first)).body).toEqual([])
  })
})

test('two texts never share more words than one of them has', async () => {
  const class_group_id = await addClass()
  const text = Array.from({ length: 90 }, (_, nth) => `word${nth} 3.5 U.S. e.g. don’t 10%`).join(' ')
  for (const title of ['one', 'two']) await addDocument(text, { class_group_id, title })
  const [pair] = await pairsOf(await compared({ class_group_id }))
  const documents = (await ana.call('GET', `/documents?class_group_id=${class_group_id}`)).body as Document[]
  expect(documents.map(({ word_count }) => word_count)).toEqual([pair?.words, pair?.words])
})

test('identical documents share everything, and one without words shares nothing', async () => {
  const class_group_id = await addClass()
  for (const title of ['one', 'two'])
    await addDocument(`${shared} ${uniqueWords('same', 60)}`, { class_group_id, title })
  const empty = await addDocument('', { class_group_id, title: 'empty' })
  await testApp.database.query("update document_texts set text = '' where document_id = $1", [empty])
  const comparison = await compared({ class_group_id })
  expect(comparison).toMatchObject({ state: 'ready', documents: 3, pairs: 1 })
  const [pair] = await pairsOf(comparison)
  expect(pair).toMatchObject({ words: 100, passages: 1 })
  const shares = pair?.documents.map(({ share }) => share) ?? []
  expect(shares[0]).toBe(shares[1])
})

test('compares a class of 3,000 documents, half of them identical or empty, and finds the two that share a passage', async () => {
  const { class_group_id, first, second, third } = await sharingClass()
  await testApp.database.query(
    `with made as (
       insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status, class_group_id, word_count)
       select gen_random_uuid(), teacher_id, 'many ' || nth, file_type, 1, 'COMPLETED', class_group_id, 30
       from documents, generate_series(1, 2997) nth where id = $1
       returning id, split_part(original_filename, ' ', 2)::int as nth
     ) insert into document_texts (document_id, text)
     select id, case when nth <= 1000 then $2 when nth <= 1500 then '' else
       (select string_agg('w' || nth || 'x' || word, ' ') from generate_series(1, 30) word) end from made`,
    [first, uniqueWords('identical', 40)],
  )
  const comparison = await compared({ class_group_id })
  expect(comparison).toMatchObject({
    state: 'ready',
    documents: 3_000,
    pairs: 1,
    common: [{ documents: 1_000 }],
  })
  expect(comparison.common[0]?.members).toHaveLength(100)
  const [pair] = await pairsOf(comparison)
  expect(pair?.documents.map(({ id }) => id)).toEqual([first, second])
  expect([first, second]).not.toContain(third)
  const { rows } = await testApp.database.query("select id from documents where original_filename = 'many 7'")
  expect((await ana.call('GET', `/overlap/documents/${String(rows[0]?.id)}`)).body).toMatchObject([
    { documents: 999, pairs: [] },
  ])
  await testApp.database.query("delete from documents where original_filename like 'many %'")
})

describe('comparing an upload', () => {
  const comparedUpload = async () => {
    const files = ['one', 'two'].map((name) => ({
      name: `${name}.txt`,
      content: `${prose(60)} ${uniqueWords(name, 40)} ${shared}`,
    }))
    const { body } = await ana.upload('/documents/batch', 'files', files)
    const { batch_id, document_ids } = body as BatchUpload
    for (const id of document_ids) await ana.finished(id)
    return { batch_id, document_ids, comparison: await compared({ batch_id }) }
  }

  test('compares its documents, and goes when none of them is left', async () => {
    const { batch_id, document_ids, comparison } = await comparedUpload()
    expect(comparison).toMatchObject({ batch_id, class_group_id: null, pairs: 1 })
    expect((await start({ batch_id }, bo)).status).toBe(404)
    for (const id of document_ids) await ana.call('DELETE', `/documents/${id}`)
    // Those in the bin may come back.
    for (const id of document_ids) await ana.call('DELETE', `/bin/${id}`)
    await sweepComparisons(testApp.database)
    const { rows } = await testApp.database.query('select 1 from overlap_comparisons where id = $1', [
      comparison.id,
    ])
    expect(rows).toEqual([])
  })

  test('is not shown while all its documents are in the bin, and comes back with them', async () => {
    const { batch_id, document_ids, comparison } = await comparedUpload()
    const pairs = await pairsOf(comparison)
    for (const id of document_ids) await ana.call('DELETE', `/documents/${id}`)
    await sweepComparisons(testApp.database)
    const listed = async () => (await ana.call('GET', `/overlap/comparisons?batch_id=${batch_id}`)).body
    expect(await listed()).toEqual([])
    for (const path of ['', '/pairs', '/export']) {
      expect((await ana.call('GET', `/overlap/comparisons/${comparison.id}${path}`)).status).toBe(404)
    }
    for (const id of document_ids) await ana.call('POST', `/bin/${id}/restore`)
    expect(await listed()).toMatchObject([{ id: comparison.id }])
    expect(await pairsOf(comparison)).toEqual(pairs)
  })
})

describe('deleting', () => {
  test('either document removes the pair, and its places', async () => {
    const { class_group_id, second } = await sharingClass()
    const comparison = await compared({ class_group_id })
    const [pair] = await pairsOf(comparison)
    await ana.call('DELETE', `/documents/${second}`)
    expect(await pairsOf(comparison)).toEqual([])
    expect((await ana.call('GET', `/overlap/pairs/${pair?.id}`)).status).toBe(404)
  })

  test('a document while it is compared leaves the others’ result', async () => {
    const { class_group_id, first, second } = await sharingClass()
    await addDocument(`${uniqueWords('fourth', 30)} ${shared}`, { class_group_id, title: 'Fourth' })
    await addDocument(uniqueWords('fifth', 30), { class_group_id })
    const { database } = testApp
    // Deletes the document in the middle of the work: after the texts were read, before the result is
    // written.
    let deleted = false
    const deleting: typeof database = {
      ...database,
      transaction: async (work) => {
        if (!deleted) {
          deleted = true
          await ana.call('DELETE', `/documents/${second}`)
        }
        return database.transaction(work)
      },
    }
    await testApp.database.query('update overlap_comparisons set state = $1 where state = $2', [
      'ready',
      'waiting',
    ])
    // The class was compared by itself when its last document was read.
    await database.query('delete from overlap_comparisons where class_group_id = $1', [class_group_id])
    const id = '00000000-0000-4000-8000-000000000001'
    await database.query(
      `insert into overlap_comparisons (id, teacher_id, class_group_id, assignment_text, state)
       select $1, teacher_id, id, $3, 'waiting' from class_groups where id = $2`,
      [id, class_group_id, prose(60)],
    )
    await comparisonWorker({ database: deleting }).run(
      { id, isLastAttempt: false },
      new AbortController().signal,
    )
    const comparison = (await ana.call('GET', `/overlap/comparisons/${id}`)).body as Comparison
    expect(comparison).toMatchObject({ state: 'ready', pairs: 1 })
    expect((await pairsOf(comparison)).map(({ documents }) => documents[0].id)).toEqual([first])
  })

  test('the comparison while it waits ends it, and deleting the class takes it along', async () => {
    const { class_group_id } = await sharingClass()
    const { id } = await compared({ class_group_id })
    expect((await ana.call('DELETE', `/overlap/comparisons/${id}`)).body).toEqual({ id, deleted: true })
    await comparisonWorker(testApp).run({ id, isLastAttempt: false }, new AbortController().signal)
    expect((await ana.call('GET', `/overlap/comparisons/${id}`)).status).toBe(404)
    const again = await compared({ class_group_id })
    await ana.call('DELETE', `/class-groups/${class_group_id}`)
    expect((await ana.call('GET', `/overlap/comparisons/${again.id}`)).status).toBe(404)
  })
})

test('nothing of another teacher is compared, listed or read', async () => {
  const { class_group_id } = await sharingClass()
  const { body } = await bo.call('POST', '/documents/text', { text: `${prose(60)} ${shared}` })
  await bo.finished((body as Document).id)
  // A row that names a class of somebody else must not be compared either.
  await testApp.database.query('update documents set class_group_id = $1 where id = $2', [
    class_group_id,
    (body as Document).id,
  ])
  const comparison = await compared({ class_group_id })
  expect(comparison).toMatchObject({ documents: 3, pairs: 1 })
  const [pair] = await pairsOf(comparison)
  for (const address of [
    `comparisons/${comparison.id}`,
    `comparisons/${comparison.id}/pairs`,
    `comparisons/${comparison.id}/csv`,
    `pairs/${pair?.id}`,
  ])
    expect((await bo.call('GET', `/overlap/${address}`)).status).toBe(404)
  expect((await bo.call('GET', `/overlap/comparisons?class_group_id=${class_group_id}`)).body).toEqual([])
  expect((await start({ class_group_id }, bo)).status).toBe(404)
})

test('a pair whose text was read again shows a message instead of wrong positions', async () => {
  const { class_group_id, first } = await sharingClass()
  const [pair] = await pairsOf(await compared({ class_group_id }))
  await testApp.database.query('update document_texts set text = text || $2 where document_id = $1', [
    first,
    ' more',
  ])
  expect(await ana.call('GET', `/overlap/pairs/${pair?.id}`)).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
})

test('a comparison that fails for good shows it, and one whose worker stops is continued', async () => {
  const { class_group_id } = await sharingClass()
  const { id } = await compared({ class_group_id })
  const { database } = testApp
  const reset = () => database.query("update overlap_comparisons set state = 'waiting' where id = $1", [id])
  const state = async () => ((await ana.call('GET', `/overlap/comparisons/${id}`)).body as Comparison).state
  const broken: typeof database = {
    ...database,
    transaction: () => Promise.reject(new Error('The disk is full.')),
  }
  await reset()
  await expect(
    comparisonWorker({ database: broken }).run({ id, isLastAttempt: false }, new AbortController().signal),
  ).rejects.toThrow()
  expect(await state()).toBe('waiting')
  await expect(
    comparisonWorker({ database: broken }).run({ id, isLastAttempt: true }, new AbortController().signal),
  ).rejects.toThrow()
  expect(await state()).toBe('failed')
})

test("a comparison whose documents were deleted before it started says why, in the reader's language", async () => {
  const { class_group_id, first, second } = await sharingClass()
  const { id } = await compared({ class_group_id })
  for (const document of [first, second]) await ana.call('DELETE', `/documents/${document}`)
  await testApp.database.query("update overlap_comparisons set state = 'waiting' where id = $1", [id])
  await comparisonWorker(testApp).run({ id, isLastAttempt: false }, new AbortController().signal)
  const { authorization } = await testApp.headers('ana')
  const read = (language: string) =>
    testApp.app.inject({
      url: `/api/v1/overlap/comparisons/${id}`,
      headers: { authorization, 'accept-language': language },
    })
  expect((await read('en-GB')).json()).toMatchObject({
    state: 'failed',
    status_reason: expect.stringContaining('fewer than two'),
  })
  expect((await read('fr-FR')).json()).toMatchObject({
    status_reason: expect.stringContaining('moins de deux documents'),
  })
})

test('no text of a student reaches the log', () => {
  expect(testApp.logged.filter((line) => line.includes('sharedb1x'))).toEqual([])
})
