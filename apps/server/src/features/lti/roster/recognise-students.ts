import { z } from 'zod'
import type { Connection, Database } from '../../../database/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { uploadStudents } from '../../students/upload-students.ts'
import type { Submitter } from '../claims.ts'

/** A platform's person as a row of a student list. */
function toStudentRow({ user_id, given_name, family_name, name, email }: Submitter) {
  const words = (name ?? '').trim().split(/\s+/)
  return {
    FirstName: given_name?.trim() || words.slice(0, -1).join(' '),
    LastName: family_name?.trim() || (words.at(-1) ?? ''),
    ...(email && z.email().safeParse(email).success ? { EmailAddress: email } : {}),
    ExternalID: user_id,
  }
}

const plain = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Empty without a usable name. */
const nameOf = ({ given_name, family_name, name }: Submitter): string =>
  given_name?.trim() && family_name?.trim() ? `${given_name} ${family_name}` : (name ?? '')

/** The same id alone does not mean the same person: teachers number their students freely, and every platform starts at 1. */
const isSame = (person: Submitter, { first_name, last_name, is_from_platform }: Candidate) =>
  is_from_platform || (plain(nameOf(person)) !== '' && plain(nameOf(person)) === plain(`${first_name} ${last_name}`))

/** Our students by their platform ids. */
type Recognised = Map<string, string>

/**
 * Which of a platform's people are already students of the teacher, by platform id: they came from this platform before, or have the same
 * id and name. These count as coming from it from now on.
 */
export async function recogniseStudents(
  database: Database,
  platform_id: string,
  people: Submitter[],
  { teacher_id }: Caller,
): Promise<Recognised> {
  const candidates = await selectCandidates(database, { platform_id, teacher_id, user_ids: people.map(({ user_id }) => user_id) })
  const byId = new Map(candidates.map((candidate) => [candidate.user_id, candidate]))
  const known = people.flatMap((person): [string, string][] => {
    const candidate = byId.get(person.user_id.toLowerCase())
    return candidate && isSame(person, candidate) ? [[person.user_id, candidate.id]] : []
  })
  const students = new Map(known)
  await insertPlatformStudents(database, platform_id, [...students.values()])
  return students
}

/** As `recogniseStudents`, and also creates students with a name and an id that no other student of the teacher has. */
export async function admitStudents(database: Database, platform_id: string, people: Submitter[], caller: Caller): Promise<Recognised> {
  const known = await recogniseStudents(database, platform_id, people, caller)
  const strangers = people.filter(({ user_id }) => !known.has(user_id))
  const { results } = await uploadStudents(database, strangers.map(toStudentRow), caller)
  const added = new Set(
    results.flatMap(({ status, row_number }) => (status === 'success' ? [strangers[row_number - 1]?.user_id.toLowerCase()] : [])),
  )
  const query = { platform_id, teacher_id: caller.teacher_id, user_ids: [...added].filter((id) => id !== undefined) }
  const candidates = await selectCandidates(database, query)
  await insertPlatformStudents(
    database,
    platform_id,
    candidates.map(({ id }) => id),
  )
  return recogniseStudents(database, platform_id, people, caller)
}

interface Candidate {
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
async function selectCandidates(connection: Connection, { platform_id, teacher_id, user_ids }: StudentQuery): Promise<Candidate[]> {
  const { rows } = await connection.query(
    `select s.id, lower(s.external_student_id) as user_id, s.first_name, s.last_name,
       exists (select 1 from lti_students l where l.student_id = s.id and l.platform_id = $1::uuid) as is_from_platform
     from students s where s.teacher_id = $2::uuid and lower(s.external_student_id) = any($3::text[])`,
    [platform_id, teacher_id, user_ids.map((id) => id.toLowerCase())],
  )
  return rows as unknown as Candidate[]
}

/** Records that students came from a platform. */
async function insertPlatformStudents(connection: Connection, platform_id: string, student_ids: string[]): Promise<void> {
  if (student_ids.length === 0) return
  await connection.query(
    'insert into lti_students (platform_id, student_id) select $1::uuid, id from unnest($2::uuid[]) as given (id) on conflict do nothing',
    [platform_id, student_ids],
  )
}
