import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  selectBaselineCounts,
  selectClassCounts,
} from '../../apps/server/src/features/authorship/baseline/baseline.ts'
import { listClassGroups } from '../../apps/server/src/features/classes/class-groups/read-class-groups.ts'
import { listStudents } from '../../apps/server/src/features/classes/students/students.ts'
import { uploadStudents } from '../../apps/server/src/features/classes/students/upload-students.ts'
import { readDashboardStats } from '../../apps/server/src/features/documents/lists/counts.ts'
import { listDocuments } from '../../apps/server/src/features/documents/rows/read-documents.ts'
import {
  listClassTallies,
  readAnalytics,
} from '../../apps/server/src/features/operations/analytics/analytics.ts'
import type { Caller } from '../../apps/server/src/http/caller.ts'
import { connect } from '../../apps/server/src/services/database/connect/connect.ts'
import type { Database } from '../../apps/server/src/services/database/database.ts'
import {
  baselineLargest,
  documentSorts,
  routes,
  studentSorts,
  uploadLimits,
} from '../../packages/contract/src/index.ts'
import { type Figure, median } from '../figure.ts'
import { seedStandings } from './standings.ts'

/**
 * Gives a new teacher students, classes and documents: four in five documents have a student and a class, one
 * in fifty failed.
 */
async function seedSchool(
  database: Database,
  teacher_id: string,
  { documents, students, classes }: { documents: number; students: number; classes: number },
): Promise<void> {
  await database.query("insert into teachers (id, subject, plan) values ($1::uuid, $1::text, 'SCHOOLS')", [
    teacher_id,
  ])
  await database.query(
    `insert into class_groups (id, teacher_id, class_name) select gen_random_uuid(), $1, 'Class ' || i from generate_series(1, $2::int) as i`,
    [teacher_id, classes],
  )
  await database.query(
    `insert into students (id, teacher_id, first_name, last_name, email, external_student_id, created_at)
     select gen_random_uuid(), $1, 'First ' || i, 'Last ' || (i * 7919 % $2::int), i || '@school.example', 'id-' || i, now() - i * interval '1 second'
     from generate_series(1, $2::int) as i`,
    [teacher_id, students],
  )
  await database.query(
    `insert into class_memberships (class_group_id, student_id)
     select c.id, s.id from (select id, row_number() over (order by created_at) as place from students where teacher_id = $1) as s
     join (select id, row_number() over (order by class_name) as place from class_groups where teacher_id = $1) as c on s.place % $2::int + 1 = c.place`,
    [teacher_id, classes],
  )
  await database.query(
    `insert into documents (id, teacher_id, original_filename, file_type, size_bytes, status, score, label, word_count, character_count, runs, created_at, completed_at, student_id, class_group_id, student_sort)
     select gen_random_uuid(), $1, 'Essay ' || md5(i::text) || '.txt', 'txt', 3000, case when i % 50 = 0 then 'ERROR' else 'COMPLETED' end,
       case when i % 50 = 0 then null else (i * 37 % 1000) / 1000.0 end, 'human-written', i * 7919 % 2000, 2900, 1,
       now() - i * interval '1 minute', now() - i * interval '1 minute', s.id, m.class_group_id, coalesce(lower(s.last_name || ' ' || s.first_name), '')
     from generate_series(1, $2::int) as i
     left join (select *, row_number() over (order by created_at) as place from students where teacher_id = $1) as s on s.place = i % ($3::int * 5 / 4) + 1
     left join class_memberships m on m.student_id = s.id`,
    [teacher_id, documents, students],
  )
  await seedStandings(database)
  // Vacuum and analyse now, as both databases do by themselves after a while.
  await database.tidy()
  if (database.kind === 'server') await database.query('vacuum (analyze)')
}

const size = { documents: 100_000, students: 10_000, classes: 500 }
const page = { limit: 100 }
const model_hash = 'bench'
const baselineRuns = 15
/** A made-up rate: its value does not affect timing. */
const rates = [{ from: 50, to: null, n: 1_000, false_positive_rate: 0.002 }]

/** Times in milliseconds, without two warm-up calls. */
async function timesOf(calls: number, call: () => Promise<unknown[] | string>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < calls + 2; i += 1) {
    const started = performance.now()
    const list = await call()
    if (list.length === 0 || list === '[]') throw new Error('A measured list is empty.')
    if (i > 1) times.push(performance.now() - started)
  }
  return times
}

/** Every sort order, from its top and from the middle. */
async function timeDocuments(database: Database, caller: Caller): Promise<number[]> {
  const times: number[] = []
  for (const sort of documentSorts) {
    for (const order of ['asc', 'desc'] as const) {
      const top = routes.listDocuments.reply.parse(
        JSON.parse(await listDocuments(database, { sort, order, limit: 1_000 }, caller)),
      )
      for (const before of [undefined, top.at(-1)?.id]) {
        times.push(
          ...(await timesOf(5, () => listDocuments(database, { sort, order, before, ...page }, caller))),
        )
      }
    }
  }
  return times
}

async function timeStudents(database: Database, caller: Caller): Promise<number[]> {
  const times: number[] = []
  for (const sort of studentSorts) {
    times.push(
      ...(await timesOf(10, () =>
        listStudents(database, { sort, order: 'asc', offset: 0, ...page }, caller),
      )),
    )
  }
  return times
}

async function timeUpload(database: Database, caller: Caller): Promise<number> {
  const rows = Array.from({ length: uploadLimits.studentsAtOnce }, (_, i) => ({
    FirstName: `First ${i}`,
    LastName: `Last ${i}`,
    EmailAddress: `student${i}@school.example`,
    ExternalID: `new-${i}`,
    AssignToClass: `Class ${(i % size.classes) + 1}`,
  }))
  const started = performance.now()
  const { summary } = await uploadStudents(database, rows, caller)
  const seconds = (performance.now() - started) / 1_000
  if (summary.total_succeeded !== rows.length) throw new Error('A row of the measured upload failed.')
  return seconds
}

/**
 * The lists of a teacher with far more rows than usual, on the embedded database or on an empty server named
 * by BENCH_DATABASE_URL.
 */
export async function measureLists(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'penmark-lists-'))
  const databaseUrl = process.env.BENCH_DATABASE_URL ?? null
  const database = await connect({ databaseUrl, dataDir }, (error) => {
    throw error
  })
  try {
    const teacher_id = randomUUID()
    await seedSchool(database, teacher_id, size)
    const person = {
      subject: teacher_id,
      email: null,
      emailVerified: false,
      givenName: null,
      familyName: null,
      picture: null,
      roles: [],
      issuedAt: null,
    }
    const caller: Caller = { teacher_id, is_administrator: false, person }
    const analytics = { database, detector: { name: 'bench', version: '0', rates } }
    const on = databaseUrl === null ? 'embedded' : 'server'
    const figure = (name: string, times: number[]): Figure => ({
      name: `${name}, ${on} database`,
      value: median(times),
      unit: 'ms',
      n: times.length,
      target: 30,
      better: 'lower',
    })
    return [
      figure('page of 100 of 100,000 own documents, in each order', await timeDocuments(database, caller)),
      figure('page of 100 of 10,000 own students, in each order', await timeStudents(database, caller)),
      figure('all 500 own classes', await timesOf(20, () => listClassGroups(database, caller))),
      figure(
        'analytics of 500 classes with 100,000 documents',
        await timesOf(20, () => listClassTallies(analytics, caller)),
      ),
      figure(
        'analytics of 100,000 own documents by month',
        await timesOf(20, async () => (await readAnalytics(analytics, caller)).months),
      ),
      figure(
        'counters of 100,000 own documents',
        await timesOf(20, async () => Object.keys(await readDashboardStats(database, caller))),
      ),
      {
        name: `5,000 rows of students into classes, ${on} database`,
        value: await timeUpload(database, caller),
        unit: 's',
        n: 1,
        target: 5,
        better: 'lower',
      },
    ]
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A class with as many texts written in class as are counted, and as many again that are too old. */
async function seedWrittenInClass(
  database: Database,
  teacher_id: string,
  class_group_id: string,
): Promise<void> {
  await database.query("insert into teachers (id, subject, plan) values ($1::uuid, $1::text, 'SCHOOLS')", [
    teacher_id,
  ])
  await database.query("insert into class_groups (id, teacher_id, class_name) values ($1, $2, 'Class')", [
    class_group_id,
    teacher_id,
  ])
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

/**
 * What a report and a class page read from thousands of texts that were written in class, on the embedded
 * database.
 */
export async function measureBaseline(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'penmark-baseline-'))
  const database = await connect({ databaseUrl: null, dataDir }, (error) => {
    throw error
  })
  try {
    const [teacher_id, class_group_id] = [randomUUID(), randomUUID()]
    await seedWrittenInClass(database, teacher_id, class_group_id)
    const text = { id: randomUUID(), score: 0.4, word_count: 500, character_count: 0, model_hash }
    const timesOfReads = async (read: () => Promise<{ n: number }>) => {
      const times: number[] = []
      for (let i = 0; i < baselineRuns + 2; i += 1) {
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
        await timesOfReads(() => selectBaselineCounts(database, teacher_id, text)),
      ),
      figure(
        '5,000 of 10,000 texts that a class wrote in class',
        await timesOfReads(() => selectClassCounts(database, teacher_id, class_group_id)),
      ),
    ]
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
