import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import { ChunkedStorage } from '../../../apps/web/src/lib/session/chunked-storage.ts'
import { userKeyPrefix } from '../../../apps/web/src/lib/session/user-key.ts'
import type { Document } from '../../../packages/contract/src/index.ts'

/** Calls the product's API as the teacher who is signed in on the page. */
export interface Caller {
  get<T>(path: string): Promise<T>
  post(path: string, body: unknown): Promise<Response>
  put(path: string, body: unknown): Promise<Response>
  remove(path: string): Promise<Response>
  /** Sends a multipart form. */
  send(path: string, form: FormData): Promise<Response>
}

/** The access token that the page stores, as soon as it does. It expires after some minutes. */
export async function accessTokenOf(page: Page): Promise<string> {
  const stored = await page.waitForFunction((prefix) => {
    const key = Object.keys(localStorage).find((each) => each.startsWith(prefix))
    return key === undefined ? null : { key, items: Object.entries(localStorage) as [string, string][] }
  }, userKeyPrefix)
  const { key, items } = (await stored.jsonValue()) ?? { key: '', items: [] }
  const values = new Map(items)
  const storage = { getItem: (name: string) => values.get(name) ?? null } as Storage
  const user = new ChunkedStorage(storage).getItem(key) ?? '{}'
  return (JSON.parse(user) as { access_token: string }).access_token
}

export async function callerOf(page: Page, origin: string): Promise<Caller> {
  const access_token = await accessTokenOf(page)
  const authorization = `Bearer ${access_token}`
  const headers = { authorization }
  const json = { ...headers, 'content-type': 'application/json' }
  return {
    get: async <T>(path: string): Promise<T> => {
      const response = await fetch(`${origin}/api/v1${path}`, { headers })
      if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as T
    },
    post: (path, body) =>
      fetch(`${origin}/api/v1${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) }),
    remove: (path) => fetch(`${origin}/api/v1${path}`, { method: 'DELETE', headers }),
    put: (path, body) =>
      fetch(`${origin}/api/v1${path}`, { method: 'PUT', headers: json, body: JSON.stringify(body) }),
    send: (path, form) => fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: form }),
  }
}

/** A client that asks more often gets a small share of the product's time while others are there. */
const pollEveryMs = 100

/**
 * Waits for a document's result. Returns when it was completed, by the product's clock. Throws if it ends in
 * another status.
 */
export async function waitUntilCompleted(caller: Caller, id: string): Promise<Date> {
  for (;;) {
    const { status, status_reason, updated_at } = await caller.get<
      Pick<Document, 'status' | 'status_reason' | 'updated_at'>
    >(`/documents/${id}`)
    if (status === 'COMPLETED') return new Date(updated_at)
    if (status === 'ERROR' || status === 'LIMIT_EXCEEDED')
      throw new Error(`The document ended in ${status}: ${status_reason}`)
    await wait(pollEveryMs)
  }
}
