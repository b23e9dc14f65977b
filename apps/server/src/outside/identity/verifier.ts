import { Problem } from '@penmark/contract'
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'

export interface TokenRules {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  algorithms: readonly ('RS256' | 'ES256')[]
}

/** Seconds by which two clocks may differ. */
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

/**
 * Makes the check of an access token: signature by the issuer's key and a permitted algorithm, issuer, audience, times, subject.
 * Throws `Problem('not_signed_in')` for a token that fails, `Problem('busy')` when the issuer's keys cannot be read.
 */
export function createVerifier({ issuer, audience, keys, algorithms }: TokenRules): (token: string) => Promise<JWTPayload> {
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: [...algorithms],
        requiredClaims: ['exp', 'sub'],
        clockTolerance,
      })
      return payload
    } catch (cause) {
      if (cause instanceof errors.JOSEError && badToken.has(cause.code)) {
        throw new Problem('not_signed_in', 'Your sign-in has ended. Sign in again.', { cause })
      }
      throw new Problem('busy', 'The sign-in service does not answer. Nothing is lost. Try again in a minute.', { cause })
    }
  }
}
