import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { SessionState } from './client.ts'
import type { SessionStore } from './store.ts'

export interface Session extends SessionState {
  /** Redirects to the provider's sign-in page; `returnTo` is a path of this site. */
  signIn: (returnTo?: string) => Promise<void>
  register: (returnTo?: string) => Promise<void>
  /** Clears the local session, then ends the one at the provider. */
  signOut: () => Promise<void>
  /** Clears only the local session, when the provider's has ended already. */
  forget: () => Promise<void>
  /** A valid access token, or null when nobody is signed in. Throws when it cannot be renewed now. */
  accessToken: () => Promise<string | null>
}

interface SessionProviderProps {
  children: ReactNode
  store: SessionStore
}

const Context = createContext<Session | null>(null)

/** Provides the session, and opens it if needed. Components read it with `useSession`. */
export function SessionProvider({ children, store }: SessionProviderProps) {
  useEffect(() => {
    void store.open()
  }, [store])
  const state = useSyncExternalStore(store.subscribe, store.read)
  const session = useMemo<Session>(() => {
    const { signIn, register, signOut, forget, accessToken } = store
    return { ...state, signIn, register, signOut, forget, accessToken }
  }, [state, store])
  return <Context value={session}>{children}</Context>
}

interface HeldSessionProps {
  user: NonNullable<Session['user']>
  children: ReactNode
}

/** Keeps what is on screen as it was for a person whose session has just expired. No call succeeds meanwhile. */
export function HeldSession({ user, children }: HeldSessionProps) {
  const session = useSession()
  const held = useMemo<Session>(
    () => ({ ...session, status: 'authenticated', user, failure: null }),
    [session, user],
  )
  return <Context value={held}>{children}</Context>
}

/** The signed-in user and the functions to sign in and out, which are stable. */
export function useSession(): Session {
  const session = useContext(Context)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}

/** Whether the session ended by itself: the provider no longer renews it. */
export function hasExpired({ failure, status }: Pick<SessionState, 'failure' | 'status'>): boolean {
  return failure?.code === 'ERR_REFRESH' && status === 'unauthenticated'
}
