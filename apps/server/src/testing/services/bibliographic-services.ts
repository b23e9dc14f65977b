import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BibliographicService } from '@penmark/contract'

/** A work that the emulated catalogues know. */
export interface EmulatedWork {
  doi: string
  title: string
  subtitle?: string
  authors: { given: string; family: string }[]
  year: number
  journal?: string
  isRetracted?: boolean
}

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

/** Crossref and OpenAlex on this machine, at `/crossref` and `/openalex` of one address. */
export async function startBibliographicServices(works: EmulatedWork[] = []): Promise<BibliographicServices> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, name, , id] = url.pathname.split('/')
    const service = name === 'openalex' ? 'openalex' : 'crossref'
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
    const formatWork = service === 'crossref' ? crossrefOf : openalexOf
    if (id !== undefined) {
      const doi = decodeURIComponent(id).replace(/^doi:/, '')
      const work = emulator.works.find((each) => each.doi === doi)
      if (!work) return answer(404, service === 'crossref' ? 'Resource not found.' : { error: 'Not found' })
      return answer(
        200,
        service === 'crossref'
          ? { status: 'ok', 'message-type': 'work', message: formatWork(work) }
          : formatWork(work),
      )
    }
    const { searchParams: query } = url
    if (service === 'openalex') {
      const results = search(emulator.works, query.get('search') ?? '', Number(query.get('per-page'))).map(
        formatWork,
      )
      return answer(200, { meta: { count: results.length, page: 1, per_page: 5 }, results })
    }
    const items = search(
      emulator.works,
      query.get('query.bibliographic') ?? '',
      Number(query.get('rows')),
    ).map(formatWork)
    answer(200, {
      status: 'ok',
      'message-type': 'work-list',
      message: { 'total-results': items.length, items },
    })
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
