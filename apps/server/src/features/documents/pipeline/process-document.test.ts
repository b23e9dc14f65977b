import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Document, leastChargedWords, type Report, type Teacher } from '@penmark/contract'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { hourMs } from '../../../lib/durations.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { newKey } from '../../../services/storage/storage.ts'
import { createGate } from '../../../testing/gate.ts'
import { recognisingStory, story } from '../../../testing/pupils-story.ts'
import {
  type ReaderAndScorer,
  startTestApp,
  type TestApp,
  type TestTeacher,
} from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { sweepFiles } from '../../operations/upkeep/sweep-files.ts'
import { maximumRuns } from '../rows/rules.ts'
import { createProcessor } from './process-document.ts'
import { requeueStuck } from './queue.ts'

let testApp: TestApp
afterEach(() => testApp.close())

const profile = {
  first_name: 'Ana',
  last_name: 'Sol',
  school_name: 'Hill',
  role: 'teacher',
  country: 'Spain',
  state_county: 'Soria',
}
const idOf = (body: unknown) => (body as Document).id
const submit = async (teacher: TestTeacher, words: number) =>
  idOf((await teacher.call('POST', '/documents/text', { text: prose(words) })).body)
const usedBy = async (teacher: TestTeacher) =>
  ((await teacher.call('PUT', '/teachers/me', profile)).body as Teacher).words_used_current_cycle

/** A `report` that waits for `open`, or until the process stops. */
function gate() {
  let open: () => void = () => undefined
  let begun: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const began = new Promise<void>((resolve) => {
    begun = resolve
  })
  const wait = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      begun()
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      void opened.then(resolve)
    })
  return { open: () => open(), began, wait }
}

test('recognises a text in another language, and charges no words for it', async () => {
  testApp = await startTestApp()
  const ana = await testApp.teacher('ana')
  const sentence =
    'Le matin, ma grand-mère ouvrait les volets et le soleil entrait dans la cuisine où le chat dormait encore sur une chaise. '
  const id = idOf((await ana.call('POST', '/documents/text', { text: sentence.repeat(8) })).body)
  expect(await ana.finished(id)).toMatchObject({
    status: 'COMPLETED',
    score: null,
    label: 'insufficient-text',
    finding: 'unsupported-language',
  })
  expect((await ana.call('GET', `/results/document/${id}`)).body).toMatchObject({
    finding: 'unsupported-language',
    reasons: ['not-english'],
    score: null,
  })
  expect(await usedBy(ana)).toBe(0)
  await ana.finished(await submit(ana, 60))
  expect(await usedBy(ana)).toBe(60)
})

test('gives imaginative writing no score, and charges no words for it', async () => {
  testApp = await startTestApp({ wrap: (real) => ({ report: recognisingStory(real) }) })
  const ana = await testApp.teacher('ana')
  const id = idOf((await ana.call('POST', '/documents/text', { text: story })).body)
  expect(await ana.finished(id)).toMatchObject({ finding: 'creative-writing', score: null })
  expect(await usedBy(ana)).toBe(0)
  await ana.finished(await submit(ana, 60))
  expect(await usedBy(ana)).toBe(60)
})

test('reads a text of fewer than 20 words without charge, also when no words are left', async () => {
  testApp = await startTestApp()
  const ana = await testApp.teacher('ana')
  expect(await ana.finished(await submit(ana, leastChargedWords - 1))).toMatchObject({
    status: 'COMPLETED',
    finding: 'insufficient-text',
  })
  expect(await usedBy(ana)).toBe(0)
  await ana.finished(await submit(ana, leastChargedWords))
  expect(await usedBy(ana)).toBe(leastChargedWords)
  await ana.finished(await submit(ana, 4_975))
  expect(await ana.finished(await submit(ana, leastChargedWords))).toMatchObject({ status: 'LIMIT_EXCEEDED' })
  expect(await ana.finished(await submit(ana, leastChargedWords - 1))).toMatchObject({ status: 'COMPLETED' })
})

test('charges and reports the same words for a text full of invisible characters as for the plain one', async () => {
  testApp = await startTestApp()
  const ana = await testApp.teacher('ana')
  const text = prose(120).replaceAll(' ', ' \u200b\u3164 ').replaceAll('e', 'e\u200d\u00ad')
  const { id } = await ana.finished(idOf((await ana.call('POST', '/documents/text', { text })).body))
  expect(await ana.finished(id)).toMatchObject({ status: 'COMPLETED', word_count: 120 })
  expect((await ana.call('GET', `/results/document/${id}`)).body).toMatchObject({
    words: 120,
  } satisfies Partial<Report>)
  expect(await usedBy(ana)).toBe(120)
})

test('does not process what does not fit, and answers 429 only when nothing is left', async () => {
  testApp = await startTestApp()
  const ana = await testApp.teacher('ana')
  const large = await ana.finished(await submit(ana, 5_001))
  expect(large).toMatchObject({
    status: 'LIMIT_EXCEEDED',
    word_count: 5_001,
    score: null,
    status_reason: expect.stringContaining('5,001 words'),
  })
  expect((await ana.call('GET', `/results/document/${large.id}`)).body).toMatchObject({
    status: 'LIMIT_EXCEEDED',
    paragraph_results: [],
  })
  expect(await usedBy(ana)).toBe(0)
  expect((await ana.finished(await submit(ana, 5_000))).status).toBe('COMPLETED')
  for (const refused of [
    await ana.call('POST', '/documents/text', { text: prose(60) }),
    await ana.upload('/documents/upload', 'file', [{ name: 'a.txt', content: prose(60) }]),
    await ana.upload('/documents/batch', 'files', [{ name: 'a.txt', content: prose(60) }]),
    await ana.call('POST', `/documents/${large.id}/reprocess`),
  ]) {
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'allowance_exceeded', detail: expect.stringContaining('Monthly usage limit exceeded') },
    })
  }
  expect((await ana.call('DELETE', `/documents/${large.id}`)).status).toBe(200)
  expect(await usedBy(ana)).toBe(5_000)
})

test('enforces the characters that an administrator allows, and reports when they run out', async () => {
  testApp = await startTestApp()
  const ana = await testApp.teacher('ana')
  const text = prose(60)
  const allow = async (characters: number | null) => {
    const change = await ana.call('PUT', '/admin/teachers/ana/usage-limits', {
      custom_char_limit_override: characters,
    })
    expect(change.status).toBe(200)
  }
  await allow(text.length - 1)
  const { id } = await ana.finished(await submit(ana, 60))
  const exact = text.length.toLocaleString('en-GB')
  expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject({
    status: 'LIMIT_EXCEEDED',
    status_reason: expect.stringContaining(`${exact} characters, more than are left`),
  })
  await allow(text.length - 1)
  expect((await ana.call('POST', '/documents/waiting/read')).body).toEqual({ documents: 0, words: 0 })
  await allow(text.length)
  expect((await ana.call('POST', '/documents/waiting/read')).body).toEqual({ documents: 1, words: 60 })
  expect((await ana.finished(id)).status).toBe('COMPLETED')
  const refused = await ana.call('POST', '/documents/text', { text })
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: 'allowance_exceeded',
      detail: expect.stringContaining(`You have used your ${exact} characters`),
    },
  })
  await allow(null)
  expect((await ana.call('POST', '/documents/text', { text })).status).toBe(201)
})

test('never spends the last words twice when many documents race for them', async () => {
  testApp = await startTestApp()
  const ana = await testApp.teacher('ana')
  const ids = await Promise.all(Array.from({ length: 6 }, () => submit(ana, 2_000)))
  const statuses = await Promise.all(ids.map(async (id) => (await ana.finished(id)).status))
  expect(statuses.filter((status) => status === 'COMPLETED')).toHaveLength(2)
  expect(statuses.filter((status) => status === 'LIMIT_EXCEEDED')).toHaveLength(4)
  expect(await usedBy(ana)).toBe(4_000)
})

test('returns the words if the detector fails for good, and never shows its error', async () => {
  const report: ReaderAndScorer['report'] = async () => {
    throw new Error('out of order')
  }
  testApp = await startTestApp({ parts: { report } })
  const ana = await testApp.teacher('ana')
  const id = await submit(ana, 100)
  const failed = await finishWithoutDelays(ana, id)
  expect(failed).toMatchObject({
    status: 'ERROR',
    status_reason: expect.stringContaining('went wrong on our side while this document was read'),
  })
  expect(failed.status_reason).not.toContain('out of order')
  expect(failed.status_reason).not.toMatch(/limit|exceeded/i)
  expect(await usedBy(ana)).toBe(0)
})

test('tells the teacher if a text takes too long to score, and charges none of its words', async () => {
  testApp = await startTestApp({
    wrap: (pipeline) => ({
      report: async (id, read, words, options) => {
        if (words === 100) throw problem('invalid_input', 'text_too_slow')
        return pipeline.report(id, read, words, options)
      },
    }),
  })
  const ana = await testApp.teacher('ana')
  const [slow, other] = [await submit(ana, 100), await submit(ana, 120)]
  expect(await ana.finished(slow)).toMatchObject({
    status: 'ERROR',
    failure: { code: 'text_too_slow', params: {} },
  })
  expect((await ana.finished(other)).status).toBe('COMPLETED')
  expect(await usedBy(ana)).toBe(120)
})

/** Shortens the retry delays of the queue while the document is in progress. */
async function finishWithoutDelays(teacher: TestTeacher, id: string): Promise<Document> {
  const timer = setInterval(
    () => void testApp.database.query("update queue.job set start_after = now() where state = 'retry'"),
    100,
  )
  return teacher.finished(id).finally(() => clearInterval(timer))
}

test.each([
  ['once, the next attempt reads it', 1, { status: 'COMPLETED', status_reason: null }],
  [
    'each time, the fault is ours and the file is kept',
    Infinity,
    { status: 'ERROR', failure: { code: 'reading_failed', params: {} } },
  ],
])('does not call a file damaged if reading fails unexpectedly: %s', async (_, times, end) => {
  let failed = 0
  testApp = await startTestApp({
    wrap: (pipeline) => ({
      readFile: (path, signal) => {
        failed += 1
        return failed <= times ? Promise.reject(new Error('EMFILE')) : pipeline.readFile(path, signal)
      },
    }),
  })
  const ana = await testApp.teacher('ana')
  const sent = await ana.upload('/documents/upload', 'file', [{ name: 'essay.txt', content: prose(60) }])
  const document = await finishWithoutDelays(ana, idOf(sent.body))
  expect(document).toMatchObject(end)
  expect(document.storage_blob_path).not.toBeNull()
})

test('finishes a short document before long ones of the same batch', async () => {
  const longDocuments = 3
  let scored = 0
  const allScored = createGate()
  testApp = await startTestApp({
    wrap: (pipeline) => ({
      report: async (...given) => {
        const report = await pipeline.report(...given)
        scored += 1
        if (scored === longDocuments + 1) allScored.open()
        await allScored.passed
        return report
      },
    }),
  })
  const ana = await testApp.teacher('ana')
  const long = `${prose(60)} ${'a'.repeat(25_000)}`
  const ids = await Promise.all(
    [long, long, long, prose(60)].map(async (text) =>
      idOf((await ana.call('POST', '/documents/text', { text })).body),
    ),
  )
  for (const id of ids) await ana.finished(id)
  const last = 'select max(completed_at) from documents where id <> $1'
  const { rows } = await testApp.database.query(
    `select completed_at < (${last}) as is_before from documents where id = $1`,
    [ids.at(-1)],
  )
  expect(rows).toEqual([{ is_before: true }])
})

test('stores the paragraphs of a report once, and returns them under both names', async () => {
  testApp = await startTestApp()
  const ana = await testApp.teacher('ana')
  const id = await submit(ana, 100)
  await ana.finished(id)
  const { rows } = await testApp.database.query("select body ? 'paragraph_results' as is_double from reports")
  expect(rows).toEqual([{ is_double: false }])
  const { body } = await ana.call('GET', `/results/document/${id}`)
  const { results, paragraph_results } = body as Report
  expect(results.length).toBeGreaterThan(0)
  expect(paragraph_results).toEqual(results)
})

test('finishes a text and a file of one teacher while another has forty slow files in progress', async () => {
  const gate = createGate()
  const slow = new Set<string>()
  testApp = await startTestApp({
    wrap: (pipeline) => ({
      readFile: async (path, options) => {
        if (slow.has(options.owner)) await gate.passed
        return pipeline.readFile(path, options)
      },
    }),
  })
  const [ana, bo] = [await testApp.teacher('ana'), await testApp.teacher('bo')]
  const first = await ana.upload('/documents/upload', 'file', [{ name: 'a.txt', content: prose(60) }])
  slow.add((await ana.finished(idOf(first.body))).teacher_id)
  const files = Array.from({ length: 20 }, (_, i) => ({ name: `${i}.txt`, content: prose(60) }))
  for (let batch = 0; batch < 2; batch += 1)
    expect((await ana.upload('/documents/batch', 'files', files)).status).toBeLessThan(300)
  const sent = [
    await bo.call('POST', '/documents/text', { text: prose(60) }),
    await bo.upload('/documents/upload', 'file', [{ name: 'b.txt', content: prose(60) }]),
  ]
  for (const { body } of sent) expect((await bo.finished(idOf(body))).status).toBe('COMPLETED')
  const waiting = "select count(*)::int as count from documents where status in ('QUEUED', 'PROCESSING')"
  expect((await testApp.database.query(waiting)).rows).toEqual([{ count: 40 }])
  gate.open()
})

test('shows the stage of a running document, refuses to queue it twice, and stores nothing once it is deleted', async () => {
  const { open, began, wait } = gate()
  testApp = await startTestApp({
    wrap: (pipeline) => ({
      report: async (id, read, words, options) => {
        await wait(options.signal)
        return pipeline.report(id, read, words, options)
      },
    }),
  })
  const ana = await testApp.teacher('ana')
  const id = await submit(ana, 100)
  await began
  expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject({
    status: 'PROCESSING',
    stage: 'detecting',
  })
  expect(await ana.call('POST', `/documents/${id}/reprocess`)).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  })
  expect(await usedBy(ana)).toBe(100)
  await ana.call('DELETE', `/documents/${id}`)
  open()
  const other = await ana.finished(await submit(ana, 60))
  expect(other.status).toBe('COMPLETED')
  expect((await testApp.database.query('select 1 from reports where document_id = $1', [id])).rows).toEqual(
    [],
  )
  expect(await usedBy(ana)).toBe(60)
})

test('puts a running document back when the process stops', async () => {
  const { began, wait } = gate()
  testApp = await startTestApp({
    parts: {
      report: async (_id, _read, _words, { signal }) => {
        await wait(signal)
        throw new Error('stopped')
      },
    },
  })
  const ana = await testApp.teacher('ana')
  const id = await submit(ana, 100)
  await began
  await testApp.stopWorker()
  expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject({
    status: 'QUEUED',
    stage: null,
    queue_position: 1,
  })
  const { rows } = await testApp.database.query('select runs from documents where id = $1', [id])
  expect(rows[0]).toEqual({ runs: 0 })
})

test('takes over the jobs of a dead worker, and gives up on a document that keeps killing its worker', async () => {
  testApp = await startTestApp()
  const ana = await testApp.teacher('ana')
  const ids = [await submit(ana, 100), await submit(ana, 100), await submit(ana, 100)]
  for (const id of ids) await ana.finished(id)
  const leave = (id: string | undefined, status: string, silentS: number, runs: number) =>
    testApp.database.query(
      `update documents set status = $2, stage = null, score = null, runs = $4, updated_at = now() - $3 * interval '1 s',
       alive_at = now() - $3 * interval '1 s' where id = $1`,
      [id, status, silentS, runs],
    )
  await leave(ids[0], 'PROCESSING', 60, 1)
  await leave(ids[1], 'UPLOADED', 120, 0)
  await leave(ids[2], 'PROCESSING', 60, maximumRuns)
  // The worker looks for them too, and a row that another job has locked is left for the next time.
  await expect
    .poll(async () => {
      await requeueStuck(testApp.database, testApp.queue)
      return Promise.all(
        ids.map(
          async (id) => ((await ana.call('GET', `/documents/${id}`)).body as { status: string }).status,
        ),
      )
    })
    .toEqual(['COMPLETED', 'COMPLETED', 'ERROR'])
  expect(await requeueStuck(testApp.database, testApp.queue)).toBe(0)
})

test('takes over a document whose worker died before starting its job', async () => {
  testApp = await startTestApp({ works: false })
  const ana = await testApp.teacher('ana')
  const id = await submit(ana, 100)
  await testApp.database.query(
    "update queue.job set state = 'active', started_on = now() - interval '1 minute'",
  )
  expect(await requeueStuck(testApp.database, testApp.queue)).toBe(0)
  await testApp.database.query("update documents set queued_at = now() - interval '1 minute'")
  expect(await requeueStuck(testApp.database, testApp.queue)).toBe(1)
  const { rows } = await testApp.database.query(
    "select id::text, (select job_id::text from documents) as job_id from queue.job where state = 'created'",
  )
  expect(rows).toEqual([{ id: rows[0]?.job_id, job_id: rows[0]?.job_id }])
  expect((await ana.call('GET', `/documents/${id}`)).body).toMatchObject({
    status: 'QUEUED',
    queue_position: 1,
  })
})

test('charges once for a job that is handed out twice at the same time', async () => {
  let parts: ReaderAndScorer | null = null
  testApp = await startTestApp({
    works: false,
    wrap: (real) => {
      parts = real
      return {}
    },
  })
  const ana = await testApp.teacher('ana')
  const id = await submit(ana, 100)
  const { rows } = await testApp.database.query('select id from queue.job')
  if (parts === null) throw new Error('The test app has no reader.')
  const { database, storage, queue } = testApp
  const work = createProcessor({
    database,
    storage,
    queue,
    reader: parts,
    scorer: parts,
    emit: async () => undefined,
    logger: pino({ level: 'silent' }),
  })
  const deliver = () =>
    work(
      {
        id: String(rows[0]?.id),
        kind: 'text',
        document_id: id,
        traceparent: null,
        attempt: 1,
        isLastAttempt: false,
      },
      new AbortController().signal,
    )
  await Promise.all([deliver(), deliver(), deliver()])
  expect((await ana.finished(id)).status).toBe('COMPLETED')
  expect(await usedBy(ana)).toBe(100)
})

test('does not take over its own running jobs, however far the clock was changed', async () => {
  testApp = await startTestApp({ works: false })
  const ana = await testApp.teacher('ana')
  const id = await submit(ana, 100)
  await testApp.database.query(
    "update documents set status = 'PROCESSING', alive_at = now() - interval '1 hour'",
  )
  expect(await requeueStuck(testApp.database, testApp.queue, 12_000, new Set([id]))).toBe(0)
  expect(await requeueStuck(testApp.database, testApp.queue)).toBe(1)
})

test('lets teachers take turns, so that many documents of one do not delay the one of another', async () => {
  testApp = await startTestApp({ works: false })
  const [ana, bo, cy] = [
    await testApp.teacher('ana'),
    await testApp.teacher('bo'),
    await testApp.teacher('cy'),
  ]
  const many = [await submit(ana, 60), await submit(ana, 60), await submit(ana, 60), await submit(ana, 60)]
  const one = await submit(bo, 60)
  const few = [await submit(cy, 60), await submit(cy, 60)]
  const placeOf = async (teacher: TestTeacher, id: string) =>
    ((await teacher.call('GET', `/documents/${id}`)).body as Document).queue_position
  const order = [many[0], one, few[0], many[1], few[1], many[2], many[3]]
  const owners = [ana, bo, cy, ana, cy, ana, ana]
  expect(await Promise.all(order.map((id, at) => placeOf(owners[at] ?? ana, id ?? '')))).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ])
  const { rows } = await testApp.database.query(
    "select data ->> 'document_id' as id from queue.job where state = 'created' order by priority desc, created_on, id",
  )
  expect(rows.map(({ id }) => id)).toEqual(order)
})

test('gives a newcomer a fair turn, so that nobody waits forever', async () => {
  testApp = await startTestApp({ works: false })
  const [ana, bo] = [await testApp.teacher('ana'), await testApp.teacher('bo')]
  const ids = [await submit(ana, 60), await submit(ana, 60), await submit(ana, 60)]
  await testApp.database.query("update documents set status = 'PROCESSING' where id = any($1::uuid[])", [
    ids.slice(0, 2),
  ])
  const later = await submit(bo, 60)
  const { rows } = await testApp.database.query(
    'select queue_turn from documents where id = any($1::uuid[])',
    [[ids[2], later]],
  )
  expect(rows).toEqual([{ queue_turn: 2 }, { queue_turn: 2 }])
})

test('deletes files without a document, and only those', async () => {
  testApp = await startTestApp()
  const ana = await testApp.teacher('ana')
  const kept = await ana.upload('/documents/upload', 'file', [{ name: 'a.txt', content: prose(60) }])
  const lost = await ana.upload('/documents/upload', 'file', [{ name: 'b.txt', content: prose(60) }])
  await ana.finished(idOf(lost.body))
  await testApp.database.query('delete from documents where id = $1', [idOf(lost.body)])
  expect(await sweepFiles(testApp, 60_000)).toBe(0)
  expect(await sweepFiles(testApp, -60_000)).toBe(1)
  expect((await ana.finished(idOf(kept.body))).status).toBe('COMPLETED')
})

test('leaves the file of an upload in progress alone when the clock of this process is ahead', async () => {
  testApp = await startTestApp({ works: false })
  const key = newKey()
  await testApp.storage.put(key, Readable.from(['essay']))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * hourMs })
  try {
    expect(await sweepFiles(testApp, hourMs)).toBe(0)
  } finally {
    vi.useRealTimers()
  }
  const stored = await testApp.storage.get(key)
  expect(stored && (await text(stored))).toBe('essay')
})
