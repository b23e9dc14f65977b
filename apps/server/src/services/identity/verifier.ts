import { createHash } from 'node:crypto'
import {
  type CompactJWSHeaderParameters,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  type ResolvedKey,
} from 'jose'
import { problem } from '../../locale/problems/problem.ts'

/** A token whose signature was verified with `key`. */
interface VerifiedToken extends ResolvedKey {
  header: CompactJWSHeaderParameters
  payload: JWTPayload
}

/**
 * Caches verified tokens by their hash, so that the expensive check is done once: a signature stays valid
 * while the key does.
 */
interface TokenCache {
  /** Null for an unknown or expired token, which must then be verified. */
  find(token: string): VerifiedToken | null
  add(token: string, verified: VerifiedToken): void
}

/** Keeps the `most` newest tokens. `toleranceSeconds` is how far clocks may differ. */
function createTokenCache(maximum: number, toleranceSeconds: number): TokenCache {
  const tokens = new Map<string, VerifiedToken>()
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64')
  return {
    find(token) {
      const name = hashOf(token)
      const found = tokens.get(name)
      if (!found) return null
      const seconds = Math.floor(Date.now() / 1_000)
      const { exp = 0, nbf = 0 } = found.payload
      if (exp > seconds - toleranceSeconds && nbf <= seconds + toleranceSeconds) return found
      tokens.delete(name)
      return null
    },
    add(token, verified) {
      tokens.set(hashOf(token), verified)
      const [oldest] = tokens.size > maximum ? tokens.keys() : []
      if (oldest !== undefined) tokens.delete(oldest)
    },
  }
}

export interface TokenRules {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  algorithms: readonly ('RS256' | 'ES256')[]
}

/** How many seconds two clocks may differ. */
const clockTolerance = 5

const refusedCodes = new Set([
  errors.JWTClaimValidationFailed.code,
  errors.JWTExpired.code,
  errors.JWTInvalid.code,
  errors.JWSInvalid.code,
  errors.JWSSignatureVerificationFailed.code,
  errors.JOSEAlgNotAllowed.code,
  errors.JOSENotSupported.code,
  errors.JWKSNoMatchingKey.code,
  errors.JWKSMultipleMatchingKeys.code,
])

/** How many verified tokens are cached, at a few kB each. */
const maxCachedTokens = 5_000

/** The second argument of a key lookup: unprotected headers, which an access token cannot have. */
const noUnprotectedHeader = { payload: '', signature: '' }

/**
 * Creates the check of an access token: signature by the issuer's key and a permitted algorithm, issuer,
 * audience, times, subject. A verified signature is not computed again while the issuer keeps its key; key
 * and times are checked each time. Throws `Problem('not_signed_in')` for a token that fails,
 * `Problem('busy')` when the issuer's keys cannot be read.
 */
export function createVerifier({
  issuer,
  audience,
  keys,
  algorithms,
}: TokenRules): (token: string) => Promise<JWTPayload> {
  const cache = createTokenCache(maxCachedTokens, clockTolerance)
  return async (token) => {
    try {
      const cached = cache.find(token)
      // A key may be withdrawn before its tokens expire, so the key source is asked each time.
      if (cached && (await keys(cached.header, noUnprotectedHeader)) === cached.key) return cached.payload
      const { payload, protectedHeader, key } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: [...algorithms],
        requiredClaims: ['exp', 'sub'],
        clockTolerance,
      })
      cache.add(token, { payload, header: protectedHeader, key })
      return payload
    } catch (cause) {
      if (cause instanceof errors.JOSEError && refusedCodes.has(cause.code)) {
        throw problem('not_signed_in', 'session_ended', {}, { cause })
      }
      throw problem('busy', 'sign_in_unanswered', {}, { cause })
    }
  }
}
