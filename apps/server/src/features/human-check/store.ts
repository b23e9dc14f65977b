import { lt } from 'drizzle-orm'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Connection } from '../../database/database.ts'

/** Ids of used sums, work and proofs, so that a second use is recognised. Unlogged: a crash empties the table. */
const humanCheckSpent = pgTable('human_check_spent', {
  id: text().primaryKey(),
  expires_at: timestamp({ withTimezone: true }).notNull(),
})

/** True the first time only, even with concurrent calls. */
export async function insertSpent(connection: Connection, id: string, expires_at: Date): Promise<boolean> {
  const rows = await connection.orm
    .insert(humanCheckSpent)
    .values({ id, expires_at })
    .onConflictDoNothing()
    .returning({ id: humanCheckSpent.id })
  return rows.length === 1
}

export async function deleteExpired(connection: Connection, now: Date): Promise<void> {
  await connection.orm.delete(humanCheckSpent).where(lt(humanCheckSpent.expires_at, now))
}
