import { and, eq } from 'drizzle-orm'
import type { Connection } from '../../../services/database/database.ts'
import { type Compared, isOf, overlapComparisons } from './store.ts'

/**
 * Locks the comparison of these documents that no worker has begun, so that none begins it before the
 * transaction ends: it will then read everything that the transaction changed. False if there is none.
 */
export async function lockWaiting(
  { orm }: Connection,
  teacher_id: string,
  compared: Compared,
): Promise<boolean> {
  const rows = await orm
    .select({ id: overlapComparisons.id })
    .from(overlapComparisons)
    .where(
      and(
        isOf(teacher_id, compared),
        eq(overlapComparisons.state, 'waiting'),
        eq(overlapComparisons.runs, 0),
      ),
    )
    .for('update')
  return rows.length > 0
}

/** The text of the assignment in the last comparison of these documents. */
export async function selectAssignmentText(
  { orm }: Connection,
  teacher_id: string,
  compared: Compared,
): Promise<string> {
  const [row] = await orm
    .select({ text: overlapComparisons.assignment_text })
    .from(overlapComparisons)
    .where(isOf(teacher_id, compared))
    .limit(1)
  return row?.text ?? ''
}

/** Lets one transaction at a time decide whether these documents are due for a comparison, until it ends. */
export async function lockCompared(
  connection: Connection,
  teacher_id: string,
  compared: Compared,
): Promise<void> {
  const key = `comparison ${teacher_id} ${JSON.stringify(compared)}`
  await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key])
}
