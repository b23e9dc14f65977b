import type { Page } from 'playwright'

/** Calls the product's API as the teacher who is signed in on the page. */
export interface Caller {
  get<T>(path: string): Promise<T>
  post(path: string, body: unknown): Promise<Response>
  put(path: string, body: unknown): Promise<Response>
  remove(path: string): Promise<Response>
  /** Sends a multipart form. */
  send(path: string, form: FormData): Promise<Response>
}

/** Captures the access token from the page's next call; it expires after some minutes. */
export async function callerOf(page: Page, origin: string): Promise<Caller> {
  const next = page.waitForRequest((request) => request.url().includes('/api/v1/') && 'authorization' in request.headers())
  await page.reload()
  const authorization = (await next).headers().authorization ?? ''
  const headers = { authorization }
  const json = { ...headers, 'content-type': 'application/json' }
  return {
    get: async <T>(path: string): Promise<T> => {
      const response = await fetch(`${origin}/api/v1${path}`, { headers })
      if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as T
    },
    post: (path, body) => fetch(`${origin}/api/v1${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) }),
    remove: (path) => fetch(`${origin}/api/v1${path}`, { method: 'DELETE', headers }),
    put: (path, body) => fetch(`${origin}/api/v1${path}`, { method: 'PUT', headers: json, body: JSON.stringify(body) }),
    send: (path, form) => fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: form }),
  }
}
