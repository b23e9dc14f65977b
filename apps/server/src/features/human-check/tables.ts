import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Ids of sums, work and proofs that were used. A second use finds its row here. */
export const humanCheckSpent = pgTable('human_check_spent', {
  id: text().primaryKey(),
  expires_at: timestamp({ withTimezone: true }).notNull(),
})
