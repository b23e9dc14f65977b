import { createHash } from 'node:crypto'
import type { CompactJWSHeaderParameters, JWTPayload, ResolvedKey } from 'jose'

/** A token whose signature was verified with `key`. */
export interface ProvenToken extends ResolvedKey {
  header: CompactJWSHeaderParameters
  payload: JWTPayload
}

/** Caches verified tokens by their hash, so that the expensive check is done once: a signature stays valid while the key does. */
export interface Proven {
  /** Null for an unknown or expired token, which must then be verified. */
  find(token: string): ProvenToken | null
  add(token: string, proven: ProvenToken): void
}

/** Keeps the `most` newest tokens. `toleranceSeconds` is how far clocks may differ. */
export function createProven(most: number, toleranceSeconds: number): Proven {
  const kept = new Map<string, ProvenToken>()
  const nameOf = (token: string) => createHash('sha256').update(token).digest('base64')
  return {
    find(token) {
      const name = nameOf(token)
      const found = kept.get(name)
      if (!found) return null
      const seconds = Math.floor(Date.now() / 1_000)
      const { exp = 0, nbf = 0 } = found.payload
      if (exp > seconds - toleranceSeconds && nbf <= seconds + toleranceSeconds) return found
      kept.delete(name)
      return null
    },
    add(token, proven) {
      kept.set(nameOf(token), proven)
      const [oldest] = kept.size > most ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
    },
  }
}
