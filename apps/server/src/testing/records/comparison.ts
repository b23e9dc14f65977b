import { randomUUID } from 'node:crypto'
import type { Database } from '../../services/database/database.ts'

const hashOf = (id: string) =>
  `encode(sha256(convert_to(coalesce((select text from document_texts where document_id = ${id}), ''), 'UTF8')), 'hex')`

/** A finished comparison of a class in which two documents share a passage, which is also common. */
export async function insertComparison(
  database: Database,
  class_group_id: string,
  [first, second]: readonly [string, string],
): Promise<{ comparison_id: string; pair_id: string }> {
  const pair_id = randomUUID()
  // The class may have been compared by itself already.
  const { rows } = await database.query(
    `insert into overlap_comparisons (id, teacher_id, class_group_id, assignment_text, state)
     select $1, teacher_id, id, class_name, 'ready' from class_groups where id = $2
     on conflict (class_group_id) do update set assignment_text = excluded.assignment_text, state = 'ready'
     returning id`,
    [randomUUID(), class_group_id],
  )
  const comparison_id = String(rows[0]?.id)
  await database.query(
    `insert into overlap_pairs (id, comparison_id, teacher_id, document_a, document_b, text_hash_a, text_hash_b, words, share_a, share_b, passages)
     select $1, $2, teacher_id, $3, $4, ${hashOf('$3')}, ${hashOf('$4')}, 12, 0.5, 0.5, '[]' from documents where id = $3`,
    [pair_id, comparison_id, first, second],
  )
  await database.query(
    `insert into overlap_common_passages (id, comparison_id, teacher_id, document_id, text_hash, text_start, text_end, words, documents, document_ids)
     select $1, $2, teacher_id, $3, '', 0, 10, 12, 4, array[$3::uuid] from documents where id = $3`,
    [randomUUID(), comparison_id, first],
  )
  return { comparison_id, pair_id }
}
