import { toPerson } from '../claims.ts'
import type { Person } from '../identity.ts'

interface Kept {
  person: Person | null
  until: number
}

const keepForMs = 10 * 60 * 1_000
const keepAtMost = 10_000

/**
 * Asks the provider's user-info endpoint about a token's owner, because many access tokens contain no email. Returns null when the provider
 * refuses or answers about someone else. Both are cached for ten minutes.
 */
export function createUserInfo(timeoutMs: number): (endpoint: string, subject: string, accessToken: string) => Promise<Person | null> {
  const kept = new Map<string, Kept>()

  const ask = async (endpoint: string, subject: string, accessToken: string): Promise<Person | null> => {
    try {
      const response = await fetch(endpoint, {
        headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) return null
      const person = toPerson(await response.json())
      return person.subject === subject ? person : null
    } catch {
      // The token is valid either way; only the names are missing.
      return null
    }
  }

  return async (endpoint, subject, accessToken) => {
    const known = kept.get(subject)
    if (known && known.until > Date.now()) return known.person
    const person = await ask(endpoint, subject, accessToken)
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= keepAtMost) kept.delete(oldest)
    kept.set(subject, { person, until: Date.now() + keepForMs })
    return person
  }
}
