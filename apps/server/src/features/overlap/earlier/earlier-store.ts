import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import type { Connection } from '../../../database/database.ts'
import { type ComparisonRow, insertPairs, overlapComparisons, overlapPairs, type PairRow } from '../store.ts'

type NewComparison = typeof overlapComparisons.$inferInsert & { document_id: string }

/** Replaces what a document shares with earlier ones. Of most documents there is nothing to store. */
export async function replaceEarlier(
  connection: Connection,
  row: NewComparison,
  pairs: (typeof overlapPairs.$inferInsert)[],
): Promise<void> {
  const { orm } = connection
  await orm.delete(overlapComparisons).where(eq(overlapComparisons.document_id, row.document_id))
  if (pairs.length === 0 && row.left_out?.common === 0) return
  await orm.insert(overlapComparisons).values(row)
  await insertPairs(connection, pairs)
}

/** What a document shares with others outside of its class and upload, whichever of the two was compared, the most words first. */
export async function selectEarlierPairs({ orm }: Connection, teacher_id: string, document_id: string): Promise<PairRow[]> {
  const rows = await orm
    .select({ pair: overlapPairs })
    .from(overlapPairs)
    .innerJoin(overlapComparisons, eq(overlapComparisons.id, overlapPairs.comparison_id))
    .where(
      and(
        eq(overlapPairs.teacher_id, teacher_id),
        or(eq(overlapPairs.document_a, document_id), eq(overlapPairs.document_b, document_id)),
        isNotNull(overlapComparisons.document_id),
      ),
    )
    .orderBy(desc(overlapPairs.words), overlapPairs.id)
    .limit(500)
  return rows.map(({ pair }) => pair)
}

/** The words that were left out when a document was compared with earlier ones; null if it was not. */
export async function selectLeftOut(
  { orm }: Connection,
  teacher_id: string,
  document_id: string,
): Promise<ComparisonRow['left_out'] | null> {
  const [row] = await orm
    .select({ left_out: overlapComparisons.left_out })
    .from(overlapComparisons)
    .where(and(eq(overlapComparisons.teacher_id, teacher_id), eq(overlapComparisons.document_id, document_id)))
  return row?.left_out ?? null
}
