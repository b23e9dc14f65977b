import { apiBase, Problem, type PublicSettings, teacherRoutes } from '@penmark/contract'
import * as z from 'zod/mini'
import { readReply } from '../call/call.ts'
import { readFailure, unreachable } from '../call/failure.ts'
import { ChunkedStorage } from './chunked-storage.ts'
import { type ClientOptions, SessionClient, type SessionState } from './client.ts'
import { describe, messages, type SessionCode, type SessionFailure } from './failure.ts'
import type { IdTokenCheck, Manager, OidcLibrary, OidcSettings, SignedInUser } from './oidc-client.ts'
import { userKey } from './user-key.ts'

interface SessionStoreOptions extends Pick<SessionHooks, 'onReturn'> {
  onFailure?: SessionHooks['onFailure']
  open?: typeof openSession
}

export type SessionStore = ReturnType<typeof createSessionStore>

const warn = ({ code, description }: SessionFailure) => console.warn(code, description)

/**
 * The page's session as an external store for React. It is opened once, however often effects run; a failed
 * attempt is retried.
 */
export function createSessionStore({ open = openSession, onFailure = warn, onReturn }: SessionStoreOptions) {
  let state: SessionState = { status: 'loading', user: null, failure: null }
  let opening: Promise<SessionClient> | null = null
  const listeners = new Set<() => void>()

  const setState = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const client = (): Promise<SessionClient> => {
    opening ??= open({ onFailure, onReturn, onChange: setState }).catch((error: unknown) => {
      opening = null
      setState({ status: 'unavailable', user: null, failure: null })
      throw error
    })
    return opening
  }
  const reportFailure = (code: SessionCode) => (error: unknown) => {
    const failure = { code, description: describe(error) }
    onFailure(failure)
    setState({ ...state, failure })
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

type SessionHooks = Pick<ClientOptions, 'onFailure' | 'onReturn' | 'onChange'>

/** Does not use `call`, which waits for a token and so for these settings. */
async function readSettings(): Promise<PublicSettings> {
  const { path } = teacherRoutes.readSettings
  const response = await fetch(apiBase + path, { headers: { accept: 'application/json' } }).catch(
    (cause: unknown) => {
      throw unreachable(cause)
    },
  )
  const text = await response.text()
  if (!response.ok) throw readFailure(response.status, response.statusText, text)
  return readReply(teacherRoutes.readSettings, text)
}

/**
 * Fetches the sign-in configuration and resumes or completes the session. Throws when the server does not
 * respond.
 */
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
    throw new Error(messages.noStorage, { cause })
  }
}

/**
 * The library's manager, which loads the library only when needed: reading a stored user with a fresh token
 * takes no library. Throws the specification's message when a setting is missing.
 */
export function createManager(settings: OidcSettings): { manager: Manager; checkIdToken: IdTokenCheck } {
  const { authority, client_id } = settings
  if (!authority) throw new Error(messages.noDomain)
  if (!client_id) throw new Error(messages.noClientId)
  const store = storage()
  const chunked = new ChunkedStorage(store)
  let loading: Promise<OidcLibrary> | undefined
  const loadLibrary = () => {
    loading ??= import('./oidc-client.ts').then(
      ({ createOidcLibrary }) => createOidcLibrary(settings, store),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return {
    manager: {
      getUser: async () => readStoredUser(chunked.getItem(userKey(settings))),
      removeUser: async () => chunked.removeItem(userKey(settings)),
      signinRedirect: async (args) => (await loadLibrary()).signIn(args),
      signoutRedirect: async (args) => (await loadLibrary()).signOut(args),
      signinRedirectCallback: async (url) => (await loadLibrary()).manager.signinRedirectCallback(url),
      signinSilent: async () => (await loadLibrary()).manager.signinSilent(),
    },
    checkIdToken: async (user) => (await loadLibrary()).checkIdToken(user),
  }
}

const StoredUser = z.object({
  access_token: z.string(),
  id_token: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
  expires_at: z.optional(z.number()),
  profile: z.looseObject({ sub: z.string() }),
})

/** Reads the user that the library stored; null if there is none or it cannot be read. */
function readStoredUser(json: string | null): SignedInUser | null {
  if (json === null) return null
  try {
    return StoredUser.parse(JSON.parse(json)) as SignedInUser
  } catch {
    // Broken or foreign data counts as signed out.
    return null
  }
}
