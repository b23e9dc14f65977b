import { apiBase, type Route } from '@penmark/contract'
import { readReply } from './call.ts'
import { readFailure, unreachable } from './failure.ts'
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
export async function postPublic<I extends object, P, R>(route: Route<I, P, R>, input: I, signal?: AbortSignal): Promise<R> {
  const isForm = route.body === 'multipart'
  const response = await fetch(apiBase + route.path, {
    method: 'POST',
    headers: { accept: 'application/json', ...languageHeader(), ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? formOf(input) : JSON.stringify(input),
    ...(signal ? { signal } : {}),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw unreachable(cause)
  })
  const text = await response.text()
  if (!response.ok) throw readFailure(response.status, response.statusText, text)
  return readReply(route, text)
}
