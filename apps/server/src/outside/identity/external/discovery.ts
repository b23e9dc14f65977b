import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

const Document = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.url().optional() })

/** What is known of a provider once its discovery document was read. */
export interface Discovered {
  /** As tokens carry it, to the letter. */
  issuer: string
  keys: JWTVerifyGetKey
  userInfoEndpoint: string | null
}

export interface Timing {
  /** How long keys are used before they are read again, and the least time between two readings for an unknown key. */
  keysForMs: number
  keysAgainAfterMs: number
  timeoutMs: number
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '')

async function discover(authority: string, { keysForMs, keysAgainAfterMs, timeoutMs }: Timing): Promise<Discovered> {
  const address = `${withoutSlash(authority)}/.well-known/openid-configuration`
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`)
  const { issuer, jwks_uri, userinfo_endpoint } = Document.parse(await response.json())
  // Settings are written without a slash at the end; some issuers have one in their name.
  if (withoutSlash(issuer) !== withoutSlash(authority)) throw new Error(`${address} speaks for another issuer: ${issuer}.`)
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    cacheMaxAge: keysForMs,
    cooldownDuration: keysAgainAfterMs,
    timeoutDuration: timeoutMs,
  })
  return { issuer, keys, userInfoEndpoint: userinfo_endpoint ?? null }
}

/** Reads the discovery document when it is first needed and keeps it; a failed reading is tried again at the next call. */
export function createDiscovery(authority: string, timing: Timing): () => Promise<Discovered> {
  let reading: Promise<Discovered> | null = null
  return () => {
    reading ??= discover(authority, timing).catch((error: unknown) => {
      reading = null
      throw error
    })
    return reading
  }
}
