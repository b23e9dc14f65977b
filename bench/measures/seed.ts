import { connect } from '../../apps/server/src/database/connect.ts'

/** Fills the database of a stopped product: unlimited allowances, and documents of the first teacher. */
export async function seed(dataDir: string, documents: number): Promise<void> {
  const database = await connect({ databaseUrl: null, dataDir }, (error) => {
    throw error
  })
  try {
    await database.query(`update teachers set plan = 'SCHOOLS'`)
    await database.query(
      `insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status, score, label, word_count, character_count, runs, created_at, completed_at)
       select gen_random_uuid(), (select id from teachers order by created_at limit 1), 'essay-' || i || '.txt', 'txt', 3000, 'COMPLETED', 0.1, 'human-written', 500, 2900, 1,
         now() - i * interval '1 minute', now() - i * interval '1 minute'
       from generate_series(1, $1::int) as i`,
      [documents],
    )
  } finally {
    await database.close()
  }
}
