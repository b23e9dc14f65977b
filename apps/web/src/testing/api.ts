import { apiBase, type Document, emptyOverview } from '@penmark/contract'
import { vi } from 'vitest'
import { setTokenSource } from '../lib/call/headers.ts'
import { publicSettings, stats } from './samples.ts'

/** A recorded request. */
export interface Call {
  method: string
  /** Below `/api/v1`. */
  path: string
  query: URLSearchParams
  body: unknown
  headers: Record<string, string>
}

/** Returns the body of the response. Use `refuse` for a status other than 200. */
export type Answer = (call: Call) => unknown

class Refusal {
  readonly status: number
  readonly body: unknown
  readonly retryAfter: string | null
  constructor(status: number, body: unknown, retryAfter: string | null) {
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

export const refuse = (status: number, body: unknown, retryAfter: string | null = null) =>
  new Refusal(status, body, retryAfter)

interface Outcome {
  status: number
  text: string
  retryAfter?: string | null
}

/** An answer that the test gives later. */
export function anAnswer() {
  let resolve: (body: unknown) => void = () => undefined
  const promise = new Promise<unknown>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** Answers to requests that many signed-in screens make besides their own. */
const defaultAnswers: Record<string, Answer> = {
  'GET /settings': () => publicSettings,
  'GET /class-groups': () => [],
  'GET /cases': () => [],
  'GET /finding-record': () => ({
    from: '2026-08-24T10:00:00.000Z',
    to: '2026-11-23T10:00:00.000Z',
    decided: 0,
    cleared: 0,
  }),
  'GET /case-attention': () => ({ answered: 0, appeals: 0 }),
  'GET /overlap/requests': () => [],
  'GET /dashboard/withdrawn-findings': () => ({ total: 0, documents: [] }),
  'GET /overlap/school': () => ({ is_on: false }),
  'GET /admin/school-comparison': () => ({ is_on: false, is_possible: true }),
  'GET /admin/audit': () => [],
  'GET /students': () => [],
  'GET /overview': () => emptyOverview,
  'GET /documents/stated-names': () => [],
  'GET /dashboard/stats': () => stats,
  'GET /teachers/me/exports': () => [],
  'GET /teachers/me/retention': () => ({ days: null, classes: [], upcoming: null }),
}

/**
 * Replaces the server for a signed-in teacher: answers by `METHOD /path`, records requests, and reports
 * unexpected ones.
 */
export function fakeApi(overrides: Record<string, Answer>) {
  const answers = { ...defaultAnswers, ...overrides }
  setTokenSource(async () => 'token')
  const calls: Call[] = []
  const answer = async (
    method: string,
    address: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Outcome> => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const path = pathname.replace(apiBase, '')
    const call = { method, path, query: searchParams, body, headers }
    calls.push(call)
    const handler = answers[`${method} ${path}`]
    if (!handler) {
      console.error(`No answer for ${method} ${path}`)
      return { status: 500, text: '{}' }
    }
    const reply = await handler(call)
    return reply instanceof Refusal
      ? { status: reply.status, text: JSON.stringify(reply.body), retryAfter: reply.retryAfter }
      : { status: 200, text: JSON.stringify(reply) }
  }
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const { status, text } = await answer(
      method,
      address,
      typeof body === 'string'
        ? JSON.parse(body)
        : body instanceof FormData
          ? Object.fromEntries(body)
          : null,
      Object.fromEntries(Object.entries(headers ?? {})),
    )
    return new Response(text, { status })
  })
  vi.stubGlobal('XMLHttpRequest', fakeXhr(answer))
  const asked = (method: string, path: string) =>
    calls.filter((call) => call.method === method && call.path === path)
  return { calls, asked }
}

/** The part of XMLHttpRequest that an upload uses. */
function fakeXhr(
  answer: (
    method: string,
    address: string,
    body: unknown,
    headers: Record<string, string>,
  ) => Promise<Outcome>,
) {
  return class {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    status = 0
    statusText = ''
    responseText = ''
    onload?: () => void
    onerror?: () => void
    #method = ''
    #address = ''
    #headers: Record<string, string> = {}
    open(method: string, address: string) {
      this.#method = method
      this.#address = address
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
    }
    #retryAfter: string | null = null
    getResponseHeader(name: string) {
      return name === 'retry-after' ? this.#retryAfter : null
    }
    abort() {}
    async send(body: FormData) {
      this.upload.onprogress?.({ loaded: 1, total: 2 })
      const {
        status,
        text,
        retryAfter = null,
      } = await answer(this.#method, this.#address, body, this.#headers)
      this.#retryAfter = retryAfter
      this.status = status
      this.responseText = text
      this.onload?.()
    }
  }
}

const sortKeys: Record<string, (document: Document) => string | number> = {
  upload_timestamp: ({ upload_timestamp }) => upload_timestamp,
  original_filename: ({ original_filename }) => original_filename.toLowerCase(),
  status: ({ status }) => status,
  score: ({ ai_score }) => ai_score ?? -1,
  word_count: ({ word_count }) => word_count ?? -1,
  student: ({ student_details: student }) => (student ? `${student.last_name} ${student.first_name}` : ''),
}

function filterDocuments(documents: Document[], { query }: Call): Document[] {
  const matches = (name: string, value: string | null) => !query.get(name) || query.get(name) === value
  const lacks = (name: string, id: string | null) =>
    ![name, 'both'].includes(query.get('unassigned') ?? '') || id === null
  const searchTerm = (query.get('search') ?? '').toLowerCase()
  return documents.filter(
    ({ original_filename, status, student_id, class_group_id }) =>
      original_filename.toLowerCase().includes(searchTerm) &&
      matches('status', status) &&
      matches('student_id', student_id) &&
      matches('class_group_id', class_group_id) &&
      lacks('student', student_id) &&
      lacks('class', class_group_id),
  )
}

/** The list of documents and their count, filtered, sorted and paged as the server does it. */
export function documentsApi(
  list: () => Document[],
): Record<'GET /documents' | 'GET /documents/count', Answer> {
  return {
    'GET /documents': (call) => {
      const { query } = call
      const key = sortKeys[query.get('sort') ?? 'upload_timestamp'] ?? (() => '')
      const order = query.get('order') === 'asc' ? 1 : -1
      const sorted = filterDocuments(list(), call).sort((a, b) =>
        key(a) === key(b) ? 0 : key(a) < key(b) ? -order : order,
      )
      const first = sorted.findIndex(({ id }) => id === query.get('before')) + 1
      return sorted.slice(first, first + Number(query.get('limit') ?? 500))
    },
    'GET /documents/count': (call) => ({ total: filterDocuments(list(), call).length }),
  }
}
