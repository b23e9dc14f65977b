import { randomUUID } from 'node:crypto'
import type { Database } from '../../services/database/database.ts'

/**
 * A document of a colleague that shares a passage with this one, what is remembered of it, the colleague's
 * request to compare both, and their refusal of an earlier one.
 */
export async function insertSchoolMatch(
  database: Database,
  document_id: string,
): Promise<{ school_match_id: string; request_id: string; colleague_id: string }> {
  const [school_match_id, request_id, colleague_id, other_document_id] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ]
  await database.query('insert into teachers (id, subject) values ($1, $2)', [
    colleague_id,
    `colleague-${colleague_id}`,
  ])
  await database.query(
    `insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status)
     values ($1, $2, 'colleague.txt', 'txt', 5, 'COMPLETED')`,
    [other_document_id, colleague_id],
  )
  await database.query(
    `with own as (select id, teacher_id from documents where id = $3)
     insert into school_matches (id, teacher_id, document_id, other_teacher_id, other_document_id, found_by, text_hash, told_words, told_part, words, share, passages)
     select $1::uuid, teacher_id, id, $4::uuid, $5::uuid, id, '', 50, 'half', 60, 0.5, '[]'::jsonb from own
     union all select $2::uuid, $4::uuid, $5::uuid, teacher_id, id, id, '', 50, 'half', 60, 0.5, '[]'::jsonb from own`,
    [school_match_id, randomUUID(), document_id, colleague_id, other_document_id],
  )
  await database.query(
    `insert into comparison_requests (id, teacher_id, document_id, other_teacher_id, other_document_id, language, state, asked_at)
     select $1, $2, $3, teacher_id, id, 'en-GB', 'waiting', now() from documents where id = $4`,
    [request_id, colleague_id, other_document_id, document_id],
  )
  await database.query(
    `insert into comparison_refusals (teacher_id, other_teacher_id, other_document_id, text_hash, refused_at)
     select teacher_id, $1, $2, '', now() from documents where id = $3`,
    [colleague_id, other_document_id, document_id],
  )
  await database.query(
    `insert into school_meetings (teacher_id, text, other_teacher_id, other_text, is_asker, is_first, is_told, met_at)
     select teacher_id, 'own', $1, 'other', true, true, true, now() from documents where id = $2`,
    [colleague_id, document_id],
  )
  await database.query('insert into school_deferrals (document_id, deferred_at) values ($1, now())', [
    document_id,
  ])
  return { school_match_id, request_id, colleague_id }
}
