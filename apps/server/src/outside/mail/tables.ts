import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Waiting emails, and the record of sent ones. */
export const mails = pgTable('mails', {
  id: uuid('id').primaryKey(),
  kind: text('kind').notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  /** Plain text; null once a mail server has accepted the email. */
  body: text('body'),
  html: text('html'),
  created_at: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  tries: integer('tries').notNull().default(0),
  sent_at: timestamp('sent_at', { withTimezone: true }),
  failed_at: timestamp('failed_at', { withTimezone: true }),
  fault: text('fault'),
})
