import { vi } from 'vitest'
import * as sessions from '../lib/session/session.tsx'

/** Answers `useSession` without a provider until the test ends. The session that it returns may be changed. */
export function mockSession(): sessions.Session {
  const session: sessions.Session = {
    status: 'authenticated',
    user: null,
    failure: null,
    signIn: async () => {},
    register: async () => {},
    signOut: async () => {},
    forget: async () => {},
    accessToken: async () => 'token',
  }
  vi.spyOn(sessions, 'useSession').mockReturnValue(session)
  return session
}
