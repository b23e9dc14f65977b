import { comparisonRequestsListed } from '@penmark/contract'
import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { Connection } from '../../../services/database/database.ts'
import { type ComparisonRequestRow, comparisonRequests } from './tables.ts'

/** Whether the teacher made the request or received it. */
const concerns = (teacher_id: string) =>
  or(eq(comparisonRequests.teacher_id, teacher_id), eq(comparisonRequests.other_teacher_id, teacher_id))

/** The new request, or the one that the two documents have already. */
export async function insertRequest(
  { orm }: Connection,
  row: ComparisonRequestRow,
): Promise<{ row: ComparisonRequestRow; isNew: boolean }> {
  const [inserted] = await orm.insert(comparisonRequests).values(row).onConflictDoNothing().returning()
  if (inserted) return { row: inserted, isNew: true }
  const ids = [row.document_id, row.other_document_id]
  const [present] = await orm
    .select()
    .from(comparisonRequests)
    .where(
      and(inArray(comparisonRequests.document_id, ids), inArray(comparisonRequests.other_document_id, ids)),
    )
  return { row: present ?? row, isNew: false }
}

export async function selectRequests(
  { orm }: Connection,
  teacher_id: string,
): Promise<ComparisonRequestRow[]> {
  return orm
    .select()
    .from(comparisonRequests)
    .where(concerns(teacher_id))
    .orderBy(desc(comparisonRequests.asked_at), comparisonRequests.id)
    .limit(comparisonRequestsListed)
}

/** Those about these documents of the teacher. */
export async function selectRequestsAbout(
  { orm }: Connection,
  teacher_id: string,
  ids: string[],
): Promise<ComparisonRequestRow[]> {
  if (ids.length === 0) return []
  const isAbout = or(
    inArray(comparisonRequests.document_id, ids),
    inArray(comparisonRequests.other_document_id, ids),
  )
  return orm
    .select()
    .from(comparisonRequests)
    .where(and(concerns(teacher_id), isAbout))
}

/** Locked until the transaction ends. */
export async function selectOptionalRequestForUpdate(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<ComparisonRequestRow | null> {
  const [row] = await orm
    .select()
    .from(comparisonRequests)
    .where(and(concerns(teacher_id), eq(comparisonRequests.id, id)))
    .for('update')
  return row ?? null
}

export async function updateRequest(
  { orm }: Connection,
  id: string,
  change: Partial<Pick<ComparisonRequestRow, 'state' | 'answered_at' | 'read_at'>>,
): Promise<void> {
  await orm.update(comparisonRequests).set(change).where(eq(comparisonRequests.id, id))
}

export async function deleteRequest({ orm }: Connection, id: string): Promise<void> {
  await orm.delete(comparisonRequests).where(eq(comparisonRequests.id, id))
}
