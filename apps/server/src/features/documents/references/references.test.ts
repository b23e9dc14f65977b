import type { Document, LookedUpReference, ReferenceLookUp } from '@penmark/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBibliography, type PaceClock } from '../../../services/catalogues/bibliography.ts'
import { createEgress } from '../../../services/egress/egress.ts'
import { createGate } from '../../../testing/gate.ts'
import {
  type BibliographicServices,
  startBibliographicServices,
} from '../../../testing/services/bibliographic-services.ts'
import { startTestApp, type TestApp, type TestTeacher } from '../../../testing/test-app.ts'
import { prose } from '../../../testing/text.ts'
import { lookUpWorker, maximumRuns, sendMissingLookUps, sweepAnswers } from './run-look-ups.ts'

const works = [
  {
    doi: '10.1234/trains',
    title: 'Night trains across Europe',
    authors: [{ given: 'Ada', family: 'Brightwell' }],
    year: 2018,
  },
  {
    doi: '10.1234/soil',
    title: 'Soil memory and policy',
    authors: [{ given: 'Mar', family: 'Cruz' }],
    year: 2012,
  },
  {
    doi: '10.1234/foxes',
    title: 'Urban foxes',
    authors: [{ given: 'Cy', family: 'Otter' }],
    year: 2011,
    isRetracted: true,
  },
  {
    doi: '10.1234/other',
    title: 'A chemistry of glass',
    authors: [{ given: 'Di', family: 'Vole' }],
    year: 1999,
  },
]
const entries = [
  'Brightwell, A. (2019). Night trains across Europe. Harbour Press.',
  'Cruz, M. (2020). Soil memory and policy. Policy Letters, 3(1), 4–9.',
  'Otter, C. (2011). Urban foxes. Northgate. https://doi.org/10.1234/foxes',
  'Kirkbride, E. (2017). Lanterns and their makers. Journal of Light, 3(1). https://doi.org/10.1234/other',
  'Mole, T. (2015). Digging at dusk: A history. Northgate.',
  'Stoat, W. (n.d.). Things.',
]
const secret = 'mulberrysecret'
const text = (list = entries) => [`${prose(80)} ${secret}.`, 'References', ...list].join('\n\n')

/** No test waits for the pace. */
const clock: PaceClock = { now: () => Date.now(), sleep: () => Promise.resolve() }

let services: BibliographicServices
let testApp: TestApp
let ana: TestTeacher
beforeAll(async () => {
  services = await startBibliographicServices(works)
  testApp = await startTestApp({ bibliography: open() })
  ana = await testApp.teacher('ana')
})
afterAll(async () => {
  await testApp.close()
  await services.close()
})
beforeEach(async () => {
  services.misbehave = () => false
  services.calls.length = 0
  await testApp.database.query('delete from bibliographic_answers')
})

function open() {
  const egress = createEgress({ allowPrivate: true })
  const contact = 'support@school.example'
  return createBibliography({
    services: ['crossref', 'openalex'],
    egress,
    contact,
    openalexKey: null,
    standInUrl: services.url,
    clock,
  })
}

async function submit(list?: string[], teacher = ana): Promise<string> {
  const { body } = await teacher.call('POST', '/documents/text', { text: text(list) })
  const { id } = body as Document
  expect((await teacher.finished(id)).status).toBe('COMPLETED')
  return id
}

const addressOf = (id: string) => `/results/document/${id}/references`
const read = async (id: string) => (await ana.call('GET', addressOf(id))).body as ReferenceLookUp
async function lookedUp(id: string): Promise<ReferenceLookUp> {
  expect((await ana.call('POST', addressOf(id))).status).toBe(202)
  await expect.poll(async () => (await read(id)).state, { timeout: 60_000 }).toBe('ready')
  return read(id)
}
const outcomesOf = ({ results }: ReferenceLookUp) =>
  results.map(({ outcome, differences, found }: LookedUpReference) => [
    outcome,
    differences.join(' '),
    found?.title ?? null,
  ])

test('shows for every entry what the catalogues know about it', async () => {
  const id = await submit()
  expect(await read(id)).toMatchObject({ state: null, services: ['crossref', 'openalex'], results: [] })
  const lookUp = await lookedUp(id)
  expect(outcomesOf(lookUp)).toEqual([
    ['verified', '', 'Night trains across Europe'],
    ['differs', 'year', 'Soil memory and policy'],
    ['retracted', '', 'Urban foxes'],
    ['differs', 'doi', 'A chemistry of glass'],
    ['not_found', '', null],
    ['unreadable', '', null],
  ])
  expect(lookUp).toMatchObject({ references: 6, done: 6, completed_at: expect.any(String) })
  expect(lookUp.results[1]).toMatchObject({
    entry: entries[1],
    found: { service: 'crossref', authors: ['Mar Cruz'], year: 2012, doi: '10.1234/soil' },
  })
})

test('only DOIs, titles, first authors and years leave the machine, and no other text reaches the catalogues, the log or the cache', async () => {
  await lookedUp(await submit())
  const sent = services.calls.map((call) => decodeURIComponent(call).replaceAll('+', ' ')).join('\n')
  expect(sent).toContain('Digging at dusk A history mole 2015')
  for (const word of [secret, 'Harbour', 'Northgate', 'Things']) expect(sent).not.toContain(word)
  const { rows } = await testApp.database.query(
    'select question_hash, records::text from bibliographic_answers',
  )
  expect(rows.length).toBeGreaterThan(4)
  expect(JSON.stringify(rows)).not.toMatch(/mulberry|mole|Digging/i)
  expect(testApp.logged.join('\n')).not.toMatch(/mulberry|Brightwell|lanterns/i)
})

test('an answer is reused for other documents until it expires', async () => {
  await lookedUp(await submit())
  services.calls.length = 0
  const second = await submit()
  expect(outcomesOf(await lookedUp(second))).toHaveLength(6)
  expect(services.calls).toEqual([])
  await sweepAnswers(testApp.database, new Date(Date.now() + 365 * 24 * 60 * 60 * 1_000))
  await lookedUp(second)
  expect(services.calls).not.toEqual([])
})

test('a document without a list has nothing to look up, and no call is made', async () => {
  const { body } = await ana.call('POST', '/documents/text', { text: prose(80) })
  const { id } = body as Document
  await ana.finished(id)
  expect(await lookedUp(id)).toMatchObject({ references: 0, results: [] })
  expect(services.calls).toEqual([])
})

test('pressing the button twice looks the references up once', async () => {
  const id = await submit()
  const gate = createGate()
  services.misbehave = (_service, _url, response) => {
    void gate.passed.then(() => response.writeHead(404).end())
    return true
  }
  await ana.call('POST', addressOf(id))
  await expect.poll(() => services.calls.length, { timeout: 60_000 }).toBe(1)
  expect((await ana.call('POST', addressOf(id))).body).toMatchObject({ state: 'looking' })
  gate.open()
  await expect.poll(async () => (await read(id)).state, { timeout: 60_000 }).toBe('ready')
  const { rows } = await testApp.database.query(
    'select runs from reference_look_ups where document_id = $1',
    [id],
  )
  expect(rows).toEqual([{ runs: 1 }])
})

test('a document that is deleted while it is looked up takes its results along, and no further call is made', async () => {
  const id = await submit()
  const gate = createGate()
  services.misbehave = (_service, _url, response) => {
    void gate.passed.then(() => response.writeHead(404).end())
    return true
  }
  await ana.call('POST', addressOf(id))
  await expect.poll(() => services.calls.length, { timeout: 60_000 }).toBe(1)
  expect((await ana.call('DELETE', `/documents/${id}`)).status).toBe(200)
  gate.open()
  await expect
    .poll(
      async () =>
        (
          await testApp.database.query(
            "select 1 from queue.job where name = 'reference-look-ups' and state < 'completed'",
          )
        ).rows,
      {
        timeout: 60_000,
      },
    )
    .toEqual([])
  // The entry in hand asks both services for its title; the next one is not begun.
  expect(services.calls.length).toBeLessThanOrEqual(2)
  expect(
    (await testApp.database.query('select 1 from reference_look_ups where document_id = $1', [id])).rows,
  ).toEqual([])
  expect((await ana.call('GET', addressOf(id))).status).toBe(404)
})

test('a busy service is asked later, the answers so far are kept, and after the last try the rest stays unanswered', async () => {
  const { database } = testApp
  const id = await submit()
  await database.query(
    "insert into reference_look_ups (id, document_id, teacher_id, state) select $1, id, teacher_id, 'waiting' from documents where id = $2",
    [crypto.randomUUID(), id],
  )
  const { rows } = await database.query('select id from reference_look_ups where document_id = $1', [id])
  const jobId = String(rows[0]?.id)
  services.misbehave = (_service, url, response) => {
    if (!/dusk/i.test(url.search)) return false
    response.writeHead(429, { 'retry-after': '3600' }).end()
    return true
  }
  const run = () =>
    lookUpWorker({ database, bibliography: open() }).run(
      { id: jobId, isLastAttempt: false },
      new AbortController().signal,
    )
  await run()
  expect(await read(id)).toMatchObject({ state: 'waiting', done: 4 })
  const waiting = await database.query(
    "select count(*)::float8 as count from queue.job where name = 'reference-look-ups' and state < 'active' and data ->> 'id' = $1 and start_after > now()",
    [jobId],
  )
  expect(waiting.rows).toEqual([{ count: 1 }])
  services.calls.length = 0
  await run()
  expect(services.calls).toHaveLength(1)
  await database.query('update reference_look_ups set runs = $2 where id = $1', [jobId, maximumRuns - 1])
  await run()
  expect((await read(id)).results.map(({ outcome }) => outcome)).toEqual([
    'verified',
    'differs',
    'retracted',
    'differs',
    'unanswered',
    'unreadable',
  ])
})

test('an unusable answer leaves an entry unanswered, never "not found"', async () => {
  const id = await submit([entries[4] ?? '', entries[0] ?? ''])
  services.misbehave = (_service, url, response) => {
    if (!/dusk/i.test(url.search)) return false
    response.end('<html>')
    return true
  }
  expect(outcomesOf(await lookedUp(id)).map(([outcome]) => outcome)).toEqual(['unanswered', 'verified'])
})

test('a look-up whose process was killed is finished by another one, without repeating entries', async () => {
  const id = await submit()
  await testApp.database.query(
    `insert into reference_look_ups (id, document_id, teacher_id, state, runs, reference_count, done)
     select $1, id, teacher_id, 'looking', 1, 6, 3 from documents where id = $2`,
    [crypto.randomUUID(), id],
  )
  await sendMissingLookUps(testApp.database)
  await sendMissingLookUps(testApp.database)
  await expect.poll(async () => (await read(id)).state, { timeout: 60_000 }).toBe('ready')
  expect(outcomesOf(await read(id))).toHaveLength(6)
})

test("another teacher's document answers 404, and one without a result 409", async () => {
  const id = await submit()
  const bo = await testApp.teacher('bo')
  for (const method of ['GET', 'POST'] as const)
    expect((await bo.call(method, addressOf(id))).status).toBe(404)
  await testApp.database.query("update documents set status = 'ERROR' where id = $1", [id])
  for (const method of ['GET', 'POST'] as const)
    expect((await ana.call(method, addressOf(id))).status).toBe(409)
})

test('nothing is started or called unless the operator has turned it on', async () => {
  const calls: string[] = []
  const egress = {
    ...createEgress({ allowPrivate: true }),
    send: async ({ url }: { url: string }) => Promise.reject(new Error(calls.push(url).toString())),
  }
  const off = await startTestApp({ egress })
  try {
    const eva = await off.teacher('eva')
    const { id } = (await eva.call('POST', '/documents/text', { text: text() })).body as Document
    await eva.finished(id)
    expect((await eva.call('GET', addressOf(id))).body).toMatchObject({ services: [], state: null })
    expect(await eva.call('POST', addressOf(id))).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('not turned it on') },
    })
    expect((await off.database.query('select 1 from reference_look_ups')).rows).toEqual([])
    expect(calls).toEqual([])
  } finally {
    await off.close()
  }
})
