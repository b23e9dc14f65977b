import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BibliographicService, bibliographicServices } from '@penmark/contract'

/** A work that the emulated catalogues know. */
export interface EmulatedWork {
  doi: string
  title: string
  subtitle?: string
  authors: { given: string; family: string }[]
  year: number
  journal?: string
  isRetracted?: boolean
  /** The catalogues that have it; without it, Crossref and OpenAlex. */
  in?: BibliographicService[]
}

const isIn = (service: BibliographicService, { in: services = ['crossref', 'openalex'] }: EmulatedWork) =>
  services.includes(service)

/** Answers a call in place of the emulator, and returns true; false leaves it to the emulator. */
export type Misbehave = (service: BibliographicService, url: URL, response: ServerResponse) => boolean

export interface BibliographicServices {
  /** Value of REFERENCE_CHECK_URL. */
  url: string
  works: EmulatedWork[]
  /** Every call: service, path and query. */
  calls: string[]
  misbehave: Misbehave
  close(): Promise<void>
}

/** In the form of `GET https://api.crossref.org/works/{doi}`. */
function crossrefOf({ doi, title, subtitle, authors, year, journal, isRetracted }: EmulatedWork): object {
  const notice = {
    DOI: `${doi}.retraction`,
    type: 'retraction',
    label: 'Retraction',
    source: 'retraction-watch',
  }
  return {
    DOI: doi,
    URL: `https://doi.org/${doi}`,
    type: 'journal-article',
    title: [title],
    ...(subtitle && { subtitle: [subtitle] }),
    author: authors.map((author, index) => ({
      ...author,
      sequence: index === 0 ? 'first' : 'additional',
      affiliation: [],
    })),
    'container-title': [journal ?? 'Quarterly Review of Society'],
    issued: { 'date-parts': [[year, 3]] },
    'published-online': { 'date-parts': [[year, 3, 14]] },
    score: 42.5,
    ...(isRetracted && { 'updated-by': [notice] }),
  }
}

/** In the form of `GET https://api.openalex.org/works/doi:{doi}`. */
function openalexOf({ doi, title, subtitle, authors, year, isRetracted = false }: EmulatedWork): object {
  const fullTitle = subtitle ? `${title}: ${subtitle}` : title
  return {
    id: `https://openalex.org/W${doi.replace(/\D/g, '')}`,
    doi: `https://doi.org/${doi}`,
    title: fullTitle,
    display_name: fullTitle,
    publication_year: year,
    is_retracted: isRetracted,
    authorships: authors.map(({ given, family }, index) => ({
      author_position: index === 0 ? 'first' : 'middle',
      author: { id: `https://openalex.org/A${index}`, display_name: `${given} ${family}` },
    })),
  }
}

/** In the form of `GET https://api.datacite.org/dois/{doi}`, whose publisher was a text and is an object. */
function dataciteOf({ doi, title, subtitle, authors, year }: EmulatedWork): object {
  return {
    id: doi,
    type: 'dois',
    attributes: {
      doi,
      creators: authors.map(({ given, family }) => ({
        name: `${family}, ${given}`,
        nameType: 'Personal',
        givenName: given,
        familyName: family,
        affiliation: [],
        nameIdentifiers: [],
      })),
      titles: [{ title }, ...(subtitle ? [{ title: subtitle, titleType: 'Subtitle' }] : [])],
      publicationYear: year,
    },
  }
}

/** One of `docs` of `GET https://openlibrary.org/search.json`. */
function openlibraryOf({ doi, title, subtitle, authors, year }: EmulatedWork): object {
  return {
    key: `/works/OL${doi.replace(/\D/g, '')}W`,
    title,
    ...(subtitle && { subtitle }),
    author_name: authors.map(({ given, family }) => `${given} ${family}`),
    first_publish_year: year,
    publish_year: [year + 4, year],
  }
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])

/**
 * The works that share most words with what is asked, as both services answer: never nothing, as long as one
 * word fits.
 */
function search(works: readonly EmulatedWork[], query: string, most: number): EmulatedWork[] {
  const queryWords = wordsOf(query)
  const common = ({ title, subtitle = '', authors }: EmulatedWork) =>
    [...wordsOf(`${title} ${subtitle} ${authors.map(({ family }) => family).join(' ')}`)].filter((word) =>
      queryWords.has(word),
    ).length
  return works
    .map((work) => ({ work, shared: common(work) }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared)
    .slice(0, most)
    .map(({ work }) => work)
}

/** The works whose title holds every word, and one of whose authors the name. */
function searchForAll(works: readonly EmulatedWork[], title: string, author = ''): EmulatedWork[] {
  const has = (text: string, words: Set<string>) => {
    const own = wordsOf(text)
    return [...words].every((word) => own.has(word))
  }
  return works.filter(
    (work) =>
      has(`${work.title} ${work.subtitle ?? ''}`, wordsOf(title)) &&
      has(work.authors.map(({ given, family }) => `${given} ${family}`).join(' '), wordsOf(author)),
  )
}

const singleAnswers: Record<BibliographicService, (work: EmulatedWork) => unknown> = {
  crossref: (work) => ({ status: 'ok', 'message-type': 'work', message: crossrefOf(work) }),
  openalex: openalexOf,
  datacite: (work) => ({ data: dataciteOf(work) }),
  openlibrary: openlibraryOf,
}

const unknownAnswers: Record<BibliographicService, unknown> = {
  crossref: 'Resource not found.',
  openalex: { error: 'Not found' },
  datacite: { errors: [{ status: '404', title: "The resource you are looking for doesn't exist." }] },
  openlibrary: { error: 'notfound' },
}

const listAnswers: Record<
  BibliographicService,
  (works: readonly EmulatedWork[], query: URLSearchParams) => unknown
> = {
  crossref(works, query) {
    const items = search(works, query.get('query.bibliographic') ?? '', Number(query.get('rows')))
    return {
      status: 'ok',
      'message-type': 'work-list',
      message: { 'total-results': items.length, items: items.map(crossrefOf) },
    }
  },
  openalex(works, query) {
    const results = search(works, query.get('search') ?? '', Number(query.get('per-page')))
    return { meta: { count: results.length, page: 1, per_page: 5 }, results: results.map(openalexOf) }
  },
  datacite(works, query) {
    const [, title = ''] = /^titles\.title:\((.*)\)$/.exec(query.get('query') ?? '') ?? []
    const found = searchForAll(works, title)
    const data = found.slice(0, Number(query.get('page[size]'))).map(dataciteOf)
    return { data, meta: { total: found.length, totalPages: 1, page: 1 }, links: {} }
  },
  openlibrary(works, query) {
    const found = searchForAll(works, query.get('title') ?? '', query.get('author') ?? '')
    const docs = found.slice(0, Number(query.get('limit'))).map(openlibraryOf)
    return { numFound: found.length, start: 0, numFoundExact: true, docs }
  },
}

/** The catalogues on this machine, each at its own path of one address: `/crossref`, `/openalex`. */
export async function startBibliographicServices(works: EmulatedWork[] = []): Promise<BibliographicServices> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, name, , id] = url.pathname.split('/')
    const service = bibliographicServices.find((each) => each === name) ?? 'crossref'
    emulator.calls.push(
      `${service} ${decodeURIComponent(url.pathname.slice(service.length + 1))}${url.search}`,
    )
    if (emulator.misbehave(service, url, response)) return
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, {
        'content-type': status === 404 && service === 'crossref' ? 'text/plain' : 'application/json',
      })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    const works = emulator.works.filter((work) => isIn(service, work))
    if (id !== undefined) {
      const doi = decodeURIComponent(id).replace(/^doi:/, '')
      const work = works.find((each) => each.doi === doi)
      return work ? answer(200, singleAnswers[service](work)) : answer(404, unknownAnswers[service])
    }
    answer(200, listAnswers[service](works, url.searchParams))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const emulator: BibliographicServices = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    works,
    calls: [],
    misbehave: () => false,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return emulator
}
