import type { Connection } from '../../../database/database.ts'

/** Records which students of a class came from its course. */
export async function insertMembers(connection: Connection, class_group_id: string, student_ids: string[]): Promise<void> {
  if (student_ids.length === 0) return
  await connection.query(
    'insert into lti_members (class_group_id, student_id) select $1::uuid, id from unnest($2::uuid[]) as given (id) on conflict do nothing',
    [class_group_id, student_ids],
  )
}

/** Which of these students are neither in the class nor were added by the course before: students removed by hand stay out. */
export async function selectNewcomers(connection: Connection, class_group_id: string, student_ids: string[]): Promise<string[]> {
  const { rows } = await connection.query(
    `select id from unnest($2::uuid[]) as given (id)
     where not exists (select 1 from class_memberships c where c.class_group_id = $1::uuid and c.student_id = given.id)
       and not exists (select 1 from lti_members m where m.class_group_id = $1::uuid and m.student_id = given.id)`,
    [class_group_id, student_ids],
  )
  return rows.map((row) => String(row.id))
}

/** Who came from the course and is no longer among these platform ids. */
export async function selectLeavers(connection: Connection, class_group_id: string, user_ids: string[]): Promise<string[]> {
  const { rows } = await connection.query(
    `select m.student_id from lti_members m join students s on s.id = m.student_id
     where m.class_group_id = $1::uuid and not lower(coalesce(s.external_student_id, '')) = any($2::text[])`,
    [class_group_id, user_ids.map((id) => id.toLowerCase())],
  )
  return rows.map((row) => String(row.student_id))
}

export async function deleteMembers(connection: Connection, class_group_id: string, student_ids: string[]): Promise<void> {
  await connection.query('delete from lti_members where class_group_id = $1::uuid and student_id = any($2::uuid[])', [
    class_group_id,
    student_ids,
  ])
}

/** How many of these students are in the class. */
export async function countMembers(connection: Connection, class_group_id: string, student_ids: string[]): Promise<number> {
  const { rows } = await connection.query(
    'select count(*)::float8 as members from class_memberships where class_group_id = $1::uuid and student_id = any($2::uuid[])',
    [class_group_id, student_ids],
  )
  return Number(rows[0]?.members)
}
