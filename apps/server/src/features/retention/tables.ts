import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const time = () => timestamp({ withTimezone: true })

export const retentionRules = pgTable('retention_rules', {
  teacher_id: uuid().notNull(),
  class_group_id: uuid(),
  days: integer(),
  language: text().notNull(),
  updated_at: time().notNull().defaultNow(),
})

export const retentionAnnouncements = pgTable('retention_announcements', {
  document_id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  announced_at: time().notNull(),
  erase_at: time().notNull(),
  /** When the announcing email was written, and its id. */
  mailed_at: time(),
  mail_id: uuid(),
  /** When that email was sent. Nothing is erased before. */
  notified_at: time(),
})
