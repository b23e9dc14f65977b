import type { Student } from '@penmark/contract'
import { sha256 } from '../../lib/secrets.ts'
import type { Database } from '../../services/database/database.ts'
import { newKey } from '../../services/storage/storage.ts'

interface NewCase extends Pick<Student, 'id' | 'teacher_id'> {
  class_group_id: string
  /** Null for a case without documents. */
  document_id: string | null
  /** Stands in every field of the case that holds words. */
  text: string
  /** What is in the file of the reply. */
  file?: string
}

/** An open case about a student. The report in it is empty. Returns its id. */
export async function insertCase(
  database: Database,
  { id, teacher_id, class_group_id, document_id, text, file }: NewCase,
): Promise<string> {
  const { rows } = await database.query(
    `with opened as (insert into cases (id, teacher_id, student_id, student_name, class_group_id, notes)
       values (gen_random_uuid(), $1, $2, $3, $4, $3) returning id, teacher_id),
     added as (insert into case_documents (document_id, case_id, teacher_id, filename, report) select $5, id, teacher_id, $3, '{}' from opened where $5::uuid is not null)
     insert into case_entries (case_id, teacher_id, kind, text) select id, teacher_id, 'opened', $3 from opened returning case_id`,
    [teacher_id, id, text, class_group_id, document_id],
  )
  const case_id = String(rows[0]?.case_id)
  await insertStudentPage(database, { case_id, teacher_id, text, file })
  return case_id
}

/**
 * An appeal that waits for its reviewer. The entry of its decision is not in the state of the case. Returns
 * its id.
 */
export async function insertAppeal(
  database: Database,
  {
    case_id,
    teacher_id,
    reviewer_id,
    text,
  }: { case_id: string; teacher_id: string; reviewer_id: string | null; text: string },
): Promise<string> {
  const { rows } = await database.query(
    `with decided as (insert into case_entries (case_id, teacher_id, kind, text, outcome) values ($1, $2, 'decided', $4, 'referred') returning id),
     written as (insert into case_replies (id, case_id, teacher_id, text, is_appeal, handed_in_at)
       values (gen_random_uuid(), $1, $2, $4, true, now()) returning id)
     insert into case_appeals (id, case_id, teacher_id, decision_id, reply_id, language, reviewer_id, appealed_at)
     select gen_random_uuid(), $1, $2, decided.id, written.id, 'en-GB', $3, now() from decided, written returning id`,
    [case_id, teacher_id, reviewer_id, text],
  )
  return String(rows[0]?.id)
}

/** An appeal against a teacher who is made for it, to be decided by this person. Returns its id. */
export async function insertAppealTo(database: Database, reviewer_id: string, text: string): Promise<string> {
  const { rows } = await database.query(
    `with accused as (insert into teachers (id, subject) values (gen_random_uuid(), gen_random_uuid()::text) returning id)
     insert into cases (id, teacher_id, student_name, notes) select gen_random_uuid(), id, $1, $1 from accused returning id, teacher_id`,
    [text],
  )
  return insertAppeal(database, {
    case_id: String(rows[0]?.id),
    teacher_id: String(rows[0]?.teacher_id),
    reviewer_id,
    text,
  })
}

/** A link, and a draft with a file of this content, which is not in the storage. */
export async function insertStudentPage(
  database: Database,
  {
    case_id,
    teacher_id,
    text,
    file = '',
  }: { case_id: string; teacher_id: string; text: string; file?: string | undefined },
): Promise<void> {
  await database.query(
    `insert into case_links (id, case_id, teacher_id, token_hash, language, expires_at) values (gen_random_uuid(), $1, $2, gen_random_uuid()::text, 'en-GB', now() + interval '14 days')`,
    [case_id, teacher_id],
  )
  const { rows } = await database.query(
    'insert into case_replies (id, case_id, teacher_id, text) values (gen_random_uuid(), $1, $2, $3) returning id',
    [case_id, teacher_id, text],
  )
  await database.query(
    `with file as (insert into case_reply_files (id, reply_id, case_id, teacher_id, filename, kind, size_bytes, sha256, blob_key)
       values (gen_random_uuid(), $1, $2, $3, $4, 'txt', $6, $7, $5) returning id, case_id, teacher_id)
     insert into case_reply_file_checks (file_id, case_id, teacher_id, state) select id, case_id, teacher_id, 'read' from file`,
    [rows[0]?.id, case_id, teacher_id, text, newKey(), Buffer.byteLength(file), sha256(file)],
  )
}
