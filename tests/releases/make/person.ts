import { setTimeout as wait } from 'node:timers/promises'
import {
  createBrowser,
  registerForTokens,
} from '../../../apps/server/src/services/identity/testing/browser.ts'

const pollEveryMs = 100

export interface File {
  name: string
  content: Buffer
}

/** A teacher with an account, who calls the API of the running product. Every refused call throws. */
export interface Person {
  readonly email: string
  readonly password: string
  /** The browser in which they registered. */
  readonly browser: ReturnType<typeof createBrowser>
  /** Of that browser, and those that the API set. */
  cookies(): { name: string; value: string; path: string }[]
  get<T>(path: string): Promise<T>
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T>
  upload<T>(path: string, field: string, files: File[], fields?: Record<string, string>): Promise<T>
  /** Reads until it is as expected. */
  until<T>(path: string, isExpected: (answer: T) => boolean): Promise<T>
}

/** Registers a teacher by the forms of the embedded provider. Their profile is empty. */
export async function register(origin: string, given_name: string, family_name: string): Promise<Person> {
  const account = {
    email: `${given_name}.${family_name}@school.example`.toLowerCase(),
    password: 'quiet rivers bend slowly',
    given_name,
    family_name,
  }
  const browser = createBrowser(origin)
  const { access_token } = await registerForTokens(browser, account)
  const authorization = `Bearer ${access_token}`

  const apiCookies: ReturnType<Person['cookies']> = []
  const call = async (
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: string | FormData } = {},
  ) => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      ...init,
      headers: { authorization, ...init.headers },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = '', path = '/'] = /^([^=]+)=([^;]*).*?path=([^;]+)/i.exec(line) ?? []
      apiCookies.push({ name, value, path })
    }
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return (
      answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
    ) as unknown
  }
  const get = async <T>(path: string) => (await call('GET', path)) as T
  return {
    ...account,
    browser,
    cookies: () => [...browser.cookies(), ...apiCookies],
    get,
    send: async <T>(method: string, path: string, body?: object) =>
      (await call(
        method,
        path,
        body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {},
      )) as T,
    upload: async <T>(path: string, field: string, files: File[], fields: Record<string, string> = {}) => {
      const form = new FormData()
      for (const { name, content } of files) form.append(field, new Blob([new Uint8Array(content)]), name)
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      return (await call('POST', path, { body: form })) as T
    },
    until: async <T>(path: string, isExpected: (answer: T) => boolean) => {
      for (;;) {
        const answer = await get<T>(path)
        if (isExpected(answer)) return answer
        await wait(pollEveryMs)
      }
    },
  }
}

export const profile = (first_name: string, last_name: string) => ({
  first_name,
  last_name,
  school_name: 'Riverside School',
  role: 'teacher',
  country: 'GB',
  state_county: 'Kent',
  phone: '01632 960001',
})
