import { apiBase, type Route } from '@penmark/contract'
import { addressOf, exchange, queryOf } from './call.ts'
import { languageHeader } from './headers.ts'

function formOf(input: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.set(name, String(value))
  return form
}

/**
 * Calls a route without an access token, even when somebody is signed in.
 * @throws {Problem} with the server's code and detail; `busy` when the server cannot be reached, `unexpected` when its response is invalid.
 */
export function postPublic<I extends object, P, R>(route: Route<I, P, R>, input: I, signal?: AbortSignal): Promise<R> {
  const accept = { accept: 'application/json', ...languageHeader() }
  // The browser names the type of a form itself, with the boundary between its parts.
  const content =
    route.body === 'multipart'
      ? { headers: accept, body: formOf(input) }
      : { headers: { ...accept, 'content-type': 'application/json' }, body: JSON.stringify(input) }
  return exchange(route, apiBase + route.path, { ...content, ...(signal && { signal }) })
}

/** As `postPublic`, for a route that takes bytes as they are; its input is in the path and the query. */
export function sendBytes<I extends object, P, R>(route: Route<I, P, R>, input: I, bytes: ArrayBuffer, signal: AbortSignal): Promise<R> {
  const { address, rest } = addressOf(route.path, input as Record<string, unknown>)
  const headers = { accept: 'application/json', ...languageHeader(), 'content-type': 'application/octet-stream' }
  return exchange(route, address + queryOf(rest), { headers, body: bytes, signal })
}
