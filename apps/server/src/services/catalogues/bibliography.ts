import { setTimeout } from 'node:timers/promises'
import { type BibliographicService, brand } from '@penmark/contract'
import { hourMs } from '../../lib/durations.ts'
import { megabyteBytes } from '../../lib/megabytes.ts'
import { type Egress, EgressError } from '../egress/egress.ts'
import { crossref } from './crossref.ts'
import { datacite } from './datacite.ts'
import { openalex } from './openalex.ts'
import { openlibrary } from './openlibrary.ts'
import type { BibliographicQuestion, BibliographicRecord, ServiceFormat } from './record-text.ts'

export interface PaceClock {
  now(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

const systemClock: PaceClock = {
  now: () => Date.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
}

/** The services allow more; one call after the other at this distance is polite. */
export const betweenCallsMs = 400
/** Longer pauses are not waited for. */
const longestWaitMs = 5_000

/** Keeps the calls to one service apart, and away while it asks for a pause. */
interface Pace {
  /** Waits for its turn. Returns the rest of a longer pause without waiting for it, otherwise 0. */
  wait(signal: AbortSignal): Promise<number>
  pause(ms: number): void
}

function createPace({ now, sleep }: PaceClock = systemClock): Pace {
  let nextAt = 0
  let pausedUntil = 0
  return {
    async wait(signal) {
      const startAt = Math.max(now(), nextAt, pausedUntil)
      if (pausedUntil - now() > longestWaitMs) return pausedUntil - now()
      nextAt = startAt + betweenCallsMs
      if (startAt > now()) await sleep(startAt - now(), signal)
      return 0
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, now() + ms)
    },
  }
}

/** A service cannot be asked now. */
export class BibliographyBusyError extends Error {
  override readonly name = 'BibliographyBusyError'
  readonly retryAfterMs: number

  constructor(service: BibliographicService, retryAfterMs: number, options?: ErrorOptions) {
    super(`${service} cannot be asked now`, options)
    this.retryAfterMs = retryAfterMs
  }
}

/** A service gave an unusable answer, and asking again would not help. */
export class BibliographyAnswerError extends Error {
  override readonly name = 'BibliographyAnswerError'
}

/** Public catalogues of scholarly works. */
export interface Bibliography {
  /** In the order in which to ask them. */
  readonly services: readonly BibliographicService[]
  /** Records that may be this work; empty if the service knows none. */
  ask(
    service: BibliographicService,
    question: BibliographicQuestion,
    signal: AbortSignal,
  ): Promise<BibliographicRecord[]>
}

export interface BibliographyOptions {
  services: readonly BibliographicService[]
  egress: Pick<Egress, 'send'>
  /** E-mail address by which the services can complain. */
  contact: string
  openalexKey: string | null
  /** An address that stands in for all services, for tests. */
  standInUrl: string | null
  clock?: PaceClock
}

const formats: Record<BibliographicService, ServiceFormat> = {
  crossref,
  openalex,
  datacite,
  openlibrary,
}
const timeoutMs = 15_000
/** Papers of large collaborations name thousands of authors. */
const maximumBytes = 4 * megabyteBytes
const maxRedirects = 2
const defaultPauseMs = 30_000
const longestPauseMs = hourMs

/** Seconds, or a date. */
function retryAfterOf(header: string | string[] | undefined, now: number): number {
  const value = typeof header === 'string' ? header.trim() : ''
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1_000), longestPauseMs) : defaultPauseMs
}

const isBusy = (status: number) => status === 429 || status === 403 || status >= 500

export function createBibliography({
  services,
  egress,
  contact,
  openalexKey,
  standInUrl,
  clock,
}: BibliographyOptions): Bibliography {
  const paces = new Map<BibliographicService, Pace>(services.map((service) => [service, createPace(clock)]))
  const now = () => clock?.now() ?? Date.now()

  async function fetchAnswer(
    service: BibliographicService,
    question: BibliographicQuestion,
    signal: AbortSignal,
  ): Promise<Buffer | null> {
    const { origin, records, contact: parameter, addressOf } = formats[service]
    const asked = addressOf(question)
    if (asked === null) return null
    const { path, query } = asked
    const base = standInUrl === null ? origin : `${standInUrl}/${service}`
    const url = new URL(`${base}${path}`)
    const key = service === 'openalex' && openalexKey !== null ? { api_key: openalexKey } : {}
    const sender = parameter === null ? {} : { [parameter]: contact }
    url.search = new URLSearchParams({ ...query, ...sender, ...key }).toString()
    const pace = paces.get(service) as Pace
    let address = url.href
    for (let redirects = 0; ; redirects++) {
      const pausedMs = await pace.wait(signal)
      if (pausedMs > 0) throw new BibliographyBusyError(service, pausedMs)
      const headers = { 'user-agent': `${brand.name} (mailto:${contact})`, accept: 'application/json' }
      const answer = await egress
        .send({ method: 'GET', url: address, headers, timeoutMs, maximumBytes })
        .catch((error: unknown) => {
          if (!(error instanceof EgressError)) throw error
          if (error.fault === 'too-large')
            throw new BibliographyAnswerError('The answer is too large', { cause: error })
          throw new BibliographyBusyError(service, defaultPauseMs, { cause: error })
        })
      if (answer.status === 200) return answer.body
      if (isBusy(answer.status)) {
        const retryAfterMs = retryAfterOf(answer.headers['retry-after'], now())
        pace.pause(retryAfterMs)
        throw new BibliographyBusyError(service, retryAfterMs)
      }
      if (answer.status < 300 || answer.status >= 400) return null
      // A DOI that was replaced by another leads to its record, within the same service only.
      const { location } = answer.headers
      const next =
        typeof location === 'string' && URL.canParse(location, address) ? new URL(location, address) : null
      const isRecord = records !== null && next?.href.startsWith(`${base}${records}`)
      if (next === null || !isRecord || redirects === maxRedirects) return null
      address = next.href
    }
  }

  return {
    services,
    async ask(service, question, signal) {
      const body = await fetchAnswer(service, question, signal)
      if (body === null) return []
      try {
        return formats[service].recordsOf(question, JSON.parse(body.toString('utf8')))
      } catch (error) {
        throw new BibliographyAnswerError('The answer has another form', { cause: error })
      }
    },
  }
}
