import type { Database } from '../../services/database/database.ts'

interface NewWriting {
  teacher_id: string
  student_id: string
  class_group_id: string
  /** Stands in every field of the task that holds words. */
  text: string
  /** When the student wrote last. */
  last_written_at?: Date
}

/** A task with one student's text, a session and a batch whose bodies are no real record. */
export async function insertWriting(
  database: Database,
  { teacher_id, student_id, class_group_id, text, last_written_at = new Date() }: NewWriting,
): Promise<{ task_id: string; submission_id: string }> {
  const { rows } = await database.query(
    `with task as (insert into writing_tasks (id, teacher_id, class_group_id, title, instructions, pasting, sources, language)
       values (gen_random_uuid(), $1, $2, $4, $4, 'shown', $4, 'en-GB') returning id, teacher_id)
     insert into writing_submissions (id, task_id, teacher_id, student_id, state, link_hash, link_created_at, words, entries, version, hash, last_written_at)
     select gen_random_uuid(), id, teacher_id, $3, 'writing', gen_random_uuid()::text, now(), 2, 1, 1, 'h', $5::timestamptz from task returning id, task_id`,
    [teacher_id, class_group_id, student_id, text, last_written_at],
  )
  const submission_id = String(rows[0]?.id)
  const values = [submission_id, teacher_id]
  await database.query(
    'insert into writing_sessions (id, submission_id, teacher_id, secret_hash) values (gen_random_uuid(), $1, $2, gen_random_uuid()::text)',
    values,
  )
  await database.query(
    `insert into writing_batches (submission_id, seq, teacher_id, first_entry, entry_count, first_version, step_count, client, last_n, received_at, hash, body)
     values ($1, 1, $2, 0, 1, 0, 1, 'client-of-test', 1, now(), 'h', '\\x00')`,
    values,
  )
  await database.query(
    "insert into writing_texts (submission_id, teacher_id, version, body) values ($1, $2, 1, '\\x00')",
    values,
  )
  return { task_id: String(rows[0]?.task_id), submission_id }
}
