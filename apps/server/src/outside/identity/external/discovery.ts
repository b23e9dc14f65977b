import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

const Document = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.url().optional() })

/** A provider's discovery document. */
export interface Discovered {
  /** Exactly as in tokens. */
  issuer: string
  keys: JWTVerifyGetKey
  userInfoEndpoint: string | null
}

export interface Timing {
  /** How long keys are used before they are read again, and the shortest time between two reads for an unknown key. */
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
  // Settings have no trailing slash, but some issuers do.
  if (withoutSlash(issuer) !== withoutSlash(authority)) throw new Error(`${address} speaks for another issuer: ${issuer}.`)
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    cacheMaxAge: keysForMs,
    cooldownDuration: keysAgainAfterMs,
    timeoutDuration: timeoutMs,
  })
  return { issuer, keys, userInfoEndpoint: userinfo_endpoint ?? null }
}

/** Reads the discovery document at first use and caches it; a failed read is retried at the next call. */
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
