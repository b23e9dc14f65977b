import { bibliographicServices } from '@penmark/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BibliographicServices,
  startBibliographicServices,
} from '../../testing/services/bibliographic-services.ts'
import { createEgress } from '../egress/egress.ts'
import {
  BibliographyAnswerError,
  BibliographyBusyError,
  betweenCallsMs,
  createBibliography,
  type PaceClock,
} from './bibliography.ts'

let services: BibliographicServices
beforeEach(async () => {
  services = await startBibliographicServices([
    {
      doi: '10.1234/rivers(1)',
      title: 'Rivers &amp; <i>towns</i>',
      subtitle: 'A study',
      authors: [{ given: 'Ada', family: 'Smith' }],
      year: 2019,
    },
    {
      doi: '10.1234/streams',
      title: 'RETRACTED: Streams of the north',
      authors: [{ given: 'Bo', family: 'Jones' }],
      year: 2020,
      isRetracted: true,
    },
    {
      doi: '10.5281/zenodo.77',
      title: 'Gauges of small rivers: Levels by the hour, 1990-2020',
      subtitle: 'A data set',
      authors: [{ given: 'Cy', family: 'Otter' }],
      year: 2021,
      in: ['datacite'],
    },
    {
      doi: '10.0000/book',
      title: 'The miller and the weir',
      subtitle: 'A history',
      authors: [{ given: 'Di', family: 'Vole' }],
      year: 1931,
      in: ['openlibrary'],
    },
  ])
})
afterEach(() => services.close())

/** A clock that advances only while somebody sleeps. */
function fakeClock(): PaceClock & { slept: number[] } {
  let time = Date.parse('2026-01-01T00:00:00Z')
  const slept: number[] = []
  return {
    slept,
    now: () => time,
    async sleep(ms) {
      slept.push(ms)
      time += ms
    },
  }
}

const open = (clock: PaceClock = fakeClock(), standInUrl = services.url) =>
  createBibliography({
    services: bibliographicServices,
    egress: createEgress({ allowPrivate: true }),
    contact: 'support@school.example',
    openalexKey: 'key-1',
    standInUrl,
    clock,
  })
const { signal } = new AbortController()
const byDoi = (doi: string) => ({ kind: 'doi', doi }) as const
const byTitle = { kind: 'title', title: 'Rivers and towns: a "study"?', author: 'smith', year: 2019 } as const

test.each(['crossref', 'openalex'] as const)(
  '%s is asked for a DOI, and its record is read without markup',
  async (service) => {
    const [record] = await open().ask(service, byDoi('10.1234/rivers(1)'), signal)
    expect(record).toMatchObject({
      authors: ['Ada Smith'],
      years: [2019],
      doi: '10.1234/rivers(1)',
      isRetracted: false,
    })
    expect(`${record?.title}: ${record?.subtitle}`).toMatch(/^Rivers & towns: (A study|null)/)
    expect(services.calls[0]).toContain(
      service === 'crossref' ? 'crossref /works/10.1234/rivers(1)' : 'openalex /works/doi:10.1234/rivers(1)',
    )
    expect(services.calls[0]).toContain('mailto=support%40school.example')
  },
)

test('a title is searched for in plain words, with the contact, and with the key where one is needed', async () => {
  for (const service of ['crossref', 'openalex'] as const)
    expect(await open().ask(service, byTitle, signal)).not.toEqual([])
  const [crossref = '', openalex = ''] = services.calls
  expect(new URLSearchParams(crossref.split('?')[1]).get('query.bibliographic')).toBe(
    'Rivers and towns a study smith 2019',
  )
  expect(new URLSearchParams(openalex.split('?')[1]).get('search')).toBe('Rivers and towns a study')
  expect([crossref.includes('key-1'), openalex.includes('api_key=key-1')]).toEqual([false, true])
})

test.each(['crossref', 'openalex'] as const)(
  '%s says that a work is retracted, and the mark is no part of its title',
  async (service) => {
    expect(await open().ask(service, byDoi('10.1234/streams'), signal)).toMatchObject([
      { title: 'Streams of the north', isRetracted: true },
    ])
  },
)

test('a retraction notice among the results marks the work, and is not a result itself', async () => {
  const work = { DOI: '10.1234/streams', title: ['Streams of the north'], author: [{ family: 'Jones' }] }
  const notice = {
    DOI: '10.1234/notice',
    title: ['Retraction: Streams of the north'],
    'update-to': [{ DOI: work.DOI, type: 'retraction' }],
  }
  services.misbehave = (_service, _url, response) => {
    response.end(JSON.stringify({ message: { items: [notice, work] } }))
    return true
  }
  expect(await open().ask('crossref', byTitle, signal)).toMatchObject([
    { doi: '10.1234/streams', isRetracted: true },
  ])
})

test('DataCite is asked for a DOI, or for all words of a main title, without operators', async () => {
  const gauges = {
    title: 'Gauges of small rivers: Levels by the hour, 1990-2020',
    subtitle: 'A data set',
    authors: ['Cy Otter'],
    years: [2021],
    doi: '10.5281/zenodo.77',
    isRetracted: false,
  }
  const title = 'Gauges OR -small AND rivers (NOT): Levels'
  expect(await open().ask('datacite', byDoi('10.5281/zenodo.77'), signal)).toEqual([gauges])
  expect(services.calls).toEqual(['datacite /dois/10.5281/zenodo.77'])
  expect(
    await open().ask('datacite', { ...byTitle, title: 'Gauges of -small rivers: Levels' }, signal),
  ).toEqual([gauges])
  await open().ask('datacite', { ...byTitle, title }, signal)
  const query = (call = '') => new URLSearchParams(call.slice(call.indexOf('?'))).get('query')
  expect(services.calls.slice(1).map(query)).toEqual([
    'titles.title:(gauges of small rivers)',
    'titles.title:(gauges or small and rivers not)',
  ])
})

test('DataCite has authors by a name alone, titles of several kinds and years as text', async () => {
  const odd = {
    titles: [
      { title: 'Pegel', titleType: 'TranslatedTitle' },
      { title: 'WITHDRAWN: Gauges', titleType: null },
    ],
    creators: [{ name: 'River Working Group', affiliation: [] }, { name: null }, 7],
    publicationYear: '2019',
    publisher: { name: 'Zenodo' },
  }
  services.misbehave = (_service, _url, response) => {
    response.end(JSON.stringify({ data: [{ attributes: odd }, { id: 'x' }, null], meta: { total: 3 } }))
    return true
  }
  expect(await open().ask('datacite', byTitle, signal)).toEqual([
    {
      title: 'Gauges',
      subtitle: null,
      authors: ['River Working Group'],
      years: [2019],
      doi: null,
      isRetracted: true,
    },
  ])
})

test('Open Library is asked for the main title and the author of a book, and never for a DOI', async () => {
  const question = {
    kind: 'title',
    title: 'The miller and the weir: A history',
    author: 'vole',
    year: 1935,
  } as const
  expect(await open().ask('openlibrary', byDoi('10.1234/streams'), signal)).toEqual([])
  expect(services.calls).toEqual([])
  expect(await open().ask('openlibrary', question, signal)).toEqual([
    {
      title: 'The miller and the weir',
      subtitle: 'A history',
      authors: ['Di Vole'],
      years: [1931, 1935],
      doi: null,
      isRetracted: false,
    },
  ])
  const [call = ''] = services.calls
  expect(Object.fromEntries(new URLSearchParams(call.slice(call.indexOf('?'))))).toEqual({
    title: 'The miller and the weir',
    author: 'vole',
    limit: '5',
    fields: 'key,title,subtitle,author_name,first_publish_year,publish_year',
  })
})

test('an unknown DOI has no record', async () => {
  expect(await open().ask('crossref', byDoi('10.1234/none'), signal)).toEqual([])
  expect(await open().ask('openalex', byDoi('10.1234/none'), signal)).toEqual([])
  expect(await open().ask('datacite', byDoi('10.1234/none'), signal)).toEqual([])
})

test('calls to a service are spaced out', async () => {
  const clock = fakeClock()
  const bibliography = open(clock)
  for (let call = 0; call < 3; call++) await bibliography.ask('crossref', byDoi('10.1234/none'), signal)
  expect(clock.slept).toEqual([betweenCallsMs, betweenCallsMs])
})

test.each([
  ['429 with seconds', 429, '120', 120_000],
  ['429 with a date', 429, 'Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
  ['503 without a word', 503, undefined, 30_000],
  ['500 and nonsense', 500, 'soon', 30_000],
] as const)(
  '%s makes a service rest, and it is not called meanwhile',
  async (_name, status, retryAfter, retryAfterMs) => {
    services.misbehave = (_service, _url, response) => {
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end()
      return true
    }
    const bibliography = open()
    await expect(bibliography.ask('crossref', byDoi('10.1234/a'), signal)).rejects.toMatchObject({
      name: 'BibliographyBusyError',
      retryAfterMs,
    })
    await expect(bibliography.ask('crossref', byDoi('10.1234/b'), signal)).rejects.toBeInstanceOf(
      BibliographyBusyError,
    )
    expect(services.calls).toHaveLength(1)
    // The other service is not affected.
    await expect(bibliography.ask('openalex', byDoi('10.1234/b'), signal)).rejects.toBeInstanceOf(
      BibliographyBusyError,
    )
    expect(services.calls).toHaveLength(2)
  },
)

test('a service that cannot be reached is asked again later', async () => {
  await expect(
    open(fakeClock(), 'http://127.0.0.1:1').ask('crossref', byDoi('10.1234/a'), signal),
  ).rejects.toBeInstanceOf(BibliographyBusyError)
})

test.each([
  ['no JSON', '<html>'],
  ['a list', '[]'],
  ['another type', '{"message":{"items":"all"},"results":{"a":1},"data":{"a":1},"docs":7}'],
  ['more than anybody can need', `{"message":{"items":["${'x'.repeat(5_000_000)}"]}}`],
])('an answer with %s is of no use', async (_name, body) => {
  services.misbehave = (_service, _url, response) => {
    response.end(body)
    return true
  }
  const bibliography = open()
  for (const service of bibliographicServices) {
    await expect(bibliography.ask(service, byTitle, signal)).rejects.toBeInstanceOf(BibliographyAnswerError)
  }
})

test('fields of another type count as absent, and text that cannot be stored or shown is removed', async () => {
  const odd = {
    DOI: 7,
    title: ['A\u0000 \u202eriver\ud800', 5],
    author: [{ family: ['x'] }, 'Smith', { family: 'Lee\u0007' }],
    issued: { 'date-parts': [['2019']] },
    'updated-by': { type: 'retraction' },
  }
  services.misbehave = (_service, _url, response) => {
    response.end(JSON.stringify({ message: { items: [null, odd, 3] } }))
    return true
  }
  expect(await open().ask('crossref', byTitle, signal)).toEqual([
    { title: 'A river\ufffd', subtitle: null, authors: ['Lee'], years: [], doi: null, isRetracted: false },
  ])
})

test('a redirect is followed to another record of the same service, and nowhere else', async () => {
  let location = `${services.url}/crossref/works/10.1234%2Fstreams`
  services.misbehave = (_service, url, response) => {
    if (!url.pathname.endsWith('alias')) return false
    response.writeHead(301, { location }).end()
    return true
  }
  const alias = byDoi('10.1234/alias')
  expect(await open().ask('crossref', alias, signal)).toMatchObject([{ doi: '10.1234/streams' }])
  const before = services.calls.length
  for (location of [
    `${services.url}/elsewhere`,
    'http://169.254.169.254/',
    'file:///etc/passwd',
    '/crossref/works/10.1234%2Falias',
  ]) {
    expect(await open().ask('crossref', alias, signal)).toEqual([])
  }
  expect(services.calls.slice(before).filter((call) => !call.includes('10.1234/alias'))).toEqual([])
})

test('nothing in the private network is called unless the operator allows it', async () => {
  const bibliography = createBibliography({
    services: ['crossref'],
    egress: createEgress({ allowPrivate: false }),
    contact: 'support@school.example',
    openalexKey: null,
    standInUrl: services.url,
  })
  await expect(bibliography.ask('crossref', byDoi('10.1234/a'), signal)).rejects.toBeInstanceOf(
    BibliographyBusyError,
  )
  expect(services.calls).toEqual([])
})
