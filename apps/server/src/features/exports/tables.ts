import { exportStates } from '@penmark/contract'
import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const time = () => timestamp({ withTimezone: true })

export const exports = pgTable('exports', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  language: text().notNull(),
  state: text({ enum: exportStates }).notNull(),
  documents_done: integer().notNull().default(0),
  documents_total: integer().notNull().default(0),
  runs: integer().notNull().default(0),
  blob_key: text(),
  size_bytes: bigint({ mode: 'number' }),
  ticket_hash: text(),
  ticket_expires_at: time(),
  created_at: time().notNull().defaultNow(),
  expires_at: time(),
})
