import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const reports = pgTable('reports', {
  id: uuid().primaryKey(),
  document_id: uuid().notNull(),
  /** SHA-256 of the model file: a document has one result per model. */
  model_hash: text().notNull(),
  body: jsonb().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
