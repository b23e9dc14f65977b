import type { AuditEntry } from '@penmark/contract'
import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Connection } from '../../database/database.ts'
import { teachers } from '../teachers/tables.ts'
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

/** Newest first, with the people's present names. */
export async function selectEntries({ orm }: Connection, { before, deed, limit }: AuditPage) {
  const administrators = alias(teachers, 'administrators')
  return orm
    .select({
      ...getTableColumns(auditEntries),
      first_name: administrators.first_name,
      last_name: administrators.last_name,
      administrator_email: administrators.email,
      teacher_email: teachers.email,
    })
    .from(auditEntries)
    .leftJoin(administrators, eq(administrators.id, auditEntries.administrator_id))
    .leftJoin(teachers, eq(teachers.id, auditEntries.teacher_id))
    .where(
      and(
        before === undefined ? undefined : lt(auditEntries.id, Number(before)),
        deed === undefined ? undefined : eq(auditEntries.deed, deed),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(limit)
}
