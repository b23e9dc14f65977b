import { Problem, type Route } from '@penmark/contract'
import { loseConnection } from '../connection/connection.ts'
import { addressOf, clearPrefetched, readReply } from './call.ts'
import { readFailure, unreachable } from './failure.ts'
import { authorizationHeader, languageHeader } from './headers.ts'

interface UploadOptions {
  /** Called with the share of bytes sent, 0…1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

function formDataOf(files: Record<string, readonly File[]>, fields: Record<string, unknown>): FormData {
  const form = new FormData()
  // Fields come first: the server streams the body and needs them before the file.
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [name, list] of Object.entries(files))
    for (const file of list) form.append(name, file, file.name)
  return form
}

/** A busy server stores nothing and says when to retry, so sending again is safe. */
const maxTries = 5
const longestWaitSeconds = 30

/** Waits between attempts. Rejects with an `AbortError` once the signal is aborted. */
export function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(new DOMException('The upload was stopped.', 'AbortError'))
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Sends a multipart call and retries while the server is busy. Throws as `call` does. */
export async function upload<I, P, R>(
  route: Route<I, P, R>,
  files: Record<string, readonly File[]>,
  fields: I,
  options: UploadOptions = {},
): Promise<R> {
  clearPrefetched()
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(route, files, fields, options)
    } catch (thrown) {
      const seconds =
        thrown instanceof Problem && thrown.code === 'busy' ? thrown.retryAfterSeconds : undefined
      if (seconds === undefined || seconds > longestWaitSeconds || tries === maxTries) throw thrown
      options.onProgress?.(0)
      await delay(seconds * 1_000, options.signal)
    }
  }
}

/** XMLHttpRequest, because fetch reports no upload progress. */
async function send<I, P, R>(
  route: Route<I, P, R>,
  files: Record<string, readonly File[]>,
  fields: I,
  { onProgress, signal }: UploadOptions,
): Promise<R> {
  const { address, rest } = addressOf(route.path, fields as Record<string, unknown>)
  const headers = await authorizationHeader(route)
  return new Promise<R>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(route.method, address)
    for (const [name, value] of Object.entries({
      accept: 'application/json',
      ...languageHeader(),
      ...headers,
    }))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onerror = () => {
      loseConnection()
      reject(unreachable())
    }
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    request.onload = () => {
      if (request.status < 200 || request.status >= 300) {
        reject(
          readFailure(
            request.status,
            request.statusText,
            request.responseText,
            request.getResponseHeader('retry-after'),
          ),
        )
        return
      }
      try {
        resolve(readReply(route, request.responseText))
      } catch (problem) {
        reject(problem)
      }
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(formDataOf(files, rest))
  })
}
