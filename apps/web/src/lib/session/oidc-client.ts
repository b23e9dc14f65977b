import type { PublicSettings } from '@penmark/contract'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'

export type OidcSettings = PublicSettings['oidc']

/** Tokens and claims of the signed-in user. `expires_at` is in seconds since 1970. */
export type SignedInUser = Pick<User, 'access_token' | 'profile'> &
  Partial<Record<'id_token' | 'refresh_token', string | undefined>> & { expires_at?: number | undefined }

/** What the session needs of the library. */
export interface Manager extends Pick<UserManager, 'removeUser' | 'signinRedirect' | 'signoutRedirect'> {
  getUser: () => Promise<SignedInUser | null>
  /** Exchanges the code in the address for tokens. */
  signinRedirectCallback: (address: string) => Promise<SignedInUser>
  /** Renews the tokens with the refresh token. */
  signinSilent: () => Promise<SignedInUser | null>
}

/** Throws when an ID token is invalid. */
export type IdTokenCheck = (user: Pick<SignedInUser, 'id_token'>) => Promise<void>

export interface Library {
  manager: UserManager
  checkIdToken: IdTokenCheck
}

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
