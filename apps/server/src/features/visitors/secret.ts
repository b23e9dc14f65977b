import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { storeSecret } from './store.ts'

/** A 256-bit secret that all processes on this database share, created at first use and then cached. */
export function secretOf(database: Database, name: string): () => Promise<string> {
  let known: Promise<string> | null = null
  return () => {
    known ??= storeSecret(database, name, randomBytes(32).toString('base64url')).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}
