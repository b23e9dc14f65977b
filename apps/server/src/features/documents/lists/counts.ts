import type { DashboardStats } from '@penmark/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '../../../http/caller.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { flaggedFrom, isFlaggedSince } from '../rows/flagged.ts'
import { documents, documentTombstones } from '../rows/tables.ts'
import { readFigures } from '../standing/figures.ts'

/** The figures of the dashboard. Samples are in none of them. */
export async function readDashboardStats(
  database: Database,
  { teacher_id }: Caller,
): Promise<DashboardStats> {
  const { scored, thousandths } = await selectScores(database, teacher_id)
  const deleted = await selectDeleted(database, teacher_id)
  const figures = await readFigures(database, teacher_id)
  const flagged = await selectFlaggedCounts(database, teacher_id, new Date())
  return {
    current_documents: figures.documents,
    deleted_documents: deleted,
    total_processed_documents: figures.documents + deleted,
    avgScore: scored === 0 ? null : Math.round(thousandths / scored) / 1_000,
    pending: figures.waiting + figures.reading,
    flaggedRecent: flagged.all,
    flaggedRecentClosed: flagged.closed,
    figures,
  }
}

/** How many documents of a teacher have a score, and the sum in thousandths, from the tallies. */
async function selectScores(
  connection: Connection,
  teacher_id: string,
): Promise<{ scored: number; thousandths: number }> {
  const sum = (column: string) => `coalesce(sum(${column}), 0)::float8`
  const { rows } = await connection.query(
    `select ${sum('scored')} as scored, ${sum('score_thousandths')} as thousandths
     from document_tallies where teacher_id = $1`,
    [teacher_id],
  )
  return { scored: Number(rows[0]?.scored), thousandths: Number(rows[0]?.thousandths) }
}

async function selectFlaggedCounts(
  { orm }: Connection,
  teacher_id: string,
  now: Date,
): Promise<{ all: number; closed: number }> {
  const [row] = await orm
    .select({
      all: sql<number>`count(*)::float8`,
      closed: sql<number>`(count(*) filter (where ${documents.standing} = 'closed'))::float8`,
    })
    .from(documents)
    .where(and(eq(documents.teacher_id, teacher_id), isFlaggedSince(flaggedFrom(now))))
  return row ?? { all: 0, closed: 0 }
}

/** How many documents were deleted: in the bin, or erased. */
async function selectDeleted({ orm }: Connection, teacher_id: string): Promise<number> {
  const [row] = await orm
    .select({ deleted: sql<number>`count(*)::float8` })
    .from(documentTombstones)
    .where(and(eq(documentTombstones.teacher_id, teacher_id), eq(documentTombstones.is_sample, false)))
  return row?.deleted ?? 0
}
