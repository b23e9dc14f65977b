import { brand, type LtiOpened, Problem } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { createClassGroup } from '../class-groups/change-class-groups.ts'
import { holdClassGroupsNamed } from '../class-groups/read-class-groups.ts'
import { hashOf } from './begin-login.ts'
import type { LtiParts } from './parts.ts'
import {
  claimLaunch,
  deleteLaunch,
  insertPerson,
  type LaunchRow,
  selectOptionalClass,
  selectOptionalPlatform,
  selectOptionalTeacherOf,
  upsertCourse,
} from './store.ts'

const longestName = 100

/** The teacher's class of this name, made where there is none. */
async function classNamed(database: Database, title: string, caller: Caller): Promise<string> {
  const class_name = title.slice(0, longestName).trim()
  const known = await database.transaction((connection) => holdClassGroupsNamed(connection, caller, [class_name.toLowerCase()]))
  const found = known.get(class_name.toLowerCase())
  return found ? found.id : (await createClassGroup(database, { class_name, academic_year: null }, caller)).id
}

/** The class that the launch's course is for this teacher; null for a launch from no course. */
async function classOf(database: Database, launch: LaunchRow, caller: Caller): Promise<Extract<LtiOpened, { state: 'open' }>> {
  const { platform_id, context_id, context_title, names_url } = launch
  if (context_id === null) return { state: 'open', class_group_id: null, can_add_students: false }
  const course = { platform_id, context_id, teacher_id: caller.teacher_id }
  const known = await selectOptionalClass(database, course)
  const class_group_id = known ?? (await classNamed(database, context_title ?? context_id, caller))
  await upsertCourse(database, { ...course, class_group_id, names_url })
  return { state: 'open', class_group_id, can_add_students: known === null && names_url !== null }
}

/**
 * Follows a launch as the teacher who is signed in here. A platform never signs anybody in: an account there becomes a teacher's when they
 * say so once, and only theirs from then on.
 */
export async function openLaunch({ database }: LtiParts, ticket: string, confirm: boolean, caller: Caller): Promise<LtiOpened> {
  const launch = await claimLaunch(database, hashOf(ticket), caller.teacher_id, new Date())
  const platform = launch && (await selectOptionalPlatform(database, launch.platform_id))
  if (!platform) throw new Problem('not_found', `This launch is over. Go back to your course and open ${brand.name} from there again.`)
  if (confirm) await insertPerson(database, launch, caller.teacher_id)
  const owner = await selectOptionalTeacherOf(database, launch)
  if (owner === null) return { state: 'confirm', platform: platform.name, course: launch.context_title, name: launch.person_name }
  if (owner !== caller.teacher_id)
    throw new Problem('conflict', `This account at ${platform.name} belongs to another ${brand.name} account. Sign in with that one.`)
  const opened = await classOf(database, launch, caller)
  await deleteLaunch(database, launch.ticket_hash)
  return opened
}
