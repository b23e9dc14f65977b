import type { SessionUser } from '../../lib/session/user.ts'

export interface SupportPerson {
  name: string
  email: string
}

export function personOf(user: SessionUser | null): SupportPerson | null {
  return user && { name: [user.givenName, user.familyName].filter(Boolean).join(' '), email: user.email }
}
