import type { PublicSettings } from '@penmark/contract'
import type { User, UserManager } from 'oidc-client-ts'

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
