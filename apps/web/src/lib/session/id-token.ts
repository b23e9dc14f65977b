import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { UserManager } from 'oidc-client-ts'
import type { IdTokenCheck } from './parts.ts'

/** The library reads an ID token without checking its signature, issuer, audience and times. This does. */
export function createIdTokenCheck(manager: UserManager): IdTokenCheck {
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
