import { createRemoteJWKSet, jwtVerify } from 'jose'
import { UserManager, WebStorageStateStore } from 'oidc-client-ts'
import type { IdTokenCheck, Library, OidcSettings } from './types.ts'

const quarterHour = 15 * 60

/** The OIDC library, configured to leave refreshing and validation to us. */
export function openLibrary({ authority, client_id, audience, scope }: OidcSettings, store: Storage): Library {
  const home = `${window.location.origin}/`
  const manager = new UserManager({
    authority,
    client_id,
    redirect_uri: home,
    post_logout_redirect_uri: home,
    response_type: 'code',
    scope,
    extraQueryParams: audience ? { audience } : {},
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
    staleStateAgeInSeconds: quarterHour,
    requestTimeoutInSeconds: 15,
    userStore: new WebStorageStateStore({ store }),
    // A sign-in may finish in a different tab.
    stateStore: new WebStorageStateStore({ store }),
  })
  return { manager, checkIdToken: createIdTokenCheck(manager) }
}

/** Validates the signature, issuer, audience and times of an ID token, which the library does not. */
function createIdTokenCheck(manager: UserManager): IdTokenCheck {
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
