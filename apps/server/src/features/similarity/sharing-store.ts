import { tellingSharedWords } from '@penmark/wording'
import { and, desc, eq, gte, inArray, or } from 'drizzle-orm'
import type { Connection } from '../../services/database/database.ts'
import {
  type Compared,
  isOf,
  isOfSeveral,
  isUnfinished,
  overlapComparisons,
  overlapPairs,
} from './comparison/store.ts'

/** For each of these documents the one with which it shares most words, by document id. */
export async function selectClosest(
  { orm }: Connection,
  teacher_id: string,
  ids: string[],
): Promise<Map<string, { words: number; other: string }>> {
  const closest = new Map<string, { words: number; other: string }>()
  if (ids.length === 0) return closest
  const { document_a, document_b, words } = overlapPairs
  const rows = await orm
    .select({ document_a, document_b, words })
    .from(overlapPairs)
    .innerJoin(overlapComparisons, eq(overlapComparisons.id, overlapPairs.comparison_id))
    .where(
      and(
        eq(overlapPairs.teacher_id, teacher_id),
        or(inArray(document_a, ids), inArray(document_b, ids)),
        gte(words, tellingSharedWords),
        isOfSeveral,
      ),
    )
    .orderBy(desc(words))
    .limit(ids.length * 50)
  for (const pair of rows) {
    for (const [id, other] of [
      [pair.document_a, pair.document_b],
      [pair.document_b, pair.document_a],
    ] as const)
      if (!closest.has(id)) closest.set(id, { words: pair.words, other })
  }
  return closest
}

/** Whether documents are being compared. */
export async function selectIsComparing(
  { orm }: Connection,
  teacher_id: string,
  compared: Compared | null,
): Promise<boolean> {
  const isMine =
    compared === null ? eq(overlapComparisons.teacher_id, teacher_id) : isOf(teacher_id, compared)
  return (await orm.$count(overlapComparisons, and(isMine, isUnfinished))) > 0
}
