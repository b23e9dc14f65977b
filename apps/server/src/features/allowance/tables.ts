import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const allowanceMovements = pgTable('allowance_movements', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  teacher_id: uuid().notNull(),
  /** Null for an administrator's adjustment. */
  document_id: uuid(),
  kind: text({ enum: ['reserved', 'kept', 'released', 'adjusted'] }).notNull(),
  words: bigint({ mode: 'number' }).notNull(),
  characters: bigint({ mode: 'number' }).notNull().default(0),
  cycle_start: timestamp({ withTimezone: true }).notNull(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
