import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { minuteMs } from '../../lib/durations.ts'
import { problem } from '../../locale/problems/problem.ts'
import { callOutside } from '../observe/call-outside.ts'
import { toPerson } from './claims.ts'
import type { EndGrants, Identity, IdentitySettings, Person } from './identity.ts'
import { createVerifier } from './verifier.ts'

const defaultTiming: Timing = { keysForMs: 10 * minuteMs, keysAgainAfterMs: 30_000, timeoutMs: 5_000 }

interface ExternalIdentityOptions {
  issuer: string
  clientId: string
  audience: string
  scope: string
  /** Where the access token lists roles or groups. */
  roleClaim?: string
  /** Counts every address that the provider names as confirmed. */
  trustsEmail?: boolean
  /** Ends what the product has granted under an account, when the provider's roles no longer give access. */
  endGrants: EndGrants
  /** Called when the provider cannot be read at the start: a wrong setting, or a provider that is down. */
  onError?: (error: unknown) => void
  timing?: Timing
}

/**
 * Any other OpenID Connect provider. Its discovery document is read at the start, its keys with the first
 * token and again when they change. While they cannot be read, checks throw `Problem('busy')`; the start
 * itself does not fail.
 */
export async function createExternalIdentity(options: ExternalIdentityOptions): Promise<Identity> {
  const {
    issuer: authority,
    clientId,
    audience,
    scope,
    roleClaim,
    trustsEmail = false,
    endGrants,
    onError = () => undefined,
    timing = defaultTiming,
  } = options
  const settings: IdentitySettings = { authority, clientId, audience, scope, accountUrl: null }
  const discovery = createDiscovery(authority, timing)
  const askUserInfo = createUserInfo(timing.timeoutMs)
  await discovery().catch(onError)

  const verifiers = new WeakMap<Discovered, ReturnType<typeof createVerifier>>()
  const verifierFor = (found: Discovered) => {
    const verify =
      verifiers.get(found) ??
      createVerifier({ issuer: found.issuer, audience, keys: found.keys, algorithms: ['RS256', 'ES256'] })
    verifiers.set(found, verify)
    return verify
  }

  const discovered = async () => {
    try {
      return await discovery()
    } catch (cause) {
      throw problem('busy', 'sign_in_unanswered', {}, { cause })
    }
  }

  const complete = async (person: Person, endpoint: string | null, accessToken: string): Promise<Person> => {
    if (person.email !== null || endpoint === null) return person
    const userInfo = await askUserInfo(endpoint, person.subject, accessToken)
    if (!userInfo) return person
    // Roles come from the signed token alone; user info only adds who this is.
    return { ...userInfo, roles: person.roles, issuedAt: person.issuedAt }
  }

  return {
    kind: 'external',
    settings,
    twoFactorControl: null,
    accounts: null,
    background: null,
    verify: async (accessToken) => {
      const found = await discovered()
      const person = await complete(
        toPerson(await verifierFor(found)(accessToken), roleClaim),
        found.userInfoEndpoint,
        accessToken,
      )
      return trustsEmail && person.email !== null ? { ...person, emailVerified: true } : person
    },
    describeAccount: async () => null,
    register: async () => undefined,
    erase: async () => null,
    endAccess: endGrants,
    hasOwnEmail: async () => true,
    close: async () => undefined,
  }
}

interface CachedPerson {
  person: Person | null
  until: number
}

const cacheForMs = 10 * minuteMs
const maxCached = 10_000

/**
 * Asks the provider's user-info endpoint about a token's owner, because many access tokens contain no email.
 * Returns null when the provider refuses or answers about someone else. Both are cached for ten minutes.
 */
function createUserInfo(
  timeoutMs: number,
): (endpoint: string, subject: string, accessToken: string) => Promise<Person | null> {
  const cache = new Map<string, CachedPerson>()

  const ask = async (endpoint: string, subject: string, accessToken: string): Promise<Person | null> => {
    const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
    try {
      return await callOutside({ service: 'sign-in', withinMs: timeoutMs }, async ({ signal }) => {
        const response = await fetch(endpoint, { headers, signal })
        if (!response.ok) return null
        const person = toPerson(await response.json())
        return person.subject === subject ? person : null
      })
    } catch {
      // The token is valid either way; only the names are missing.
      return null
    }
  }

  return async (endpoint, subject, accessToken) => {
    const known = cache.get(subject)
    if (known && known.until > Date.now()) return known.person
    const person = await ask(endpoint, subject, accessToken)
    const [oldest] = cache.keys()
    if (oldest !== undefined && cache.size >= maxCached) cache.delete(oldest)
    cache.set(subject, { person, until: Date.now() + cacheForMs })
    return person
  }
}

const Document = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.url().optional() })

/** A provider's discovery document. */
interface Discovered {
  /** Exactly as in tokens. */
  issuer: string
  keys: JWTVerifyGetKey
  userInfoEndpoint: string | null
}

interface Timing {
  /**
   * How long keys are used before they are read again, and the shortest time between two reads for an unknown
   * key.
   */
  keysForMs: number
  keysAgainAfterMs: number
  timeoutMs: number
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '')

/** Documents and keys may be read twice. */
const retryAfterMs = [200]

function readDocument(address: string, withinMs: number): Promise<z.infer<typeof Document>> {
  return callOutside({ service: 'sign-in', withinMs, retryAfterMs }, async ({ signal }) => {
    const response = await fetch(address, { signal, headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`${address} answers ${response.status}.`)
    return Document.parse(await response.json())
  })
}

async function discover(
  authority: string,
  { keysForMs, keysAgainAfterMs, timeoutMs }: Timing,
): Promise<Discovered> {
  const address = `${withoutSlash(authority)}/.well-known/openid-configuration`
  const { issuer, jwks_uri, userinfo_endpoint } = await readDocument(address, timeoutMs)
  // Settings have no trailing slash, but some issuers do.
  if (withoutSlash(issuer) !== withoutSlash(authority))
    throw new Error(`${address} speaks for another issuer: ${issuer}.`)
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    cacheMaxAge: keysForMs,
    cooldownDuration: keysAgainAfterMs,
    timeoutDuration: timeoutMs,
    // Its signal also ends a body that stops in the middle.
    [customFetch]: (url, options) =>
      callOutside({ service: 'sign-in', withinMs: timeoutMs, retryAfterMs }, async ({ signal }) => {
        const response = await fetch(url, { ...options, signal: AbortSignal.any([signal, options.signal]) })
        if (response.status >= 500) throw new Error(`The keys were answered with ${response.status}.`)
        return response
      }),
  })
  return { issuer, keys, userInfoEndpoint: userinfo_endpoint ?? null }
}

/** Reads the discovery document at first use and caches it; a failed read is retried at the next call. */
function createDiscovery(authority: string, timing: Timing): () => Promise<Discovered> {
  let reading: Promise<Discovered> | null = null
  return () => {
    reading ??= discover(authority, timing).catch((error: unknown) => {
      reading = null
      throw error
    })
    return reading
  }
}
