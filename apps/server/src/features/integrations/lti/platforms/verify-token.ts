import type { LtiRefusal } from '@penmark/contract'
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import { z } from 'zod'
import { hourMs } from '../../../../lib/durations.ts'
import { type Egress, EgressError } from '../../../../services/egress/egress.ts'
import type { PlatformRow } from '../records/store.ts'

/** A refused launch or notice, with the reason shown. */
export class LtiRefusalError extends Error {
  override readonly name = 'LtiRefusalError'
  readonly reason: LtiRefusal
  /** Set when a launch is valid except for its deployment. */
  readonly deploymentId: string | undefined

  constructor(reason: LtiRefusal, options?: ErrorOptions & { deploymentId?: string }) {
    super(`A launch was refused: ${reason}`, options)
    this.reason = reason
    this.deploymentId = options?.deploymentId
  }
}

type KeySet = ReturnType<typeof createLocalJWKSet>

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
/** Keys are read again after this time. */
const cacheMs = hourMs
/** They are also read again if a token names an unknown key, but not more often than this. */
const minimumRefreshMs = 10_000

/** Reads and caches the keys of platforms. Throws the refusal `keys` if they cannot be read. */
export function createPlatformKeys({ send }: Pick<Egress, 'send'>, now: () => number = Date.now) {
  const cache = new Map<string, { set: KeySet; readAt: number }>()
  const read = async ({ keys_url }: PlatformRow): Promise<KeySet> => {
    try {
      const { status, body } = await send({
        method: 'GET',
        url: keys_url,
        timeoutMs: 10_000,
        maximumBytes: 256 * 1_024,
      })
      if (status !== 200) throw new EgressError('unreachable')
      return createLocalJWKSet(Keys.parse(JSON.parse(body.toString('utf8'))) as JSONWebKeySet)
    } catch (cause) {
      throw new LtiRefusalError('keys', { cause })
    }
  }
  return async (platform: PlatformRow, { refresh }: { refresh: boolean }): Promise<KeySet> => {
    const cached = cache.get(platform.keys_url)
    const age = now() - (cached?.readAt ?? 0)
    if (cached && age < (refresh ? minimumRefreshMs : cacheMs)) return cached.set
    const set = await read(platform)
    cache.set(platform.keys_url, { set, readAt: now() })
    return set
  }
}

export type PlatformKeys = ReturnType<typeof createPlatformKeys>

const skewSeconds = 60

function reasonOf(error: unknown): LtiRefusal {
  if (error instanceof errors.JWTExpired) return error.claim === 'iat' ? 'issued' : 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    const reasons = new Map<string, LtiRefusal>([
      ['aud', 'audience'],
      ['iss', 'issuer'],
      ['iat', 'issued'],
      ['exp', 'expired'],
      ['nbf', 'issued'],
      ['nonce', 'nonce'],
      ['sub', 'person'],
    ])
    return reasons.get(error.claim) ?? 'message'
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported)
    return 'algorithm'
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return 'key'
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  return 'message'
}

interface TokenRequirements {
  /** In addition to those that every token needs. */
  requiredClaims: string[]
  maxTokenAge: string
}

/**
 * Whether the token was issued to us: with several audiences it must name an authorised party, and that must
 * be us.
 */
function isForUs({ aud, azp }: JWTPayload, client_id: string): boolean {
  if (azp !== undefined) return azp === client_id
  return !Array.isArray(aud) || aud.length === 1
}

/**
 * Checks algorithm, key, signature, issuer, audience, authorised party and times of a platform's token.
 * Throws `LtiRefusalError`.
 */
export async function verifyToken(
  token: string,
  platform: PlatformRow,
  keysOf: PlatformKeys,
  requirements: TokenRequirements,
): Promise<JWTPayload> {
  const check = async (refresh: boolean) => {
    const { issuer, client_id: audience } = platform
    const options = {
      issuer,
      audience,
      maxTokenAge: requirements.maxTokenAge,
      clockTolerance: skewSeconds,
      algorithms: ['RS256'],
    }
    const requiredClaims = ['exp', 'iat', 'nonce', ...requirements.requiredClaims]
    return (await jwtVerify(token, await keysOf(platform, { refresh }), { ...options, requiredClaims }))
      .payload
  }
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    if (alg !== 'RS256') throw new LtiRefusalError('algorithm')
    if (kid === undefined) throw new LtiRefusalError('key')
    // The platform may have changed its keys since they were read.
    const payload = await check(false).catch((error: unknown) => {
      if (error instanceof errors.JWKSNoMatchingKey) return check(true)
      throw error
    })
    if (!isForUs(payload, platform.client_id)) throw new LtiRefusalError('audience')
    return payload
  } catch (error) {
    throw error instanceof LtiRefusalError ? error : new LtiRefusalError(reasonOf(error), { cause: error })
  }
}
