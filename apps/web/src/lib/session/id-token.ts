import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { User, UserManager } from 'oidc-client-ts'

/** The library reads an ID token without checking its signature, issuer, audience and times. This does. */
export function createIdTokenCheck(manager: UserManager): (user: User) => Promise<void> {
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined
  return async ({ id_token }) => {
    const { metadataService, settings } = manager
    const [keysAddress, issuer] = await Promise.all([metadataService.getKeysEndpoint(false), metadataService.getIssuer()])
    keys ??= createRemoteJWKSet(new URL(keysAddress ?? ''))
    await jwtVerify(id_token ?? '', keys, {
      issuer,
      audience: settings.client_id,
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['exp', 'sub'],
      clockTolerance: 60,
    })
  }
}

const forged = new Set([
  errors.JWTClaimValidationFailed.code,
  errors.JWTExpired.code,
  errors.JWTInvalid.code,
  errors.JWSInvalid.code,
  errors.JWSSignatureVerificationFailed.code,
  errors.JOSEAlgNotAllowed.code,
  errors.JWKSNoMatchingKey.code,
])

/** Whether the check failed on the token itself, not on the way to the keys. */
export function isForged(error: unknown): boolean {
  return error instanceof errors.JOSEError && forged.has(error.code)
}
