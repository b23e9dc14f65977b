import { apiBase, Problem, type PublicSettings, teacherRoutes } from '@penmark/contract'
import type { SigninRedirectArgs, UserManager } from 'oidc-client-ts'
import * as z from 'zod/mini'
import { readReply } from '../call/call.ts'
import { readFailure, unreachable } from '../call/failure.ts'
import { type ClientParts, SessionClient, type SessionState } from './client.ts'
import { describe, results, type SessionCode, type SessionFailure } from './failure.ts'
import type { IdTokenCheck, Library, Manager, OidcSettings, SignedInUser } from './oidc-client.ts'
import { userKey } from './user-key.ts'

interface SessionStoreParts extends Pick<SessionHooks, 'onReturn'> {
  onFailure?: SessionHooks['onFailure']
  open?: typeof openSession
}

export type SessionStore = ReturnType<typeof createSessionStore>

const warn = ({ code, description }: SessionFailure) => console.warn(code, description)

/** The page's session as an external store for React. It is opened once, however often effects run; a failed attempt is retried. */
export function createSessionStore({ open = openSession, onFailure = warn, onReturn }: SessionStoreParts) {
  let state: SessionState = { status: 'loading', user: null, failure: null }
  let opening: Promise<SessionClient> | null = null
  const listeners = new Set<() => void>()

  const show = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const client = (): Promise<SessionClient> => {
    opening ??= open({ onFailure, onReturn, onChange: show }).catch((error: unknown) => {
      opening = null
      show({ status: 'unavailable', user: null, failure: null })
      throw error
    })
    return opening
  }
  const reportFailure = (code: SessionCode) => (error: unknown) => {
    const failure = { code, description: describe(error) }
    onFailure(failure)
    show({ ...state, failure })
    return null
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    read: () => state,
    /** Never throws; failures are in the state. */
    open: async () => {
      await client().catch(() => undefined)
    },
    signIn: async (returnTo?: string) => {
      await (await client().catch(reportFailure('ERR_LOGIN')))?.signIn(returnTo)
    },
    register: async (returnTo?: string) => {
      await (await client().catch(reportFailure('ERR_REGISTER')))?.register(returnTo)
    },
    signOut: async () => {
      await (await client().catch(reportFailure('ERR_LOGOUT')))?.signOut()
    },
    forget: async () => {
      await (await client().catch(reportFailure('ERR_LOGOUT')))?.forget()
    },
    accessToken: async () => {
      try {
        return await (await client()).accessToken()
      } catch (error) {
        throw error instanceof Problem ? error : unreachable(error)
      }
    },
  }
}

type SessionHooks = Pick<ClientParts, 'onFailure' | 'onReturn' | 'onChange'>

/** Does not use `call`, which would wait for a token that waits for this. */
async function readSettings(): Promise<PublicSettings> {
  const { path } = teacherRoutes.readSettings
  const response = await fetch(apiBase + path, { headers: { accept: 'application/json' } }).catch((cause: unknown) => {
    throw unreachable(cause)
  })
  const text = await response.text()
  if (!response.ok) throw readFailure(response.status, response.statusText, text)
  return readReply(teacherRoutes.readSettings, text)
}

/** Fetches the sign-in configuration and resumes or completes the session. Throws when the server does not respond. */
export async function openSession(hooks: SessionHooks): Promise<SessionClient> {
  const { oidc } = await readSettings()
  const client = new SessionClient({ ...createManager(oidc), ...hooks })
  await client.start()
  return client
}

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

const StoredUser = z.object({
  access_token: z.string(),
  id_token: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
  expires_at: z.optional(z.number()),
  profile: z.looseObject({ sub: z.string() }),
})

/** Reads what the library stored, or null when there is nothing that can be read. */
function readStoredUser(text: string | null): SignedInUser | null {
  if (text === null) return null
  try {
    return StoredUser.parse(JSON.parse(text)) as SignedInUser
  } catch {
    // Broken or foreign data counts as signed out.
    return null
  }
}
