import { adminActions } from '@penmark/contract'
import { bigint, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The database refuses to change or remove a row. */
export const auditEntries = pgTable('audit_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  administrator_id: uuid().notNull(),
  deed: text({ enum: adminActions }).notNull(),
  target_id: text().notNull(),
  /** The owner of the target; null where it belongs to nobody. */
  teacher_id: uuid(),
  details: jsonb().$type<Record<string, number | string | boolean | null>>().notNull().default({}),
})
