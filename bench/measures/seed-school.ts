import type { Database } from '../../apps/server/src/database/database.ts'

/** Gives a new teacher students, classes and documents: four in five documents have a student and a class, one in fifty failed. */
export async function seedSchool(
  database: Database,
  teacher_id: string,
  { documents, students, classes }: { documents: number; students: number; classes: number },
): Promise<void> {
  await database.query("insert into teachers (id, subject, plan) values ($1::uuid, $1::text, 'SCHOOLS')", [teacher_id])
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
  // Vacuum and analyse now, as both databases do by themselves after a while.
  await database.tidy()
  if (database.kind === 'server') await database.query('vacuum (analyze)')
}
