import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Messages to the operator. */
export const supportMessages = pgTable('support_messages', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  /** Null for a message from the public site. */
  teacher_id: uuid(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  closed_at: timestamp({ withTimezone: true }),
})
