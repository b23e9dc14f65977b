import type { Route } from '@penmark/contract'
import { addressOf, queryOf, readReply } from './call.ts'
import { readFailure, unreachable } from './failure.ts'
import { languageHeader } from './headers.ts'

/**
 * Calls a public route that takes bytes as they are; its input is in the path and the query.
 * @throws {Problem} with the server's code and detail; `busy` when the server cannot be reached, `unexpected` when its response is invalid.
 */
export async function sendBytes<I extends object, P, R>(
  route: Route<I, P, R>,
  input: I,
  bytes: ArrayBuffer,
  signal: AbortSignal,
): Promise<R> {
  const { address, rest } = addressOf(route.path, input as Record<string, unknown>)
  const response = await fetch(address + queryOf(rest), {
    method: route.method,
    headers: { accept: 'application/json', 'content-type': 'application/octet-stream', ...languageHeader() },
    body: bytes,
    signal,
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause
    throw unreachable(cause)
  })
  const text = await response.text()
  if (!response.ok) throw readFailure(response.status, response.statusText, text)
  return readReply(route, text)
}
