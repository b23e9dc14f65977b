import type { PublicSettings } from '@penmark/contract'
import type { UserManager } from 'oidc-client-ts'
import { results } from './failure.ts'
import { readStoredUser, type SignedInUser, userKey } from './stored-user.ts'

export type OidcSettings = PublicSettings['oidc']

/** What the session needs of the library. */
export interface Manager extends Pick<UserManager, 'removeUser' | 'signinRedirect' | 'signoutRedirect'> {
  getUser: () => Promise<SignedInUser | null>
  /** Exchanges the code in the address for tokens. */
  signinRedirectCallback: (address: string) => Promise<SignedInUser>
  /** Renews the tokens with the refresh token. */
  signinSilent: () => Promise<SignedInUser | null>
}

export interface Library {
  manager: UserManager
  /** Throws when an ID token is not what it says it is. */
  checkIdToken: (user: Pick<SignedInUser, 'id_token'>) => Promise<void>
}

function storage(): Storage {
  try {
    return window.localStorage
  } catch (cause) {
    // Some browsers forbid storage altogether.
    throw new Error(results.noStorage, { cause })
  }
}

/**
 * The library, fetched when it has something to do: who is signed in with a fresh token is read from where it keeps them. Throws the
 * specification's words for a setting that is missing.
 */
export function createManager(settings: OidcSettings): { manager: Manager; checkIdToken: Library['checkIdToken'] } {
  const { authority, client_id } = settings
  if (!authority) throw new Error(results.noDomain)
  if (!client_id) throw new Error(results.noClientId)
  const store = storage()
  let fetched: Promise<Library> | undefined
  const library = () => {
    fetched ??= import('./library.ts').then(
      ({ openLibrary }) => openLibrary(settings, store),
      (error: unknown) => {
        fetched = undefined
        throw error
      },
    )
    return fetched
  }
  return {
    manager: {
      getUser: async () => readStoredUser(store.getItem(userKey(settings))),
      removeUser: async () => store.removeItem(userKey(settings)),
      signinRedirect: async (args) => (await library()).manager.signinRedirect(args),
      signoutRedirect: async (args) => (await library()).manager.signoutRedirect(args),
      signinRedirectCallback: async (address) => (await library()).manager.signinRedirectCallback(address),
      signinSilent: async () => (await library()).manager.signinSilent(),
    },
    checkIdToken: async (user) => (await library()).checkIdToken(user),
  }
}
