import type { Attachment, Route } from '@penmark/contract'
import { bearer } from './bearer.ts'
import { addressOf, queryOf } from './call.ts'
import { readFailure, unreachable } from './failure.ts'

export interface FetchedFile {
  content: Blob
  /** As the server names it; null when it gives none. */
  filename: string | null
}

/** The name in a `Content-Disposition` header, in its escaped form (RFC 5987). */
function filenameIn(header: string | null): string | null {
  const escaped = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  try {
    return escaped === undefined ? null : decodeURIComponent(escaped)
  } catch {
    return null
  }
}

/**
 * Fetches a file of the contract as the signed-in teacher.
 * @throws {Problem} with the server's code and detail; `busy` when it cannot be reached.
 */
export async function fetchFile<I, P>(route: Route<I, P, Attachment>, input: I): Promise<FetchedFile> {
  const { address, rest } = addressOf(route.path, input as Record<string, unknown>)
  const headers = { accept: route.attachment ?? '*/*', ...(await bearer()) }
  const response = await fetch(address + queryOf(rest), { headers }).catch((cause: unknown) => {
    throw unreachable(cause)
  })
  if (!response.ok) throw readFailure(response.status, response.statusText, await response.text())
  const content = await response.blob().catch((cause: unknown) => {
    throw unreachable(cause)
  })
  return { content, filename: filenameIn(response.headers.get('content-disposition')) }
}
