import { type AuditEntry, adminActions } from '@penmark/contract'
import { and, desc, eq, lt } from 'drizzle-orm'
import { bigint, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Connection } from '../../database/database.ts'

/** The database refuses to change or remove a row. */
const auditEntries = pgTable('audit_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** Null where no account acted. */
  administrator_id: uuid(),
  action: text('deed', { enum: adminActions }).notNull(),
  target_id: text().notNull(),
  /** The owner of the target; null where it belongs to nobody. */
  teacher_id: uuid(),
  details: jsonb().$type<Record<string, number | string | boolean | null>>().notNull().default({}),
})

export type NewEntry = Pick<typeof auditEntries.$inferInsert, 'administrator_id' | 'action' | 'target_id' | 'teacher_id' | 'details'>

export interface AuditPage {
  before?: string | undefined
  action?: AuditEntry['deed'] | undefined
  limit: number
}

export async function insertEntry({ orm }: Connection, entry: NewEntry): Promise<void> {
  await orm.insert(auditEntries).values(entry)
}

/** Newest first. */
export async function selectEntries({ orm }: Connection, { before, action, limit }: AuditPage) {
  return orm
    .select()
    .from(auditEntries)
    .where(
      and(
        before === undefined ? undefined : lt(auditEntries.id, Number(before)),
        action === undefined ? undefined : eq(auditEntries.action, action),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit)
}
