import { and, desc, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { Connection } from '../../../database/database.ts'
import { type ComparisonRow, insertPairs, overlapComparisons, overlapPairs, type PairRow } from '../store.ts'

type NewComparison = typeof overlapComparisons.$inferInsert & { document_id: string }

/**
 * Replaces what a document shares with earlier ones, and what was found when these were compared with it:
 * sources may have come since. Of most documents there is nothing to store.
 */
export async function replaceEarlier(
  connection: Connection,
  row: NewComparison,
  pairs: (typeof overlapPairs.$inferInsert)[],
  comparedWith: string[],
): Promise<void> {
  const { orm } = connection
  await orm.delete(overlapComparisons).where(eq(overlapComparisons.document_id, row.document_id))
  const ofOthers = orm
    .select({ id: overlapComparisons.id })
    .from(overlapComparisons)
    .where(inArray(overlapComparisons.document_id, comparedWith))
  await orm
    .delete(overlapPairs)
    .where(and(eq(overlapPairs.document_b, row.document_id), inArray(overlapPairs.comparison_id, ofOthers)))
  if (pairs.length === 0 && row.left_out?.common === 0 && !row.left_out.school) return
  await orm.insert(overlapComparisons).values(row)
  await insertPairs(connection, pairs)
}

/** Pairs read of each document, and beyond that of all together. */
const pairsRead = { each: 100, together: 400 } as const

/**
 * What these documents share with others outside of their class and upload, whichever of two was compared,
 * the most words first.
 */
export async function selectEarlierPairs(
  { orm }: Connection,
  teacher_id: string,
  ids: string[],
): Promise<PairRow[]> {
  if (ids.length === 0) return []
  const rows = await orm
    .select({ pair: overlapPairs })
    .from(overlapPairs)
    .innerJoin(overlapComparisons, eq(overlapComparisons.id, overlapPairs.comparison_id))
    .where(
      and(
        eq(overlapPairs.teacher_id, teacher_id),
        or(inArray(overlapPairs.document_a, ids), inArray(overlapPairs.document_b, ids)),
        isNotNull(overlapComparisons.document_id),
      ),
    )
    .orderBy(desc(overlapPairs.words), overlapPairs.id)
    .limit(pairsRead.each * ids.length + pairsRead.together)
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
    .where(
      and(eq(overlapComparisons.teacher_id, teacher_id), eq(overlapComparisons.document_id, document_id)),
    )
  return row?.left_out ?? null
}
