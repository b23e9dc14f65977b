import type { Connection } from '../../../database/database.ts'

export interface Candidate {
  id: string
  /** The teacher's external id, in lower case. */
  user_id: string
  first_name: string
  last_name: string
  is_from_platform: boolean
}

interface StudentQuery {
  platform_id: string
  teacher_id: string
  user_ids: string[]
}

/** The teacher's students with these ids, whatever their origin. */
export async function selectCandidates(connection: Connection, { platform_id, teacher_id, user_ids }: StudentQuery): Promise<Candidate[]> {
  const { rows } = await connection.query(
    `select s.id, lower(s.external_student_id) as user_id, s.first_name, s.last_name,
       exists (select 1 from lti_students l where l.student_id = s.id and l.platform_id = $1::uuid) as is_from_platform
     from students s where s.teacher_id = $2::uuid and lower(s.external_student_id) = any($3::text[])`,
    [platform_id, teacher_id, user_ids.map((id) => id.toLowerCase())],
  )
  return rows as unknown as Candidate[]
}

/** Records that students came from a platform. */
export async function insertPlatformStudents(connection: Connection, platform_id: string, student_ids: string[]): Promise<void> {
  if (student_ids.length === 0) return
  await connection.query(
    'insert into lti_students (platform_id, student_id) select $1::uuid, id from unnest($2::uuid[]) as given (id) on conflict do nothing',
    [platform_id, student_ids],
  )
}
