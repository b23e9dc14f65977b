import type { AuditEntry } from '@penmark/contract'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { auditEntries } from './tables.ts'

export type NewEntry = Pick<typeof auditEntries.$inferInsert, 'administrator_id' | 'deed' | 'target_id' | 'teacher_id' | 'details'>

export interface AuditPage {
  before?: string | undefined
  deed?: AuditEntry['deed'] | undefined
  limit: number
}

export async function insertEntry({ orm }: Connection, entry: NewEntry): Promise<void> {
  await orm.insert(auditEntries).values(entry)
}

/** Newest first. */
export async function selectEntries({ orm }: Connection, { before, deed, limit }: AuditPage) {
  return orm
    .select()
    .from(auditEntries)
    .where(
      and(
        before === undefined ? undefined : lt(auditEntries.id, Number(before)),
        deed === undefined ? undefined : eq(auditEntries.deed, deed),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit)
}
