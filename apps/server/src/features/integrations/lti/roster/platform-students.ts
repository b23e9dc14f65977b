import { z } from 'zod'
import type { Caller } from '../../../../http/caller.ts'
import type { Connection, Database } from '../../../../services/database/database.ts'
import { addMember, addMembers, uploadStudents } from '../../../classes/index.ts'
import type { PlatformUser } from '../protocol/claims.ts'
import type { ProcessorRow } from '../records/asset-store.ts'
import type { LtiDependencies } from '../records/dependencies.ts'
import type { PlatformRow } from '../records/store.ts'
import { readMembers } from './read-members.ts'

/** A platform's person as a row of a student list. */
function toStudentRow({ user_id, given_name, family_name, name, email }: PlatformUser) {
  const words = (name ?? '').trim().split(/\s+/)
  return {
    FirstName: given_name?.trim() || words.slice(0, -1).join(' '),
    LastName: family_name?.trim() || (words.at(-1) ?? ''),
    ...(email && z.email().safeParse(email).success ? { EmailAddress: email } : {}),
    ExternalID: user_id,
  }
}

const normaliseName = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Empty without a usable name. */
const nameOf = ({ given_name, family_name, name }: PlatformUser): string =>
  given_name?.trim() && family_name?.trim() ? `${given_name} ${family_name}` : (name ?? '')

/**
 * The same id alone does not mean the same person: teachers number their students freely, every platform
 * starts at 1, and to a platform `ab` and `AB` are two people.
 */
const isSamePerson = (
  person: PlatformUser,
  { external_student_id, first_name, last_name, is_from_platform }: Candidate,
) =>
  (is_from_platform && external_student_id === person.user_id) ||
  (normaliseName(nameOf(person)) !== '' &&
    normaliseName(nameOf(person)) === normaliseName(`${first_name} ${last_name}`))

/** Our students by their platform ids. */
type StudentIds = Map<string, string>

/**
 * Which of a platform's people are already students of the teacher, by platform id: they came from this
 * platform before, or have the same id and name. These count as coming from it from now on.
 */
async function findStudents(
  database: Database,
  platform_id: string,
  people: PlatformUser[],
  { teacher_id }: Caller,
): Promise<StudentIds> {
  const candidates = await selectCandidates(database, {
    platform_id,
    teacher_id,
    user_ids: people.map(({ user_id }) => user_id),
  })
  const byId = new Map(candidates.map((candidate) => [candidate.user_id, candidate]))
  const known = people.flatMap((person): [string, string][] => {
    const candidate = byId.get(person.user_id.toLowerCase())
    return candidate && isSamePerson(person, candidate) ? [[person.user_id, candidate.id]] : []
  })
  const students = new Map(known)
  await insertPlatformStudents(database, platform_id, [...students.values()])
  return students
}

/**
 * As `recogniseStudents`, and also creates students with a name and an id that no other student of the
 * teacher has.
 */
export async function findOrCreateStudents(
  database: Database,
  platform_id: string,
  people: PlatformUser[],
  caller: Caller,
): Promise<StudentIds> {
  const known = await findStudents(database, platform_id, people, caller)
  const newPeople = people.filter(({ user_id }) => !known.has(user_id))
  const { results } = await uploadStudents(database, newPeople.map(toStudentRow), caller)
  const added = new Set(
    results.flatMap(({ status, row_number }) =>
      status === 'success' ? [newPeople[row_number - 1]?.user_id.toLowerCase()] : [],
    ),
  )
  const query = {
    platform_id,
    teacher_id: caller.teacher_id,
    user_ids: [...added].filter((id) => id !== undefined),
  }
  const candidates = await selectCandidates(database, query)
  await insertPlatformStudents(
    database,
    platform_id,
    candidates.map(({ id }) => id),
  )
  return findStudents(database, platform_id, people, caller)
}

const isNamed = ({ given_name, family_name, name }: PlatformUser) =>
  Boolean(name?.trim() || (given_name?.trim() && family_name?.trim()))

/**
 * The person with a name: their own, or the one in the platform's list of course members; null if there is
 * none.
 */
async function withName(
  dependencies: LtiDependencies,
  platform: PlatformRow,
  names_url: string | null,
  person: PlatformUser,
): Promise<PlatformUser | null> {
  if (isNamed(person)) return person
  if (names_url === null) return null
  const { members } = await readMembers(dependencies, platform, names_url).catch((cause: unknown) => {
    // Without a name nobody is added; the caller decides what that means.
    dependencies.logger.warn(
      { reason: cause instanceof Error ? cause.name : 'unknown' },
      'A platform did not name a student of a course',
    )
    return { members: [] }
  })
  const found = members.find(({ user_id }) => user_id === person.user_id)
  return found && isNamed(found) ? found : null
}

/**
 * The teacher's student for this person, created if needed. Null if they have no name, or another student has
 * their id.
 */
export async function findOrCreateStudent(
  dependencies: LtiDependencies,
  platform: PlatformRow,
  { person, names_url }: { person: PlatformUser; names_url: string | null },
  caller: Caller,
): Promise<string | null> {
  const { database } = dependencies
  const known = await findStudents(database, platform.id, [person], caller)
  const named = known.size === 0 ? await withName(dependencies, platform, names_url, person) : null
  const students = named === null ? known : await findOrCreateStudents(database, platform.id, [named], caller)
  return students.get(person.user_id) ?? null
}

/**
 * The teacher's student who submitted a file, created if needed and added to the assignment's class. Null if
 * they have no name, or another student has their id: then the teacher assigns the text.
 */
export async function findOrCreateSubmitter(
  dependencies: LtiDependencies,
  platform: PlatformRow,
  processor: ProcessorRow,
  person: PlatformUser,
  caller: Caller,
): Promise<string | null> {
  const { database } = dependencies
  const { class_group_id, names_url } = processor
  const student_id = await findOrCreateStudent(dependencies, platform, { person, names_url }, caller)
  if (student_id !== null && class_group_id !== null) {
    await addToClass(database, class_group_id, [student_id], caller)
    // Someone who submits work for the class belongs to it again, even after being removed by hand.
    await addMember(database, { class_group_id, student_id }, caller)
  }
  return student_id
}

/**
 * Adds students of a course to its class and returns how many were new; students removed by hand stay out.
 */
export async function addToClass(
  database: Database,
  class_group_id: string,
  student_ids: string[],
  caller: Caller,
): Promise<number> {
  const newcomers = await selectNewcomers(database, class_group_id, student_ids)
  await addMembers(database, { class_group_id, student_ids: newcomers }, caller)
  await insertMembers(database, class_group_id, newcomers)
  return newcomers.length
}

interface Candidate {
  id: string
  /** The teacher's external id, in lower case. */
  user_id: string
  /** The same as the teacher or the platform wrote it. */
  external_student_id: string
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
async function selectCandidates(
  connection: Connection,
  { platform_id, teacher_id, user_ids }: StudentQuery,
): Promise<Candidate[]> {
  const { rows } = await connection.query(
    `select s.id, lower(s.external_student_id) as user_id, s.external_student_id, s.first_name, s.last_name,
       exists (select 1 from lti_students l where l.student_id = s.id and l.platform_id = $1::uuid) as is_from_platform
     from students s where s.teacher_id = $2::uuid and lower(s.external_student_id) = any($3::text[])`,
    [platform_id, teacher_id, user_ids.map((id) => id.toLowerCase())],
  )
  return rows as unknown as Candidate[]
}

/** Records that students came from a platform. */
async function insertPlatformStudents(
  connection: Connection,
  platform_id: string,
  student_ids: string[],
): Promise<void> {
  if (student_ids.length === 0) return
  await connection.query(
    'insert into lti_students (platform_id, student_id) select $1::uuid, id from unnest($2::uuid[]) as given (id) on conflict do nothing',
    [platform_id, student_ids],
  )
}

/**
 * Which of these students are neither in the class nor were added by the course before: students removed by
 * hand stay out.
 */
async function selectNewcomers(
  connection: Connection,
  class_group_id: string,
  student_ids: string[],
): Promise<string[]> {
  const { rows } = await connection.query(
    `select distinct id from unnest($2::uuid[]) as given (id)
     where not exists (select 1 from class_memberships c where c.class_group_id = $1::uuid and c.student_id = given.id)
       and not exists (select 1 from lti_members m where m.class_group_id = $1::uuid and m.student_id = given.id)`,
    [class_group_id, student_ids],
  )
  return rows.map((row) => String(row.id))
}

/** Records which students of a class came from its course. */
async function insertMembers(
  connection: Connection,
  class_group_id: string,
  student_ids: string[],
): Promise<void> {
  if (student_ids.length === 0) return
  await connection.query(
    'insert into lti_members (class_group_id, student_id) select $1::uuid, id from unnest($2::uuid[]) as given (id) on conflict do nothing',
    [class_group_id, student_ids],
  )
}
