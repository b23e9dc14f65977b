import type { Connection } from '../../database/database.ts'

/** Remembers which students of a class came from its course, by their ids at the platform. */
export async function insertMembers(connection: Connection, class_group_id: string, user_ids: string[], teacher_id: string): Promise<void> {
  await connection.query(
    `insert into lti_members (class_group_id, student_id)
     select $1::uuid, s.id from students s where s.teacher_id = $3::uuid and lower(s.external_student_id) = any($2::text[])
     on conflict do nothing`,
    [class_group_id, user_ids.map((id) => id.toLowerCase()), teacher_id],
  )
}

/** Of those who came from the course, who is not among the given ids of the platform any more. */
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
