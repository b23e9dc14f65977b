import { z } from 'zod'
import type { Connection } from '../../../services/database/database.ts'
import { type DocumentScope, inScope } from './figures.ts'
import { areTogether } from './store.ts'

/** Pairs that are looked at; the rest of an upload that was copied by everybody says nothing new. */
const mostPairs = 2_000

const pairRow = z.object({
  pair_id: z.string(),
  first: z.string(),
  second: z.string(),
  words: z.number(),
  is_together: z.boolean(),
  class_group_id: z.nullable(z.string()),
  batch_id: z.nullable(z.string()),
})
type Pair = z.infer<typeof pairRow>

/** Documents that share passages with each other, the two that share most first. */
export interface Group {
  members: string[]
  /** The pair that shares most. */
  largest: Pair
}

/**
 * The groups of documents that need their teacher because of what they share, the most words first. Those of a
 * class or an upload are within it; what was handed in before is named on the card.
 */
export async function readSharingGroups(
  connection: Connection,
  teacher_id: string,
  scope: DocumentScope,
): Promise<Group[]> {
  const { where, values } = inScope(scope)
  const isWithin = scope.class_group_id !== undefined || scope.batch_id !== undefined
  const { rows } = await connection.query(
    `select s.pair_id::text as pair_id, d.id::text as first, o.id::text as second, s.words, s.is_together,
       d.class_group_id::text as class_group_id, d.batch_id::text as batch_id
     from documents d join shared_texts s on s.document_id = d.id join documents o on o.id = s.other_id
     where ${where} and d.standing = 'needs-you' and 'shared' = any(d.standing_reasons)
       and s.is_own_work is not true and s.is_together = ${areTogether}
       ${isWithin ? 'and s.is_together' : ''}
     order by s.words desc, s.pair_id, d.created_at, d.id limit ${mostPairs}`,
    [teacher_id, ...values],
  )
  return groupsOf(rows.map((row) => pairRow.parse(row)))
}

/** Joins pairs with a common document. They come in the order of their words, and so do the groups. */
export function groupsOf(pairs: readonly Pair[]): Group[] {
  const groupOf = new Map<string, Group>()
  const groups = new Set<Group>()
  for (const pair of pairs) {
    const known = [groupOf.get(pair.first), groupOf.get(pair.second)].filter((group) => group !== undefined)
    const [kept = { members: [], largest: pair }, joined] = [...new Set(known)].sort(
      (a, b) => b.largest.words - a.largest.words,
    )
    groups.add(kept)
    for (const id of [pair.first, pair.second, ...(joined?.members ?? [])]) {
      if (!kept.members.includes(id)) kept.members.push(id)
      groupOf.set(id, kept)
    }
    if (joined) groups.delete(joined)
  }
  return [...groups].sort((a, b) => b.largest.words - a.largest.words)
}
