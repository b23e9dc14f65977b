import { createHash, randomBytes } from 'node:crypto'
import { oidc } from '@penmark/contract'
import { z } from 'zod'

const Tokens = z.object({
  access_token: z.string(),
  id_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
})
type Tokens = z.infer<typeof Tokens>

interface Cookie {
  name: string
  value: string
  path: string
}

export interface Visit {
  status: number
  /** Where it ended after the redirects, with query. */
  url: URL
  headers: Headers
  text: string
}

const newVerifier = () => randomBytes(32).toString('base64url')
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** Fetch with cookies by path and redirects, like a browser without script. For tests only. */
export function createBrowser(origin: string, userAgent = 'a test') {
  let jar: Cookie[] = []

  const keep = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
      const at = pair.indexOf('=')
      const attribute = (name: string) =>
        attributes.find((each) => each.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
      const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), path: attribute('path') ?? '/' }
      jar = jar.filter(({ name, path }) => name !== cookie.name || path !== cookie.path)
      // A server removes a cookie by a time in 1970. Others are kept, as the server's clock may stand at
      // another day.
      if (new Date(attribute('expires') ?? new Date()).getTime() > 0) jar.push(cookie)
    }
  }
  const cookiesFor = ({ pathname }: URL) =>
    jar
      .filter(({ path }) => path === '/' || pathname === path || pathname.startsWith(`${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')

  const once = async (url: URL, init: RequestInit = {}) => {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'user-agent': userAgent,
        cookie: cookiesFor(url),
        ...Object.fromEntries(new Headers(init.headers)),
      },
    })
    keep(response.headers)
    return response
  }

  /**
   * Follows redirects until a page answers, or until it would enter the web with a query (the end of a
   * sign-in).
   */
  const visit = async (address: string | URL, init: RequestInit = {}): Promise<Visit> => {
    let url = new URL(address, origin)
    let response = await once(url, init)
    for (let hops = 0; hops < 10 && response.status >= 300 && response.status < 400; hops += 1) {
      url = new URL(response.headers.get('location') ?? '', url)
      if (url.pathname === '/') break
      response = await once(url)
    }
    return { status: response.status, url, headers: response.headers, text: await response.text() }
  }

  const post = (
    address: string | URL,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    visit(address, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin, ...headers },
    })

  const authorize = (changes: Record<string, string | null> = {}, verifier = newVerifier()) => {
    const fields: Record<string, string | null> = {
      client_id: oidc.clientId,
      redirect_uri: `${origin}/`,
      response_type: 'code',
      scope: oidc.scope,
      state: 'state',
      nonce: 'nonce',
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
      ...changes,
    }
    const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null)
    return visit(`/oauth2/auth?${new URLSearchParams(given).toString()}`)
  }

  const token = (fields: Record<string, string>) =>
    fetch(new URL('/oauth2/token', origin), {
      method: 'POST',
      body: new URLSearchParams({ client_id: oidc.clientId, ...fields }),
    })

  const exchange = (code: string, verifier: string) =>
    token({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: `${origin}/` })

  const refresh = (refreshToken: string) =>
    token({ grant_type: 'refresh_token', refresh_token: refreshToken })

  return { visit, post, authorize, exchange, refresh, cookies: () => jar }
}

export type Browser = ReturnType<typeof createBrowser>

export const amara = {
  email: 'amara@school.example',
  password: 'three quiet words',
  given_name: 'Amara',
  family_name: 'Osei',
}

/** Registers a new account up to the code of its first sign-in. */
export async function registerForCode(
  browser: Browser,
  account: typeof amara,
  verifier: string,
): Promise<string> {
  const form = await browser.authorize({ prompt: 'create' }, verifier)
  const { url } = await browser.post(form.url, account)
  return url.searchParams.get('code') ?? ''
}

export async function readTokens(response: Response): Promise<Tokens> {
  return Tokens.parse(await response.json())
}

/** Registers a new account and returns its tokens. */
export async function registerForTokens(browser: Browser, account = amara): Promise<Tokens> {
  const verifier = newVerifier()
  return readTokens(await browser.exchange(await registerForCode(browser, account, verifier), verifier))
}
