import { randomUUID } from 'node:crypto'
import type { Database } from '../../services/database/database.ts'

/** Adds a source to a class, and a passage that it shares with a document. */
export async function insertSource(
  database: Database,
  { class_group_id, document_id, text }: { class_group_id: string; document_id: string; text: string },
): Promise<{ source_id: string; match_id: string }> {
  const source_id = randomUUID()
  const match_id = randomUUID()
  await database.query(
    `insert into class_sources (id, teacher_id, class_group_id, name, kind, state, text, words, created_at)
     select $1, teacher_id, id, $3, 'book', 'ready', $3, 1, now() from class_groups where id = $2`,
    [source_id, class_group_id, text],
  )
  await database.query(
    `insert into source_matches (id, teacher_id, document_id, source_id, text_hash, words, share, share_source, passages)
     select $1, teacher_id, $2, id, '', 1, 1, 1, '[]' from class_sources where id = $3`,
    [match_id, document_id, source_id],
  )
  return { source_id, match_id }
}
