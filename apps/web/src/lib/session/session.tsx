import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { SessionState } from './client.ts'
import type { SessionFailure } from './failure.ts'
import { openSession } from './open.ts'
import type { SignInState } from './state.ts'
import { createSessionStore } from './store.ts'

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
  onFailure?: (failure: SessionFailure) => void
  /** Goes to where a finished sign-in was begun, without a new page load. Left out, that address is loaded anew. */
  onReturn?: (state: SignInState) => Promise<void> | void
  open?: typeof openSession
}

const Context = createContext<Session | null>(null)

const warn = ({ code, description }: SessionFailure) => console.warn(code, description)

function loadAnew({ returnTo }: SignInState): Promise<void> | undefined {
  if (returnTo === undefined || returnTo === '/') return undefined
  window.location.replace(returnTo)
  // Nothing is to be shown any more: the page is leaving.
  return new Promise(() => undefined)
}

/** Opens the session of this page and keeps it. `useSession` reads it below. */
export function SessionProvider({ children, onFailure = warn, onReturn = loadAnew, open = openSession }: SessionProviderProps) {
  const [store] = useState(() => createSessionStore({ open, onFailure, onReturn }))
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
