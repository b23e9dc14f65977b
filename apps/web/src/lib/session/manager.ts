import type { SigninRedirectArgs, UserManager } from 'oidc-client-ts'
import { results } from './failure.ts'
import { readStoredUser } from './stored-user.ts'
import type { IdTokenCheck, Library, Manager, OidcSettings } from './types.ts'
import { userKey } from './user-key.ts'

function storage(): Storage {
  try {
    return window.localStorage
  } catch (cause) {
    // Some browsers forbid storage altogether.
    throw new Error(results.noStorage, { cause })
  }
}

/** Leaves `prompt` out where the provider says that it does not know its value, as many do not know `create`: they would refuse it. */
async function withKnownPrompt({ metadataService }: Pick<UserManager, 'metadataService'>, args: SigninRedirectArgs = {}) {
  const { prompt, ...rest } = args
  if (prompt === undefined) return args
  const { prompt_values_supported: known } = (await metadataService.getMetadata()) as { prompt_values_supported?: string[] }
  return known === undefined || known.includes(prompt) ? args : rest
}

/**
 * The library, fetched when it has something to do: who is signed in with a fresh token is read from where it keeps them. Throws the
 * specification's words for a setting that is missing.
 */
export function createManager(settings: OidcSettings): { manager: Manager; checkIdToken: IdTokenCheck } {
  const { authority, client_id } = settings
  if (!authority) throw new Error(results.noDomain)
  if (!client_id) throw new Error(results.noClientId)
  const store = storage()
  let fetched: Promise<Library> | undefined
  const library = () => {
    fetched ??= import('./oidc-client.ts').then(
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
      signinRedirect: async (args) => {
        const { manager } = await library()
        return manager.signinRedirect(await withKnownPrompt(manager, args))
      },
      signoutRedirect: async (args) => (await library()).manager.signoutRedirect(args),
      signinRedirectCallback: async (address) => (await library()).manager.signinRedirectCallback(address),
      signinSilent: async () => (await library()).manager.signinSilent(),
    },
    checkIdToken: async (user) => (await library()).checkIdToken(user),
  }
}
