import { Problem } from '@penmark/contract'
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { createProven } from './proven.ts'

export interface TokenRules {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  algorithms: readonly ('RS256' | 'ES256')[]
}

/** How many seconds two clocks may differ. */
const clockTolerance = 5

const badToken = new Set([
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
const mostProven = 5_000

/** The second argument of a key lookup: unprotected headers, which an access token cannot have. */
const withoutHeader = { payload: '', signature: '' }

/**
 * Creates the check of an access token: signature by the issuer's key and a permitted algorithm, issuer, audience, times, subject. A
 * verified signature is not computed again while the issuer keeps its key; key and times are checked each time. Throws
 * `Problem('not_signed_in')` for a token that fails, `Problem('busy')` when the issuer's keys cannot be read.
 */
export function createVerifier({ issuer, audience, keys, algorithms }: TokenRules): (token: string) => Promise<JWTPayload> {
  const proven = createProven(mostProven, clockTolerance)
  return async (token) => {
    try {
      const before = proven.find(token)
      // A key may be withdrawn before its tokens expire, so the key source is asked each time.
      if (before && (await keys(before.header, withoutHeader)) === before.key) return before.payload
      const { payload, protectedHeader, key } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: [...algorithms],
        requiredClaims: ['exp', 'sub'],
        clockTolerance,
      })
      proven.add(token, { payload, header: protectedHeader, key })
      return payload
    } catch (cause) {
      if (cause instanceof errors.JOSEError && badToken.has(cause.code)) {
        throw new Problem('not_signed_in', 'Your sign-in has ended. Sign in again.', { cause })
      }
      throw new Problem('busy', 'The sign-in service is not responding. Nothing is lost. Try again in a minute.', { cause })
    }
  }
}
