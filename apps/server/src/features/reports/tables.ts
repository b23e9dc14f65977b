import { jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'

export const reports = pgTable('reports', {
  id: uuid().primaryKey(),
  document_id: uuid().notNull(),
  body: jsonb().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
