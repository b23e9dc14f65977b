import {
  apiBase,
  type Case,
  type ClassGroup,
  type Comparison,
  type Document,
  type EarlierOverlap,
  overlapRoutes,
  type Source,
  type SourceTexts,
  type Student,
  sourceLimits,
} from '@penmark/contract'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { docxOf } from '../../../../../packages/extract/fixtures/hostile.ts'
import { type ReaderAndScorer, startTestApp, type TestApp, type TestTeacher } from '../../testing/test-app.ts'
import { uniqueWords } from '../../testing/text.ts'
import { refreshStandings } from '../documents/standing/refresh.ts'
import { compareClassAgain } from './compare-class-again.ts'
import { compareWhenComplete } from './compare-when-complete.ts'
import { compareWithEarlierSoon } from './earlier/compare-with-earlier.ts'
import { sendMissingSources } from './read-source.ts'

let testApp: TestApp
let ana: TestTeacher
let bo: TestTeacher
/** How often the detector scored a text. */
let scored = 0
beforeAll(async () => {
  testApp = await startTestApp({
    logLevel: 'trace',
    wrap: (real) => {
      const counting: Pick<ReaderAndScorer, 'report'> = {
        report: (...asked) => {
          scored += 1
          return real.report(...asked)
        },
      }
      return counting
    },
  })
  ana = await testApp.teacher('ana')
  bo = await testApp.teacher('bo')
})
afterAll(() => testApp.close())

async function addClass(teacher = ana): Promise<string> {
  const { body } = await teacher.call('POST', '/class-groups', { class_name: `10A English ${Math.random()}` })
  return (body as ClassGroup).id
}

async function addDocument(text: string, fields: Record<string, string> = {}): Promise<string> {
  const { body } = await ana.call('POST', '/documents/text', { text, ...fields })
  const { id } = body as Document
  expect(await ana.finished(id)).toMatchObject({ status: 'COMPLETED' })
  return id
}

const listOf = async (class_group_id: string) =>
  (await ana.call('GET', `/class-groups/${class_group_id}/sources`)).body as Source[]

/** Waits until a source is read, and the documents of its class compared with it. */
async function settled({ id, class_group_id }: Source): Promise<Source> {
  const read = async () => (await listOf(class_group_id)).find((source) => source.id === id)
  await expect.poll(async () => (await read())?.state, { timeout: 60_000 }).not.toBe('waiting')
  await expect
    .poll(
      async () => {
        const { rows } = await testApp.database.query(
          `select (select count(*) from fingerprinted_documents where compared_at is null)
             + (select count(*) from queue.job where name = 'sources' and state < 'completed') as open`,
        )
        return Number(rows[0]?.open)
      },
      { timeout: 60_000 },
    )
    .toBe(0)
  return (await read()) as Source
}

async function paste(
  class_group_id: string,
  text: string,
  name = 'Chapter 3',
  kind = 'book',
): Promise<Source> {
  const { status, body } = await ana.call('POST', `/class-groups/${class_group_id}/sources/text`, {
    name,
    kind,
    text,
  })
  expect(status).toBe(201)
  return settled(body as Source)
}

/** What a document shares, once it is compared. */
async function overlapOf(id: string): Promise<EarlierOverlap> {
  const read = async () =>
    overlapRoutes.readEarlierOverlap.reply.parse(
      (await ana.call('GET', `/overlap/documents/${id}/earlier`)).body,
    )
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('ready')
  return read()
}

const storedFiles = async () => {
  const keys: string[] = []
  for await (const key of testApp.storage.list(new Date(Date.now() + 60_000))) keys.push(key)
  return keys.length
}

test('a pasted source is found in the documents that are there and in those that come later, and both can be read side by side', async () => {
  const class_group_id = await addClass()
  const chapter = uniqueWords('chapter', 400)
  const taken = chapter.split(' ').slice(100, 160).join(' ')
  const before = await addDocument(`${uniqueWords('own', 60)} ${taken}`, { class_group_id })
  const elsewhere = await addDocument(`${uniqueWords('else', 60)} ${taken}`)
  const source = await paste(class_group_id, chapter)
  const after = await addDocument(`${taken} ${uniqueWords('later', 60)}`, { class_group_id })
  expect(source).toMatchObject({
    name: 'Chapter 3',
    kind: 'book',
    state: 'ready',
    words: 400,
    documents: 1,
    is_comparing: false,
  })
  for (const id of [before, after])
    expect((await overlapOf(id)).sources).toMatchObject([
      { source_id: source.id, name: 'Chapter 3', words: 60, share: 0.5 },
    ])
  expect((await overlapOf(elsewhere)).sources).toEqual([])
  const [match] = (await overlapOf(before)).sources
  const { texts, passages, document, share_source } = (await ana.call('GET', `/source-matches/${match?.id}`))
    .body as SourceTexts
  const [
    {
      ranges: [own, theirs],
    } = { ranges: [] },
  ] = passages
  expect([texts[0].slice(own?.start, own?.end), texts[1].slice(theirs?.start, theirs?.end)]).toEqual([
    taken,
    taken,
  ])
  expect([document.id, share_source]).toEqual([before, 0.15])
})

test('two students who take the same passage from a source share nothing with each other, but with the source, until it is deleted', async () => {
  const class_group_id = await addClass()
  const taken = uniqueWords('quoted', 60)
  const ids = await Promise.all(
    ['one', 'two'].map((name) => addDocument(`${uniqueWords(name, 60)} ${taken}`, { class_group_id })),
  )
  const earlier = await addDocument(`${taken} ${uniqueWords('before', 60)}`)
  /**
   * How many pairs the class has, and how many of its documents stand in the other one, or share something
   * with it.
   */
  const seen = async () => {
    const [comparison] = (await ana.call('GET', `/overlap/comparisons?class_group_id=${class_group_id}`))
      .body as Comparison[]
    const matches = await Promise.all(
      ids.map(async (id) => (await overlapOf(id)).matches.map(({ document }) => document.id === earlier)),
    )
    return [comparison?.state, comparison?.pairs, comparison?.left_out.source, matches]
  }
  await expect.poll(seen, { timeout: 60_000 }).toEqual(['ready', 1, 0, [[true], [true]]])
  const source = await paste(class_group_id, `${uniqueWords('chapter of quotations', 90)} ${taken}`)
  await expect.poll(seen, { timeout: 60_000 }).toEqual(['ready', 0, 120, [[], []]])
  expect(source.documents).toBe(2)
  expect((await ana.call('DELETE', `/sources/${source.id}`)).status).toBe(200)
  await expect.poll(seen, { timeout: 60_000 }).toEqual(['ready', 1, 0, [[true], [true]]])
})

// The embedded database has a single session, which never waits for another.
test.runIf(process.env.TEST_DATABASE_URL)(
  'a document may complete while a source lets its class be compared again',
  async () => {
    const class_group_id = await addClass()
    const ids = [await addDocument(uniqueWords('meanwhile', 60), { class_group_id })]
    const { database } = testApp
    const isWaiting = async () =>
      (
        await database.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rows.length > 0
    let again = Promise.resolve()
    await database.transaction(async (connection) => {
      await compareWhenComplete(connection, ids)
      again = database.transaction((other) => compareClassAgain(other, ids))
      await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true)
      await compareWithEarlierSoon(connection, ids)
    })
    await again
  },
)

test('a source is never scored, takes no words from the allowance, and is no document', async () => {
  const class_group_id = await addClass()
  const movements = async () =>
    (await testApp.database.query('select 1 from allowance_movements')).rows.length
  const documents = async () => ((await ana.call('GET', '/documents/count')).body as { total: number }).total
  const before = [await movements(), await documents()]
  scored = 0
  await paste(class_group_id, uniqueWords('unscored', 300))
  expect([scored, await movements(), await documents()]).toEqual([0, ...before])
  expect(testApp.logged.join('\n')).not.toMatch(/unscored/i)
})

test('an uploaded file is named after itself, only its text is kept, and one that cannot be read says why', async () => {
  const class_group_id = await addClass()
  const text = uniqueWords('uploaded', 80)
  const files = await storedFiles()
  const add = async (name: string, content: Buffer | string, fields: Record<string, string> = {}) =>
    ana.upload(`/class-groups/${class_group_id}/sources/upload`, 'file', [{ name, content }], {
      kind: 'model-answer',
      ...fields,
    })
  const word = docxOf(`<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`)
  const read = await settled((await add('answers 2025.docx', word)).body as Source)
  expect(read).toMatchObject({ name: 'answers 2025.docx', kind: 'model-answer', state: 'ready', words: 80 })
  const empty = await settled((await add('empty.txt', ' ', { name: 'Empty' })).body as Source)
  expect(empty).toMatchObject({
    name: 'Empty',
    state: 'failed',
    words: null,
    status_reason: expect.stringContaining('contains no text'),
  })
  expect((await add('picture.txt', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).status).toBe(415)
  expect(await storedFiles()).toBe(files)
  const id = await addDocument(text, { class_group_id })
  expect((await overlapOf(id)).sources).toMatchObject([{ source_id: read.id, words: 80, share: 1 }])
})

test('quotations in the document are left out, dialogue in the source is not', async () => {
  const class_group_id = await addClass()
  const spoken = uniqueWords('spoken', 40)
  await paste(class_group_id, `${uniqueWords('novel', 100)} “${spoken}”`)
  const quoting = await addDocument(`“${spoken}” ${uniqueWords('quoting', 60)}`, { class_group_id })
  const copying = await addDocument(`${spoken} ${uniqueWords('copying', 60)}`, { class_group_id })
  expect((await overlapOf(quoting)).sources).toEqual([])
  expect((await overlapOf(copying)).sources).toMatchObject([{ words: 40 }])
})

test('what ten sources contain is shown, because a source is shown as it is found', async () => {
  const class_group_id = await addClass()
  const shared = uniqueWords('tenfold', 40)
  for (let nth = 0; nth < 10; nth += 1)
    await paste(class_group_id, `${shared} ${uniqueWords(`answer${nth}`, 20)}`)
  expect((await overlapOf(await addDocument(shared, { class_group_id }))).sources).toHaveLength(10)
})

test('a document that moves to another class shows the sources of that class', async () => {
  const [from, to] = [await addClass(), await addClass()]
  const text = uniqueWords('moving', 60)
  await paste(from, text, 'From')
  const id = await addDocument(text, { class_group_id: from })
  expect((await overlapOf(id)).sources).toMatchObject([{ name: 'From' }])
  await ana.call('PUT', `/documents/${id}/assign-student`, { class_group_id: to })
  expect((await overlapOf(id)).sources).toEqual([])
  await paste(to, text, 'To')
  expect((await overlapOf(id)).sources).toMatchObject([{ name: 'To' }])
})

test('a deleted source takes its matches along, and goes and comes back with its class', async () => {
  const class_group_id = await addClass()
  const text = uniqueWords('gone', 60)
  const source = await paste(class_group_id, text)
  const id = await addDocument(text, { class_group_id })
  expect((await overlapOf(id)).sources).toHaveLength(1)
  await ana.call('DELETE', `/class-groups/${class_group_id}`)
  expect((await overlapOf(id)).sources).toEqual([])
  await ana.call('POST', `/bin/${class_group_id}/restore`)
  expect((await overlapOf(id)).sources).toHaveLength(1)
  expect((await ana.call('DELETE', `/sources/${source.id}`)).body).toEqual({ id: source.id, deleted: true })
  expect((await overlapOf(id)).sources).toEqual([])
  expect((await ana.call('DELETE', `/sources/${source.id}`)).status).toBe(404)
  const { rows } = await testApp.database.query(
    "select 1 from source_matches where source_id = $1 union select 1 from class_sources where text like '%gone%'",
    [source.id],
  )
  expect(rows).toEqual([])
})

test('no other teacher can list, add, read or delete sources', async () => {
  const class_group_id = await addClass()
  const text = uniqueWords('private', 60)
  const source = await paste(class_group_id, text)
  const [match] = (await overlapOf(await addDocument(text, { class_group_id }))).sources
  const fields = { name: 'Mine', kind: 'other', text }
  const upload = bo.upload(
    `/class-groups/${class_group_id}/sources/upload`,
    'file',
    [{ name: 'a.txt', content: text }],
    { kind: 'other' },
  )
  for (const answer of [
    bo.call('GET', `/class-groups/${class_group_id}/sources`),
    bo.call('POST', `/class-groups/${class_group_id}/sources/text`, fields),
    upload,
    bo.call('DELETE', `/sources/${source.id}`),
    bo.call('GET', `/source-matches/${match?.id}`),
  ])
    expect((await answer).status).toBe(404)
  expect(await listOf(class_group_id)).toHaveLength(1)
})

test('a class has twenty sources, and 200,000 words of them, at most', async () => {
  const class_group_id = await addClass()
  const long = await paste(class_group_id, 'to be '.repeat(110_000))
  expect(long).toMatchObject({
    state: 'failed',
    status_reason: expect.stringContaining('200,000 words together'),
  })
  await testApp.database.query(
    `insert into class_sources (id, teacher_id, class_group_id, name, kind, state, created_at)
     select gen_random_uuid(), teacher_id, class_group_id, name, kind, 'failed', now() from class_sources, generate_series(2, $2) where id = $1`,
    [long.id, sourceLimits.sources],
  )
  const { status, text } = await ana.call('POST', `/class-groups/${class_group_id}/sources/text`, {
    name: 'More',
    kind: 'other',
    text: 'a b',
  })
  expect([status, text]).toEqual([409, expect.stringContaining('has 20 sources already')])
})

test('a source whose job was lost is read after all', async () => {
  const class_group_id = await addClass()
  const source = await paste(class_group_id, uniqueWords('lostjob', 60))
  await testApp.database.query("update class_sources set state = 'waiting', words = null where id = $1", [
    source.id,
  ])
  await sendMissingSources(testApp.database)
  expect(await settled(source)).toMatchObject({ state: 'ready', words: 60 })
})

test('the card, the PDF and a case name the source, and the export of the account holds it', async () => {
  const class_group_id = await addClass()
  const text = uniqueWords('everywhere', 90)
  await paste(class_group_id, text, 'Sample by a chatbot', 'chatbot')
  const student = (await ana.call('POST', '/students', { first_name: 'Ida', last_name: 'Holm' }))
    .body as Student
  await ana.call('POST', `/class-groups/${class_group_id}/students/${student.id}`)
  const id = await addDocument(text, { class_group_id, student_id: student.id })
  await overlapOf(id)
  await testApp.database.query("update documents set finding = 'ai-likely', score = 0.99 where id = $1", [id])
  await refreshStandings(testApp.database, [id])
  const cards = z.object({ cards: z.array(z.object({ source: z.unknown() })) })
  const { body } = await ana.call('GET', `/overview?class_group_id=${class_group_id}`)
  expect(cards.parse(body).cards).toMatchObject([{ source: { name: 'Sample by a chatbot', words: 90 } }])
  const { rawPayload } = await testApp.app.inject({
    url: `${apiBase}/results/document/${id}/pdf`,
    headers: await testApp.headers('ana'),
  })
  const pdf = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
  expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain('90 words also stand in “Sample by a chatbot”.')
  const { id: case_id } = (await ana.call('POST', '/cases', { document_id: id })).body as Case
  const { rows } = await testApp.database.query(
    "select evidence -> 'sources' as sources from case_documents where case_id = $1",
    [case_id],
  )
  expect(rows).toMatchObject([
    { sources: [{ name: 'Sample by a chatbot', kind: 'chatbot', words: 90, share: 1 }] },
  ])
  const exported = z.object({ class_sources: z.array(z.looseObject({ text: z.string() })) })
  const { class_sources } = exported.parse(JSON.parse((await ana.call('GET', '/teachers/me/export')).text))
  expect(class_sources.some((source) => source.text === text)).toBe(true)
})
