import { Problem } from '@penmark/contract'
import { unreachable } from '../call/failure.ts'
import type { SessionClient, SessionState } from './client.ts'
import { describe, type SessionCode, type SessionFailure } from './failure.ts'
import { openSession, type SessionHooks } from './open.ts'

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
