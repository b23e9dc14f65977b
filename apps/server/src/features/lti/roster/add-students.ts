import { isId, type LtiCourse, type LtiStudentsAdded, Problem } from '@penmark/contract'
import type { Database } from '../../../database/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { addMember, removeMember } from '../../class-groups/class-groups.ts'
import { readClassGroup } from '../../class-groups/read-class-groups.ts'
import { requireLmsAccess } from '../../teachers/lms-access.ts'
import type { LtiDependencies } from '../dependencies.ts'
import { selectOptionalCourseOf, selectOptionalPlatform } from '../store.ts'
import { countMembers, deleteMembers, insertMembers, selectLeavers, selectNewcomers } from './member-store.ts'
import { type Member, readMembers } from './read-members.ts'
import { admitStudents } from './recognise-students.ts'

const learner = /(^|#)Learner$/
const isLearner = ({ status = 'Active', roles }: Member) => status === 'Active' && roles.some((role) => learner.test(role))

/** Which platform lists the members of the class's course. */
export async function readCourse({ database }: LtiDependencies, id: string, caller: Caller): Promise<LtiCourse> {
  await readClassGroup(database, id, caller)
  const course = await selectOptionalCourseOf(database, caller.teacher_id, id)
  const platform = course && course.names_url !== null ? await selectOptionalPlatform(database, course.platform_id) : null
  return { platform: platform?.name ?? null }
}

/** Removes from the class those who joined through the course and have left it. They remain students with their documents. */
async function removeLeavers(database: Database, class_group_id: string, user_ids: string[], caller: Caller): Promise<number> {
  const leavers = await selectLeavers(database, class_group_id, user_ids)
  for (const student_id of leavers) await removeMember(database, { class_group_id, student_id }, caller)
  await deleteMembers(database, class_group_id, leavers)
  return leavers.length
}

/**
 * Brings a class in line with its course: learners join it, as new students or as those the teacher already has from the platform. Those
 * who joined through the course and left it are removed, unless the platform lists nobody at all, or more than we read.
 */
export async function addStudents(dependencies: LtiDependencies, id: string, caller: Caller): Promise<LtiStudentsAdded> {
  const { database, logger } = dependencies
  const course = isId(id) ? await selectOptionalCourseOf(database, caller.teacher_id, id) : null
  if (!course) throw new Problem('not_found', 'This class was not created from a course on a learning platform.')
  await requireLmsAccess(dependencies, caller.teacher_id, 'existing')
  const platform = await selectOptionalPlatform(database, course.platform_id)
  if (!platform || course.names_url === null)
    throw new Problem('conflict', 'The platform does not share the names of this course’s students. Its administrator can allow that.')
  const { members, isWhole } = await readMembers(dependencies, platform, course.names_url).catch((cause: unknown) => {
    logger.warn({ reason: cause instanceof Error ? cause.name : 'unknown' }, 'A platform did not name the people of a course')
    throw new Problem('busy', 'The platform gave an unexpected answer. Nothing was changed. Try again in a moment.', { cause })
  })
  const learners = members.filter(isLearner)
  if (learners.length === 0) return { added: 0, left_out: 0, removed: 0 }
  const students = [...(await admitStudents(database, platform.id, learners, caller)).values()]
  const added = await putInClass(database, id, students, caller)
  const user_ids = learners.map(({ user_id }) => user_id)
  const removed = isWhole ? await removeLeavers(database, id, user_ids, caller) : 0
  return { added, left_out: learners.length - (await countMembers(database, id, students)), removed }
}

/** Adds students of a course to its class and returns how many were new; students removed by hand stay out. */
export async function putInClass(database: Database, class_group_id: string, student_ids: string[], caller: Caller): Promise<number> {
  const newcomers = await selectNewcomers(database, class_group_id, student_ids)
  for (const student_id of newcomers) await addMember(database, { class_group_id, student_id }, caller)
  await insertMembers(database, class_group_id, newcomers)
  return newcomers.length
}
