import {
  type BibliographicService,
  bibliographicServices,
  type Document,
  type LookedUpReference,
  type ReferenceLookUp,
} from '@penmark/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createBibliography, type PaceClock } from '../../../services/catalogues/bibliography.ts'
import { createEgress } from '../../../services/egress/egress.ts'
import { createGate } from '../../../testing/gate.ts'
import {
  type BibliographicServices,
  type EmulatedWork,
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

function open(asked: readonly BibliographicService[] = ['crossref', 'openalex']) {
  const egress = createEgress({ allowPrivate: true })
  const contact = 'support@school.example'
  return createBibliography({
    services: asked,
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

/** Works that exist, as a student may list them, and the one catalogue that has each in the test. */
const existing: [BibliographicService, string][] = [
  [
    'crossref',
    'Shannon, C. E. (1948). A mathematical theory of communication. Bell System Technical Journal, 27(3), 379–423.',
  ],
  [
    'crossref',
    'Granovetter, M. S. (1973). The strength of weak ties. American Journal of Sociology, 78(6), 1360–1380.',
  ],
  [
    'crossref',
    'Braun, V., & Clarke, V. (2006). Using thematic analysis in psychology. Qualitative Research in Psychology, 3(2), 77–101.',
  ],
  [
    'openalex',
    'Page, L. (1999). The PageRank citation ranking: Bringing order to the web. Stanford InfoLab.',
  ],
  [
    'openalex',
    'Bourdieu, P. (1986). The forms of capital. In J. Richardson (Ed.), Handbook of theory (pp. 241–258). Greenwood.',
  ],
  ['datacite', 'Kingma, D. P., & Ba, J. (2014). Adam: A method for stochastic optimization. arXiv.'],
  ['datacite', 'Mikolov, T. (2013). Efficient estimation of word representations in vector space. arXiv.'],
  ['openlibrary', 'Darwin, C. (1859). On the origin of species by means of natural selection. John Murray.'],
  ['openlibrary', 'de Beauvoir, S. (1949). Le deuxième sexe. Gallimard.'],
  [
    'openlibrary',
    'Anderson, B. (1983). Imagined communities: Reflections on the origin and spread of nationalism. Verso.',
  ],
  ['openlibrary', 'Weber, M. (1922). Wirtschaft und Gesellschaft. Mohr.'],
  ['openlibrary', 'Wollstonecraft, M. (1792). A vindication of the rights of woman. Joseph Johnson.'],
]

/** Works that do not exist, in the words and by the authors of some that do. */
const invented = [
  'Shannon, C. E. (1951). A mathematical theory of classroom talk. Bell System Technical Journal, 30(2), 101–119.',
  'Granovetter, M. S. (1979). The strength of weak schools. American Journal of Sociology, 84(3), 610–633.',
  'Braun, V., & Clarke, V. (2011). Using narrative analysis in nursing. Qualitative Research in Psychology, 8(1), 12–30.',
  'Page, L. (2003). Ranking students fairly: Bringing order to the classroom. Stanford InfoLab.',
  'Bourdieu, P. (1991). The forms of attention. In J. Richardson (Ed.), Handbook of reading (pp. 41–58). Greenwood.',
  'Kingma, D. P. (2016). Eve: A method for stochastic teaching. arXiv.',
  'Mikolov, T. (2015). Efficient estimation of essay quality in vector space. arXiv.',
  'Darwin, C. (1865). On the origin of handwriting by natural practice. John Murray.',
  'de Beauvoir, S. (1953). Le troisième âge scolaire. Gallimard.',
  'Anderson, B. (1994). Imagined classrooms: Reflections on the spread of homework. Verso.',
  'Weber, M. (1919). Schule und Gesellschaft. Mohr.',
  'Wollstonecraft, M. (1794). A vindication of the rights of pupils. Joseph Johnson.',
  'Hollis, R., & Meyer, T. (2019). Digital attention and the middle school reader. Journal of Learning Sciences, 28(4), 512–540.',
  'Okafor, N. (2021). Feedback literacy in large cohorts: A longitudinal study. Assessment Quarterly, 46(2), 88–107.',
  'Lindqvist, A. (2017). Peer review as dialogue in secondary schools. Nordic Studies in Education, 37(3), 144–160.',
  'Tanaka, H., & Ruiz, P. (2020). Sleep, screens and spelling in adolescence. Child Health Review, 12(1), 3–19.',
  'Farrow, J. (2015). The quiet library: Reading rooms after the war. Oakleaf University Press.',
  'Nkemelu, D. (2022). Machine translation and the honest essay. Computers and Composition Letters, 9(2), 21–44.',
  'Petrov, I. (2018). Measuring argument depth in student prose. Writing Research Annual, 6, 77–99.',
  'Castellano, M. (2023). Why teachers guess: Intuition and error in grading. Northgate.',
]

/** A listed work as a catalogue has it: authors in full, subtitle apart. */
function workOf([service, entry]: [BibliographicService, string], nth: number): EmulatedWork {
  const [, authors = '', year = '', title = ''] = /^(.*?) \((\d{4})\)\. (.*?)\. /.exec(entry) ?? []
  const [main = '', subtitle] = title.split(': ')
  return {
    doi: `10.5555/${nth}`,
    title: main,
    ...(subtitle && { subtitle }),
    authors: authors.split(', & ').map((author) => {
      const [family = '', given = ''] = author.split(', ')
      return { family, given }
    }),
    year: Number(year),
    in: [service],
  }
}

/** Looks the references of a document up in all catalogues that there are. */
async function lookUpInAll(id: string): Promise<void> {
  const { database } = testApp
  await database.query(
    "insert into reference_look_ups (id, document_id, teacher_id, state) select id, id, teacher_id, 'waiting' from documents where id = $1",
    [id],
  )
  await lookUpWorker({ database, bibliography: open(bibliographicServices) }).run(
    { id, isLastAttempt: true },
    new AbortController().signal,
  )
}

test('every work that one of four catalogues has is found, and an invented one is in none', async () => {
  services.works.push(...existing.map(workOf))
  const id = await submit([...existing.map(([, entry]) => entry), ...invented])
  await lookUpInAll(id)
  const { results } = await read(id)
  const outcomes = results.map(({ outcome, found, entry }) => [outcome, found?.service, entry])
  expect(outcomes.slice(0, existing.length)).toEqual(
    existing.map(([service, entry]) => ['verified', service, entry]),
  )
  expect(outcomes.slice(existing.length)).toEqual(invented.map((entry) => ['not_found', undefined, entry]))
})

test('a work that a silent catalogue may have is not called unknown', async () => {
  services.misbehave = (service, _url, response) => {
    if (service !== 'openlibrary') return false
    response.end('<html>')
    return true
  }
  const id = await submit([existing[7]?.[1] ?? '', existing[0]?.[1] ?? ''])
  await lookUpInAll(id)
  expect((await read(id)).results.map(({ outcome }) => outcome)).toEqual(['unanswered', 'verified'])
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
