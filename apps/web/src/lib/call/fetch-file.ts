import type { Attachment, LongAttachment, Route } from '@penmark/contract'
import { loseConnection } from '../connection/connection.ts'
import { addressOf, queryOf } from './call.ts'
import { readFailure, unreachable } from './failure.ts'
import { authorizationHeader, languageHeader } from './headers.ts'

export interface FetchedFile {
  content: Blob
  /** The server's name for the file; null if it gives none. */
  filename: string | null
}

interface FetchFileOptions {
  /** Called with each chunk as it arrives. */
  onChunk?: (bytes: Uint8Array) => void
  signal?: AbortSignal
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

/** Passes a stream on and reports each chunk. */
function reportChunks(onChunk: (bytes: Uint8Array) => void) {
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      onChunk(chunk)
      controller.enqueue(chunk)
    },
  })
}

/**
 * Fetches a file of the contract as the signed-in teacher.
 * @throws {Problem} with the server's code and detail; `busy` when the server cannot be reached or the
 * connection breaks. Also throws the reason that `signal` was aborted with.
 */
export async function fetchFile<I, P>(
  route: Route<I, P, Attachment> | Route<I, P, LongAttachment>,
  input: I,
  { onChunk, signal }: FetchFileOptions = {},
): Promise<FetchedFile> {
  const { address, rest } = addressOf(route.path, input as Record<string, unknown>)
  const headers = {
    accept: route.attachment ?? '*/*',
    ...languageHeader(),
    ...(await authorizationHeader(route)),
  }
  const throwUnreachable = (cause: unknown): never => {
    if (signal?.aborted) throw cause
    loseConnection()
    throw unreachable(cause)
  }
  const response = await fetch(address + queryOf(rest), { headers, ...(signal ? { signal } : {}) }).catch(
    throwUnreachable,
  )
  if (!response.ok) throw readFailure(response.status, response.statusText, await response.text())
  const body =
    onChunk && response.body ? new Response(response.body.pipeThrough(reportChunks(onChunk))) : response
  const content = await body.blob().catch(throwUnreachable)
  return { content, filename: filenameIn(response.headers.get('content-disposition')) }
}
