import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Ids of used sums, work and proofs, so that a second use is recognised. */
export const humanCheckSpent = pgTable('human_check_spent', {
  id: text().primaryKey(),
  expires_at: timestamp({ withTimezone: true }).notNull(),
})
