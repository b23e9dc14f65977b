import { type DashboardStats, flaggedScore, flaggedWithinDays, inProgress } from '@penmark/contract'
import { and, count, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Connection, Database } from '../../../database/database.ts'
import { dayMs } from '../../../durations.ts'
import type { Caller } from '../../../http/caller.ts'
import { documents, documentTombstones } from '../tables.ts'

/**
 * The figures of the dashboard. Samples count as documents, because the list shows them, but in no figure
 * about students' work.
 */
export async function readDashboardStats(
  database: Database,
  { teacher_id }: Caller,
): Promise<DashboardStats> {
  const { all, completed, scored, thousandths } = await selectCounts(database, teacher_id)
  const samples = await selectSampleCounts(database, teacher_id)
  const deleted = await selectDeletedCounts(database, teacher_id)
  return {
    current_documents: all + samples.all,
    deleted_documents: deleted.all,
    total_processed_documents: completed + samples.completed + deleted.completed,
    avgScore: scored === 0 ? null : Math.round(thousandths / scored) / 1_000,
    pending: await selectPendingCount(database, teacher_id),
    flaggedRecent: await selectFlaggedCount(database, teacher_id, new Date()),
  }
}

interface Counts {
  all: number
  completed: number
  scored: number
  /** Sum of the scores, in thousandths. */
  thousandths: number
}

/** Sums over all documents of a teacher but the samples, from the tallies that database triggers maintain. */
async function selectCounts(connection: Connection, teacher_id: string): Promise<Counts> {
  const sum = (column: string) => `coalesce(sum(${column}), 0)::float8`
  const { rows } = await connection.query(
    `select ${sum('documents')} as all, ${sum('completed')} as completed, ${sum('scored')} as scored, ${sum('score_thousandths')} as thousandths
     from document_tallies where teacher_id = $1`,
    [teacher_id],
  )
  const { all, completed, scored, thousandths } = rows[0] ?? {}
  return {
    all: Number(all),
    completed: Number(completed),
    scored: Number(scored),
    thousandths: Number(thousandths),
  }
}

/** The samples, which the tallies leave out. The condition must match the index on samples literally. */
async function selectSampleCounts(
  { orm }: Connection,
  teacher_id: string,
): Promise<Pick<Counts, 'all' | 'completed'>> {
  const [row] = await orm
    .select({
      all: count(),
      completed: sql<number>`(count(*) filter (where ${documents.status} = 'COMPLETED'))::float8`,
    })
    .from(documents)
    .where(and(eq(documents.teacher_id, teacher_id), sql`${documents.is_sample}`))
  return { all: Number(row?.all), completed: Number(row?.completed) }
}

const isNotSample = eq(documents.is_sample, false)

async function selectPendingCount({ orm }: Connection, teacher_id: string): Promise<number> {
  const [row] = await orm
    .select({ total: count() })
    .from(documents)
    .where(and(eq(documents.teacher_id, teacher_id), inArray(documents.status, [...inProgress.dashboard])))
  return Number(row?.total)
}

// Must match the index literally, or the planner does not use it.
const isFlagged = sql`${documents.status} = 'COMPLETED' and ${documents.score} >= ${sql.raw(String(flaggedScore))}`

/** The beginning of the days in which flagged documents count as recent. */
export const flaggedFrom = (now: Date) => new Date(now.getTime() - flaggedWithinDays * dayMs).toISOString()

/**
 * Completed since then with a flagged score. The dashboard counts these documents and links to a list of
 * them.
 */
export const isFlaggedSince = (from: string | Placeholder): SQL | undefined =>
  and(isFlagged, isNotSample, sql`${documents.completed_at} >= ${from}`)

async function selectFlaggedCount({ orm }: Connection, teacher_id: string, now: Date): Promise<number> {
  const [row] = await orm
    .select({ total: count() })
    .from(documents)
    .where(and(eq(documents.teacher_id, teacher_id), isFlaggedSince(flaggedFrom(now))))
  return Number(row?.total)
}

/** How many documents were deleted, and how many of them were completed. */
async function selectDeletedCounts(
  { orm }: Connection,
  teacher_id: string,
): Promise<{ all: number; completed: number }> {
  const [row] = await orm
    .select({
      all: sql<number>`count(*)::float8`,
      completed: sql<number>`(count(*) filter (where ${documentTombstones.status} = 'COMPLETED'))::float8`,
    })
    .from(documentTombstones)
    .where(and(eq(documentTombstones.teacher_id, teacher_id), eq(documentTombstones.is_sample, false)))
  return row ?? { all: 0, completed: 0 }
}
