import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { type Connection, type Database, time } from '../database/database.ts'

/** The table has the name of its first use. */
export const sharedSecrets = pgTable('visitor_secret', {
  name: text().primaryKey(),
  value: text().notNull(),
  created_at: time().notNull().defaultNow(),
})

/** A 256-bit secret that all processes on this database share, created at first use and then cached. */
export function sharedSecret(database: Database, name: string): () => Promise<string> {
  let known: Promise<string> | null = null
  return () => {
    known ??= storeSecret(database, name, randomBytes(32).toString('base64url')).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}

/** Stores the new secret under the name unless another process was first, and returns the stored one. */
async function storeSecret(connection: Connection, name: string, newSecret: string): Promise<string> {
  await connection.orm.insert(sharedSecrets).values({ name, value: newSecret }).onConflictDoNothing()
  const [row] = await connection.orm
    .select({ value: sharedSecrets.value })
    .from(sharedSecrets)
    .where(eq(sharedSecrets.name, name))
  if (!row) throw new Error(`The secret ${name} was not stored.`)
  return row.value
}
