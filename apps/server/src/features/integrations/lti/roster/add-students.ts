import { isId, type LtiCourse, type LtiStudentsAdded, ltiSkippedShown } from '@penmark/contract'
import type { Caller } from '../../../../http/caller.ts'
import { problem } from '../../../../locale/problems/problem.ts'
import type { Connection, Database } from '../../../../services/database/database.ts'
import { requireLmsAccess } from '../../../accounts/index.ts'
import { readClassGroup, removeMembers } from '../../../classes/index.ts'
import type { LtiDependencies } from '../records/dependencies.ts'
import { selectOptionalCourseOf, selectOptionalPlatform } from '../records/store.ts'
import { addToClass, findOrCreateStudents } from './platform-students.ts'
import { type Member, readMembers } from './read-members.ts'

const learner = /(^|#)Learner$/
const isLearner = ({ status = 'Active', roles }: Member) =>
  status === 'Active' && roles.some((role) => learner.test(role))

/** Which platform lists the members of the class's course. */
export async function readCourse(
  { database }: LtiDependencies,
  id: string,
  caller: Caller,
): Promise<LtiCourse> {
  await readClassGroup(database, id, caller)
  const course = await selectOptionalCourseOf(database, caller.teacher_id, id)
  const platform =
    course && course.names_url !== null ? await selectOptionalPlatform(database, course.platform_id) : null
  return { platform: platform?.name ?? null }
}

/**
 * Removes from the class those who joined through the course and have left it. They remain students with
 * their documents.
 */
async function removeLeavers(
  database: Database,
  class_group_id: string,
  user_ids: string[],
  caller: Caller,
): Promise<number> {
  const leavers = await selectLeavers(database, class_group_id, user_ids)
  await removeMembers(database, { class_group_id, student_ids: leavers }, caller)
  await deleteMembers(database, class_group_id, leavers)
  return leavers.length
}

/**
 * Brings a class in line with its course: learners join it, as new students or as those the teacher already
 * has from the platform. Those who joined through the course and left it are removed, unless the platform
 * lists nobody at all, more than we read, or somebody without a readable id.
 */
export async function addStudents(
  dependencies: LtiDependencies,
  id: string,
  caller: Caller,
): Promise<LtiStudentsAdded> {
  const { database, logger } = dependencies
  const course = isId(id) ? await selectOptionalCourseOf(database, caller.teacher_id, id) : null
  if (!course) throw problem('not_found', 'class_not_from_course')
  await requireLmsAccess(dependencies.database, caller.teacher_id, 'existing')
  const platform = await selectOptionalPlatform(database, course.platform_id)
  if (!platform || course.names_url === null) throw problem('conflict', 'platform_hides_names')
  const { members, unreadable, isComplete } = await readMembers(
    dependencies,
    platform,
    course.names_url,
  ).catch((cause: unknown) => {
    logger.warn(
      { reason: cause instanceof Error ? cause.name : 'unknown' },
      'A platform did not name the people of a course',
    )
    throw problem('busy', 'platform_answer_unexpected', {}, { cause })
  })
  // Platforms name somebody once for each of their roles.
  const learners = [...new Map(members.filter(isLearner).map((member) => [member.user_id, member])).values()]
  const skipped = unreadable.flatMap(({ label }) => label ?? []).slice(0, ltiSkippedShown)
  if (learners.length === 0) return { added: 0, left_out: unreadable.length, removed: 0, skipped }
  const students = [...(await findOrCreateStudents(database, platform.id, learners, caller)).values()]
  const added = await addToClass(database, id, students, caller)
  // Those who cannot be read have not left the course.
  const user_ids = [...learners, ...unreadable].flatMap(({ user_id }) => user_id ?? [])
  const isEverybodyKnown = isComplete && unreadable.every(({ user_id }) => user_id !== null)
  const removed = isEverybodyKnown ? await removeLeavers(database, id, user_ids, caller) : 0
  const left_out = learners.length - (await countMembers(database, id, students)) + unreadable.length
  return { added, left_out, removed, skipped }
}

/** Who came from the course and is no longer among these platform ids. */
async function selectLeavers(
  connection: Connection,
  class_group_id: string,
  user_ids: string[],
): Promise<string[]> {
  const { rows } = await connection.query(
    `select m.student_id from lti_members m join students s on s.id = m.student_id
     where m.class_group_id = $1::uuid and not lower(coalesce(s.external_student_id, '')) = any($2::text[])`,
    [class_group_id, user_ids.map((id) => id.toLowerCase())],
  )
  return rows.map((row) => String(row.student_id))
}

async function deleteMembers(
  connection: Connection,
  class_group_id: string,
  student_ids: string[],
): Promise<void> {
  await connection.query(
    'delete from lti_members where class_group_id = $1::uuid and student_id = any($2::uuid[])',
    [class_group_id, student_ids],
  )
}

/** How many of these students are in the class. */
async function countMembers(
  connection: Connection,
  class_group_id: string,
  student_ids: string[],
): Promise<number> {
  const { rows } = await connection.query(
    'select count(*)::float8 as members from class_memberships where class_group_id = $1::uuid and student_id = any($2::uuid[])',
    [class_group_id, student_ids],
  )
  return Number(rows[0]?.members)
}
