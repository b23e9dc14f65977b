import { apiBase, type Route } from '@penmark/contract'
import { addressOf, queryOf, readReply } from './call.ts'
import { readFailure, unreachable } from './failure.ts'
import { languageHeader } from './headers.ts'

async function send<I extends object, P, R>(
  route: Route<I, P, R>,
  address: string,
  request: { body: BodyInit; type: string | null; signal: AbortSignal | undefined },
): Promise<R> {
  const { body, type, signal } = request
  const response = await fetch(address, {
    method: route.method,
    headers: { accept: 'application/json', ...languageHeader(), ...(type !== null && { 'content-type': type }) },
    body,
    ...(signal && { signal }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw unreachable(cause)
  })
  const text = await response.text()
  if (!response.ok) throw readFailure(response.status, response.statusText, text)
  return readReply(route, text)
}

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
  // The browser names the type of a form itself, with the boundary between its parts.
  const content =
    route.body === 'multipart' ? { body: formOf(input), type: null } : { body: JSON.stringify(input), type: 'application/json' }
  return send(route, apiBase + route.path, { ...content, signal })
}

/** As `postPublic`, for a route that takes bytes as they are; its input is in the path and the query. */
export function sendBytes<I extends object, P, R>(route: Route<I, P, R>, input: I, bytes: ArrayBuffer, signal: AbortSignal): Promise<R> {
  const { address, rest } = addressOf(route.path, input as Record<string, unknown>)
  return send(route, address + queryOf(rest), { body: bytes, type: 'application/octet-stream', signal })
}
