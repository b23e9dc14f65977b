import { tellingSharedWords } from '@penmark/reading'
import { and, desc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import {
  type Compared,
  isOf,
  isOfSeveral,
  isShown,
  isUnfinished,
  overlapComparisons,
  overlapPairs,
} from './store.ts'

/** A comparison of these documents, or since a moment any. */
export type ComparedSince = Compared | { since: Date }

const isOfOrSince = (teacher_id: string, compared: ComparedSince) =>
  'since' in compared
    ? and(
        eq(overlapComparisons.teacher_id, teacher_id),
        gte(overlapComparisons.completed_at, compared.since),
        isShown,
      )
    : isOf(teacher_id, compared)

export interface Sharing {
  documents: number
  words: number
  class_group_id: string | null
  batch_id: string | null
}

/**
 * How many documents share a telling passage, and the comparison in which two share most; null if none does.
 */
export async function selectSharing(
  { orm }: Connection,
  teacher_id: string,
  compared: ComparedSince,
): Promise<Sharing | null> {
  const pairs = orm
    .select({
      words: overlapPairs.words,
      document_a: overlapPairs.document_a,
      document_b: overlapPairs.document_b,
      class_group_id: overlapComparisons.class_group_id,
      batch_id: overlapComparisons.batch_id,
    })
    .from(overlapPairs)
    .innerJoin(overlapComparisons, eq(overlapComparisons.id, overlapPairs.comparison_id))
    .where(and(isOfOrSince(teacher_id, compared), gte(overlapPairs.words, tellingSharedWords)))
    .as('pair')
  const [most] = await orm.select().from(pairs).orderBy(desc(pairs.words)).limit(1)
  if (!most) return null
  const [counted] = await orm
    .select({ documents: sql<number>`count(distinct document)::float8` })
    .from(sql`${pairs}, unnest(array[${pairs.document_a}, ${pairs.document_b}]) as document`)
  const { words, class_group_id, batch_id } = most
  return { documents: counted?.documents ?? 0, words, class_group_id, batch_id }
}

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
