import { apiBase, type Method, type Route } from '@penmark/contract'
import { loseConnection } from '../connection/connection.ts'
import { readFailure, unreachable, unreadable } from './failure.ts'
import { authorizationHeader, languageHeader } from './headers.ts'

interface CallOptions {
  signal?: AbortSignal
  /** Lets the call outlive the page. */
  keepalive?: boolean
}

type Fields = Record<string, unknown>

/** Fills the path parameters and returns the rest of the input for the query or body. */
export function addressOf(path: string, input: Fields): { address: string; rest: Fields } {
  const rest = new Map(Object.entries(input))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })
  return { address: apiBase + filled, rest: Object.fromEntries(rest) }
}

export function queryOf(rest: Fields): string {
  const definedFields = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(definedFields.map(([name, value]) => [name, String(value)])).toString()
  return query ? `?${query}` : ''
}

/**
 * Calls a route of the contract as the signed-in teacher.
 * @throws {Problem} with the server's code and detail; `busy` when the server cannot be reached, `unexpected`
 * when its response is invalid.
 */
export async function call<I, P, R>(route: Route<I, P, R>, input: I, options: CallOptions = {}): Promise<R> {
  if (route.method !== 'GET') {
    clearPrefetched()
    return send(route, input, options)
  }
  const prefetched = takePrefetched(keyOf(route, input))?.response
  return prefetched
    ? prefetched.then((text) => readReply(route, text)).catch(() => send(route, input, options))
    : send(route, input, options)
}

/** What of a route a request needs. */
type RequestedRoute = Pick<Route, 'method' | 'path' | 'access' | 'plainText'>

/**
 * Starts a call before its screen has loaded; `call` with the same input takes over the response, or
 * `takeAnswer` once it has arrived. Resolves when it has ended, however that was.
 */
export function prefetch<I>(route: RequestedRoute, input: I): Promise<void> {
  const key = keyOf(route, input)
  const entry: Prefetched = {
    response: request(route, input, {}),
    answer: undefined,
    validUntil: Number.POSITIVE_INFINITY,
  }
  prefetches.set(key, entry)
  return entry.response.then(
    (answer) => {
      entry.answer = answer
      entry.validUntil = performance.now() + prefetchValidMs
    },
    // The screen repeats a failed call and shows its error.
    () => void prefetches.delete(key),
  )
}

/**
 * The answer of a prefetched call that has arrived, for the first data of a query: its screen is then drawn
 * once, with its rows. Handed out once.
 */
export function takeAnswer<I, P, R>(route: Route<I, P, R>, input: I): R | undefined {
  const key = keyOf(route, input)
  if (prefetches.get(key)?.answer === undefined) return undefined
  const text = takePrefetched(key)?.answer
  try {
    return text === undefined ? undefined : readReply(route, text)
  } catch {
    // The screen asks again and shows the error.
    return undefined
  }
}

function keyOf<I>(route: Pick<Route, 'path'>, input: I): string {
  const { address, rest } = addressOf(route.path, input as Fields)
  return address + queryOf(rest)
}

async function send<I, P, R>(route: Route<I, P, R>, input: I, options: CallOptions): Promise<R> {
  return readReply(route, await request(route, input, options))
}

async function request<I>(
  route: RequestedRoute,
  input: I,
  { signal, keepalive = false }: CallOptions,
): Promise<string> {
  const { address, rest } = addressOf(route.path, input as Fields)
  const inQuery = route.method === 'GET' || route.method === 'DELETE'
  const body = inQuery || Object.keys(rest).length === 0 ? null : JSON.stringify(rest)
  const headers = {
    accept: route.plainText ? 'text/plain' : 'application/json',
    ...languageHeader(),
    ...(await authorizationHeader(route)),
  }
  return fetchText(route.method, inQuery ? address + queryOf(rest) : address, {
    headers: body === null ? headers : { ...headers, 'content-type': 'application/json' },
    body,
    keepalive,
    ...(signal && { signal }),
  })
}

function formDataOf(input: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.set(name, String(value))
  return form
}

/**
 * Calls a route without an access token, even when somebody is signed in.
 * @throws {Problem} as `call` does.
 */
export function postPublic<I extends object, P, R>(
  route: Route<I, P, R>,
  input: I,
  signal?: AbortSignal,
): Promise<R> {
  const accept = { accept: 'application/json', ...languageHeader() }
  // The browser names the type of a form itself, with the boundary between its parts.
  const content =
    route.body === 'multipart'
      ? { headers: accept, body: formDataOf(input) }
      : { headers: { ...accept, 'content-type': 'application/json' }, body: JSON.stringify(input) }
  return exchange(route, apiBase + route.path, { ...content, ...(signal && { signal }) })
}

/** As `postPublic`, for a route whose body is bytes; its input is in the path and the query. */
export function sendBytes<I extends object, P, R>(
  route: Route<I, P, R>,
  input: I,
  bytes: ArrayBuffer,
  signal: AbortSignal,
): Promise<R> {
  const { address, rest } = addressOf(route.path, input as Fields)
  const headers = {
    accept: 'application/json',
    ...languageHeader(),
    'content-type': 'application/octet-stream',
  }
  return exchange(route, address + queryOf(rest), { headers, body: bytes, signal })
}

type ReplyRoute<R> = Route<never, unknown, R> | Route<unknown, unknown, R>

/** Sends a request of a route and validates the response. Throws like `call`. */
async function exchange<R>(route: ReplyRoute<R>, address: string, content: RequestInit): Promise<R> {
  return readReply(route, await fetchText(route.method, address, content))
}

async function fetchText(method: Method, address: string, content: RequestInit): Promise<string> {
  const response = await fetch(address, { method, ...content }).catch((cause: unknown) => {
    if (content.signal?.aborted) throw cause
    loseConnection()
    throw unreachable(cause)
  })
  // A proxy answers for a server that is gone.
  if (response.status === 502 || response.status === 504) loseConnection()
  const text = await response.text()
  if (!response.ok) throw readFailure(response.status, response.statusText, text)
  return text
}

/** Validates a response against the contract. */
export function readReply<R>(route: ReplyRoute<R>, text: string): R {
  try {
    return route.reply.parse(route.plainText ? text : JSON.parse(text))
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** How long an unused prefetched response stays valid. */
const prefetchValidMs = 3_000

interface Prefetched {
  response: Promise<string>
  /** Undefined until it has arrived. */
  answer: string | undefined
  /** In `performance.now()` milliseconds; infinite until the response has arrived. */
  validUntil: number
}

const prefetches = new Map<string, Prefetched>()

/** The prefetched call of this key, handed out once; undefined if there is none or it has expired. */
function takePrefetched(key: string): Prefetched | undefined {
  const entry = prefetches.get(key)
  prefetches.delete(key)
  return entry && performance.now() <= entry.validUntil ? entry : undefined
}

/** Drops prefetched responses before a change makes them stale. */
export function clearPrefetched(): void {
  prefetches.clear()
}
