import { type AuditEntry, adminActions } from '@penmark/contract'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../database/database.ts'

/** The database refuses to change or remove a row. */
const auditEntries = pgTable('audit_entries', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: time().notNull().defaultNow(),
  /** Null if nobody with an account acted. */
  administrator_id: uuid(),
  action: text({ enum: adminActions }).notNull(),
  target_id: text().notNull(),
  /** The owner of the target; null if it belongs to nobody. */
  teacher_id: uuid(),
  details: jsonb().$type<Record<string, number | string | boolean | null>>().notNull().default({}),
})

/** Whoever acts. */
interface Owner {
  teacher_id: string
}

type NewEntry = Pick<
  typeof auditEntries.$inferInsert,
  'administrator_id' | 'action' | 'target_id' | 'teacher_id' | 'details'
>

async function insertEntry({ orm }: Connection, entry: NewEntry): Promise<void> {
  await orm.insert(auditEntries).values(entry)
}

/**
 * Records what an administrator does, and those actions of teachers that change what reports are compared
 * with, export a case or give a student access to it. Called in the transaction of the action, so that
 * neither happens without the other. `details` hold figures and the product's own words, never a person's
 * name or text.
 */
export function recordAction(
  connection: Connection,
  administrator: Owner,
  entry: Omit<NewEntry, 'administrator_id'>,
): Promise<void> {
  return insertEntry(connection, { ...entry, administrator_id: administrator.teacher_id })
}

/**
 * Records what nobody with an account does, such as a student's reply at a private link. The same rules hold
 * for `details`.
 */
export function recordEvent(
  connection: Connection,
  entry: Omit<NewEntry, 'administrator_id'>,
): Promise<void> {
  return insertEntry(connection, { ...entry, administrator_id: null })
}

export interface AuditPage {
  before?: string | undefined
  action?: AuditEntry['action'] | undefined
  limit: number
}

/** Newest first. */
export async function listEntries({ orm }: Connection, { before, action, limit }: AuditPage) {
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

/** Which of these actions the administrator did last; null for none. */
export async function readLatestAction<Action extends AuditEntry['action']>(
  { orm }: Connection,
  administrator: Owner,
  actions: readonly Action[],
): Promise<Action | null> {
  const [entry] = await orm
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(
      and(
        inArray(auditEntries.action, [...actions]),
        eq(auditEntries.administrator_id, administrator.teacher_id),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(1)
  return actions.find((action) => action === entry?.action) ?? null
}
