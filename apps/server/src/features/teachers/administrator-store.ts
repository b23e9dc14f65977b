import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import type { TeacherRow } from './store.ts'
import { teachers } from './tables.ts'

/** Accounts by id or case-insensitive email, oldest first, without those being erased. */
export function selectAccounts({ orm }: Connection, account: string): Promise<TeacherRow[]> {
  const isMeant = account.includes('@') ? sql`lower(${teachers.email}) = ${account.toLowerCase()}` : sql`${teachers.id}::text = ${account}`
  return orm
    .select()
    .from(teachers)
    .where(and(isMeant, isNull(teachers.erasing_since)))
    .orderBy(teachers.created_at)
}

export async function updateIsAdministrator({ orm }: Connection, id: string, is_administrator: boolean): Promise<void> {
  await orm.update(teachers).set({ is_administrator }).where(eq(teachers.id, id))
}
