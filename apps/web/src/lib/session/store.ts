import { apiBase, Problem, type PublicSettings, teacherRoutes } from '@penmark/contract'
import { readReply } from '../call/call.ts'
import { readFailure, unreachable } from '../call/failure.ts'
import { type ClientParts, SessionClient, type SessionState } from './client.ts'
import { describe, type SessionCode, type SessionFailure } from './failure.ts'
import { createManager } from './manager.ts'

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
