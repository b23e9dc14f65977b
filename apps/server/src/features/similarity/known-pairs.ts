import { inArray, or, sql } from 'drizzle-orm'
import type { Connection } from '../../services/database/database.ts'
import { recordPairs } from '../documents/index.ts'
import { overlapComparisons, overlapPairs } from './comparison/store.ts'

/** Records what the last comparisons found in these documents. */
export async function recordKnownPairs(connection: Connection, ids: readonly string[]): Promise<void> {
  const { id, document_a, document_b, words, passages } = overlapPairs
  const rows = await connection.orm
    .select({
      id,
      document_a,
      document_b,
      words,
      passages,
      is_together: sql<boolean>`${overlapComparisons.document_id} is null`,
    })
    .from(overlapPairs)
    .innerJoin(overlapComparisons, sql`${overlapComparisons.id} = ${overlapPairs.comparison_id}`)
    .where(or(inArray(document_a, [...ids]), inArray(document_b, [...ids])))
  for (const is_together of [true, false])
    await recordPairs(
      connection,
      rows.filter((row) => row.is_together === is_together),
      is_together,
    )
}
