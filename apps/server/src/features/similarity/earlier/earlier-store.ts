import { and, desc, eq, inArray, isNotNull, or, type SQL } from 'drizzle-orm'
import type { Connection } from '../../../services/database/database.ts'
import {
  type ComparisonRow,
  insertPairs,
  overlapComparisons,
  overlapPairs,
  type PairRow,
} from '../comparison/store.ts'

type NewComparison = typeof overlapComparisons.$inferInsert & { document_id: string }

/**
 * Replaces what a document shares with earlier ones, and what was found when these were compared with it:
 * sources may have come since. Of most documents there is nothing to store. Returns the ids of the pairs that
 * are gone.
 */
export async function replaceEarlier(
  connection: Connection,
  row: NewComparison,
  pairs: (typeof overlapPairs.$inferInsert)[],
  comparedWith: string[],
): Promise<string[]> {
  const { orm } = connection
  const { id, document_id } = overlapComparisons
  const idsOf = (of: SQL) => orm.select({ id }).from(overlapComparisons).where(of)
  const { document_b, comparison_id } = overlapPairs
  const ofOthers = idsOf(inArray(document_id, comparedWith))
  const replaced = await orm
    .delete(overlapPairs)
    .where(
      or(
        inArray(comparison_id, idsOf(eq(document_id, row.document_id))),
        and(eq(document_b, row.document_id), inArray(comparison_id, ofOthers)),
      ),
    )
    .returning({ id: overlapPairs.id })
  await orm.delete(overlapComparisons).where(eq(document_id, row.document_id))
  if (pairs.length > 0 || row.left_out?.common !== 0) {
    await orm.insert(overlapComparisons).values(row)
    await insertPairs(connection, pairs)
  }
  return replaced.map((pair) => pair.id)
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
