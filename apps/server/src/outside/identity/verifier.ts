import { Problem } from '@penmark/contract'
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { createProven } from './proven.ts'

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

/** Tokens whose signature is remembered, some kB each. */
const mostProven = 5_000

/** The second thing that a key is looked up by: headers beside the signed one, which an access token cannot have. */
const withoutHeader = { payload: '', signature: '' }

/**
 * Makes the check of an access token: signature by the issuer's key and a permitted algorithm, issuer, audience, times, subject. A signature that was
 * good is not computed again while the issuer keeps its key; key and times are looked at each time.
 * Throws `Problem('not_signed_in')` for a token that fails, `Problem('busy')` when the issuer's keys cannot be read.
 */
export function createVerifier({ issuer, audience, keys, algorithms }: TokenRules): (token: string) => Promise<JWTPayload> {
  const proven = createProven(mostProven, clockTolerance)
  return async (token) => {
    try {
      const before = proven.find(token)
      // A key may be withdrawn before the tokens that it signed have ended: whoever keeps the keys is asked each time.
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
