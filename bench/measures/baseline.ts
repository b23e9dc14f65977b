import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../apps/server/src/database/connect.ts'
import type { Database } from '../../apps/server/src/database/database.ts'
import { selectBaselineCounts, selectClassCounts } from '../../apps/server/src/features/baseline/baseline.ts'
import { baselineLargest } from '../../packages/contract/src/index.ts'
import { type Figure, median } from '../figure.ts'

const model_hash = 'bench'
const runs = 15

/** A class with as many texts written in class as are counted, and as many again that are too old. */
async function seedWrittenInClass(database: Database, teacher_id: string, class_group_id: string): Promise<void> {
  await database.query("insert into teachers (id, subject, plan) values ($1::uuid, $1::text, 'SCHOOLS')", [teacher_id])
  await database.query("insert into class_groups (id, teacher_id, class_name) values ($1, $2, 'Class')", [class_group_id, teacher_id])
  await database.query(
    `with made as (
       insert into documents (id, teacher_id, class_group_id, original_filename, file_type, size_bytes, status, score, label, word_count,
         character_count, written_in_class, created_at)
       select gen_random_uuid(), $1, $2, 'Essay ' || i || '.txt', 'txt', 3000, 'COMPLETED', (i * 37 % 1000) / 1000.0, 'human-written', 500, i, true,
         now() - i * interval '1 minute'
       from generate_series(1, $3::int) as i returning id
     ) insert into reports (id, document_id, model_hash, body) select gen_random_uuid(), id, $4, '{}' from made`,
    [teacher_id, class_group_id, 2 * baselineLargest, model_hash],
  )
  await database.tidy()
}

/** What a report and a class page read from thousands of texts that were written in class, on the embedded database. */
export async function measureBaseline(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'penmark-baseline-'))
  const database = await connect({ databaseUrl: null, dataDir }, (error) => {
    throw error
  })
  try {
    const [teacher_id, class_group_id] = [randomUUID(), randomUUID()]
    await seedWrittenInClass(database, teacher_id, class_group_id)
    const text = { id: randomUUID(), score: 0.4, word_count: 500, character_count: 0, model_hash }
    const timesOf = async (read: () => Promise<{ n: number }>) => {
      const times: number[] = []
      for (let i = 0; i < runs + 2; i += 1) {
        const started = performance.now()
        const { n } = await read()
        if (n !== baselineLargest) throw new Error(`The measured baseline has ${n} texts.`)
        // The first calls warm up.
        if (i > 1) times.push(performance.now() - started)
      }
      return times
    }
    const figure = (name: string, times: number[]): Figure => ({
      name: `${name}, embedded database`,
      value: median(times),
      unit: 'ms',
      n: times.length,
      target: 100,
      better: 'lower',
    })
    return [
      figure(
        'a report beside 5,000 of 10,000 texts written in class',
        await timesOf(() => selectBaselineCounts(database, teacher_id, text)),
      ),
      figure(
        '5,000 of 10,000 texts that a class wrote in class',
        await timesOf(() => selectClassCounts(database, teacher_id, class_group_id)),
      ),
    ]
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
