import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { SessionState } from './client.ts'
import type { SessionStore } from './store.ts'

export interface Session extends SessionState {
  /** Leads to the provider's sign-in page; `returnTo` is an address of our own, from its first slash on. */
  signIn: (returnTo?: string) => Promise<void>
  register: (returnTo?: string) => Promise<void>
  /** Forgets the person here, then ends the session at the provider. */
  signOut: () => Promise<void>
  /** Forgets the person in this browser alone, where the provider's session has ended already. */
  forget: () => Promise<void>
  /** A bearer token for the next call, or null when nobody is signed in. Throws when it cannot be had now. */
  accessToken: () => Promise<string | null>
}

interface SessionProviderProps {
  children: ReactNode
  store: SessionStore
}

const Context = createContext<Session | null>(null)

/** Shows the session of this page to everything below, and opens it where that was not begun. `useSession` reads it. */
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

/** Who is signed in, and the ways in and out. The functions stay the same as long as the page. */
export function useSession(): Session {
  const session = useContext(Context)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}
