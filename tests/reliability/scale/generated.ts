import type { Database } from '../../../apps/server/src/services/database/database.ts'

export interface Amount {
  documents: number
  /** Documents are assigned to them in turn. */
  teachers: string[]
  /** Ids and times continue from here. */
  from?: number
}

/**
 * Completed documents without texts, enough for the lists, the counters and the queue. The database maintains
 * the tallies as always.
 */
export async function addDocuments(
  database: Database,
  { documents, teachers, from = 0 }: Amount,
): Promise<void> {
  await database.query(
    `insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status, score, label, word_count, character_count, runs, created_at, updated_at, completed_at)
     select gen_random_uuid(), ($3::uuid[])[1 + (i % $4::bigint)::int], 'Essay ' || left(md5(i::text), 12) || '.txt', 'txt', 3000, 'COMPLETED',
       (i * 37 % 1000) / 1000.0, 'human-written', 100 + (i * 7919 % 1500), 2900, 1, at, at, at
     from generate_series($1::bigint, $1::bigint + $2::bigint - 1) as i,
       lateral (select now() - (i % 525600) * interval '1 minute' as at) as time`,
    [from, documents, teachers, teachers.length],
  )
}
