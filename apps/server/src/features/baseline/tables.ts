import { boolean, integer, pgTable, timestamp } from 'drizzle-orm/pg-core'

/** At most one row: whether reports compare with the texts of the whole installation. */
export const schoolBaseline = pgTable('school_baseline', {
  id: integer().primaryKey(),
  is_shared: boolean().notNull(),
  changed_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
