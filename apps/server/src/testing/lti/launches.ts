import type { FastifyInstance } from 'fastify'
import type { TestPlatform } from './platform.ts'

export interface BegunLaunch {
  state: string
  nonce: string
  cookie: string
}

/** Carries a launch between a platform and the product as browsers do, without one. */
export function createLauncher(app: () => FastifyInstance, platform: () => TestPlatform) {
  const post = (url: string, payload: Record<string, string>, headers: Record<string, string> = {}) =>
    app().inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(payload).toString(),
    })
  const toUrl = (location: unknown) => new URL(String(location), 'http://localhost')

  /** The platform sends the browser here and gets it back with a state and a nonce. */
  const begin = async (change: Record<string, string> = {}) => {
    const { issuer, client_id } = platform().description
    const query = {
      iss: issuer,
      login_hint: '7',
      target_link_uri: 'http://localhost/lti/launch',
      client_id,
      lti_message_hint: 'm',
      ...change,
    }
    const { headers } = await post('/lti/login', query)
    return { location: toUrl(headers.location), setCookie: String(headers['set-cookie']) }
  }
  const beginLaunch = async (): Promise<BegunLaunch> => {
    const { location, setCookie } = await begin()
    const { state = '', nonce = '' } = Object.fromEntries(location.searchParams)
    return { state, nonce, cookie: setCookie.split(';')[0] ?? '' }
  }
  /** The end of a launch: the redirect's target. */
  const land = async (
    id_token: string,
    { state, cookie }: Pick<BegunLaunch, 'state' | 'cookie'>,
    headers: Record<string, string> = {},
  ) => toUrl((await post('/lti/launch', { id_token, state }, { cookie, ...headers })).headers.location)
  /** Where a launch with these claims leads. */
  const follow = async (claims: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    const start = await beginLaunch()
    return land(await platform().token(start.nonce, { claims }), start, headers)
  }
  /** The ticket of a launch with these claims; empty where it was refused. */
  const launch = async (claims: Record<string, unknown> = {}) =>
    (await follow(claims)).searchParams.get('ticket') ?? ''
  return { post, begin, beginLaunch, land, follow, launch }
}
