import { flaggedScore, flaggedWithinDays, inProgress } from '@penmark/contract'
import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { Connection } from '../../../database/database.ts'
import { documents, documentTombstones } from '../tables.ts'

export interface Counts {
  all: number
  completed: number
  scored: number
  /** Sum of the scores, in thousandths. */
  thousandths: number
}

/** Sums over all documents of a teacher, from the tallies that the database keeps beside them. */
export async function selectCounts(connection: Connection, teacher_id: string): Promise<Counts> {
  const sum = (column: string) => `coalesce(sum(${column}), 0)::float8`
  const { rows } = await connection.query(
    `select ${sum('documents')} as all, ${sum('completed')} as completed, ${sum('scored')} as scored, ${sum('score_thousandths')} as thousandths
     from document_tallies where teacher_id = $1`,
    [teacher_id],
  )
  const { all, completed, scored, thousandths } = rows[0] ?? {}
  return { all: Number(all), completed: Number(completed), scored: Number(scored), thousandths: Number(thousandths) }
}

/** Samples are nobody's work. */
const isReal = eq(documents.is_sample, false)

export async function selectPendingCount({ orm }: Connection, teacher_id: string): Promise<number> {
  const [row] = await orm
    .select({ total: count() })
    .from(documents)
    .where(and(eq(documents.teacher_id, teacher_id), inArray(documents.status, [...inProgress.dashboard]), isReal))
  return Number(row?.total)
}

// The very words of the index on them: the planner takes it for nothing else.
const isFlagged = sql`${documents.status} = 'COMPLETED' and ${documents.score} >= ${sql.raw(String(flaggedScore))}`

/** Completed within the last days with a score that counts as flagged. */
export async function selectFlaggedCount({ orm }: Connection, teacher_id: string, now: Date): Promise<number> {
  const from = new Date(now.getTime() - flaggedWithinDays * 24 * 60 * 60 * 1_000)
  const [row] = await orm
    .select({ total: count() })
    .from(documents)
    .where(and(eq(documents.teacher_id, teacher_id), isFlagged, isReal, sql`${documents.completed_at} >= ${from.toISOString()}`))
  return Number(row?.total)
}

/** What was deleted, and how much of that had been completed. */
export async function selectDeletedCounts({ orm }: Connection, teacher_id: string): Promise<{ all: number; completed: number }> {
  const [row] = await orm
    .select({
      all: sql<number>`count(*)::float8`,
      completed: sql<number>`(count(*) filter (where ${documentTombstones.status} = 'COMPLETED'))::float8`,
    })
    .from(documentTombstones)
    .where(and(eq(documentTombstones.teacher_id, teacher_id), eq(documentTombstones.is_sample, false)))
  return row ?? { all: 0, completed: 0 }
}
