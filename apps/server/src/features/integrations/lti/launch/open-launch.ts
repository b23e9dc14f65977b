import { type LtiOpened, Problem } from '@penmark/contract'
import type { Caller, Owner } from '../../../../http/caller.ts'
import { hashSecret } from '../../../../lib/secrets.ts'
import { problem } from '../../../../locale/problems/problem.ts'
import type { Database } from '../../../../services/database/database.ts'
import { requireLmsAccess } from '../../../accounts/index.ts'
import { readTask } from '../../../authorship/index.ts'
import { createClassGroup, lockClassGroupsByName, readClassGroup } from '../../../classes/index.ts'
import { selectOptionalDocumentOf } from '../records/asset-store.ts'
import type { LtiDependencies } from '../records/dependencies.ts'
import {
  claimLaunch,
  deleteLaunch,
  insertPerson,
  type LaunchRow,
  type PlatformRow,
  selectOptionalClassOfCourse,
  selectOptionalPlatform,
  selectOptionalTeacherOf,
  upsertCourse,
} from '../records/store.ts'

type Destination = Extract<LtiOpened, { state: 'open' | 'report' | 'task' }>

/**
 * Where a launch leads if the teacher has nothing to choose. Also links its course to the class of the
 * writing task or to the class opened, which it may create.
 */
async function linkCourseAndFindDestination(
  { database }: LtiDependencies,
  launch: LaunchRow,
  caller: Caller,
): Promise<Destination> {
  const { asked, platform_id } = launch
  if (asked.kind === 'task') {
    const { id, class_group_id } = await readTask(database, asked.taskId, caller)
    if (class_group_id !== null) await connectCourse(database, launch, class_group_id, caller)
    return { state: 'task', task_id: id }
  }
  if (asked.kind !== 'report') return { state: 'open', ...(await openClass(database, launch, caller)) }
  const document_id = await selectOptionalDocumentOf(database, {
    platform_id,
    asset_id: asked.assetId,
    teacher_id: caller.teacher_id,
  })
  if (document_id === null) throw problem('not_found', 'asset_report_unknown')
  return { state: 'report', document_id }
}

/**
 * Completes a launch as the teacher signed in here. A platform never signs anybody in: its account is linked
 * to a teacher for good once they confirm it.
 */
export async function openLaunch(
  dependencies: LtiDependencies,
  ticket: string,
  confirm: boolean,
  caller: Caller,
): Promise<LtiOpened> {
  const { database } = dependencies
  const { launch, platform, owner: linkedTeacherBefore } = await requireLaunch(database, ticket, caller)
  if (linkedTeacherBefore === null || linkedTeacherBefore === caller.teacher_id) {
    const isNew =
      linkedTeacherBefore === null ||
      launch.asked.kind === 'choice' ||
      (await connectsNewCourse(database, launch, caller))
    await requireLmsAccess(dependencies.database, caller.teacher_id, isNew ? 'new' : 'existing')
  }
  if (linkedTeacherBefore === null && !confirm)
    return {
      state: 'confirm',
      platform: platform.name,
      course: launch.context_title,
      name: launch.person_name,
    }
  if (linkedTeacherBefore === null) await insertPerson(database, launch, caller.teacher_id)
  // Read again, because another teacher may have linked this platform account in the meantime.
  const { owner } = await requireLaunch(database, ticket, caller)
  if (owner !== caller.teacher_id)
    throw problem('conflict', 'platform_account_taken', { platform: platform.name })
  const { asked } = launch
  if (asked.kind === 'choice') {
    const class_group_id = await suggestClass(database, launch, caller)
    return {
      state: 'choose',
      platform: platform.name,
      course: launch.context_title,
      class_group_id,
      types: asked.types,
    }
  }
  const destination = await linkCourseAndFindDestination(dependencies, launch, caller)
  await deleteLaunch(database, launch.ticket_hash)
  return destination
}

interface ClaimedLaunch {
  launch: LaunchRow
  platform: PlatformRow
  /** The owner of the platform account; null when it has none yet. */
  owner: string | null
}

/** The launch of a ticket, claimed for this teacher from now on. 404 when it is another's, or expired. */
export async function requireLaunch(
  database: Database,
  ticket: string,
  { teacher_id }: Owner,
): Promise<ClaimedLaunch> {
  const launch = await claimLaunch(database, hashSecret(ticket), teacher_id, new Date())
  const platform = launch && (await selectOptionalPlatform(database, launch.platform_id))
  if (!platform) throw problem('not_found', 'launch_over')
  return { launch, platform, owner: await selectOptionalTeacherOf(database, launch) }
}

const maximumNameLength = 100

const nameOf = (title: string) => title.slice(0, maximumNameLength).trim()

async function findClassNamed(database: Database, title: string, caller: Caller): Promise<string | null> {
  const key = nameOf(title).toLowerCase()
  const known = await database.transaction((connection) => lockClassGroupsByName(connection, caller, [key]))
  return known.get(key)?.id ?? null
}

/** The teacher's class of this name, created if needed. */
export async function findOrCreateClass(database: Database, title: string, caller: Caller): Promise<string> {
  const found = await findClassNamed(database, title, caller)
  return (
    found ?? (await createClassGroup(database, { class_name: nameOf(title), academic_year: null }, caller)).id
  )
}

type Course = Pick<LaunchRow, 'platform_id' | 'context_id' | 'context_title'>

/**
 * The class already linked to the course for this teacher, or the one with its name; null if there is
 * neither.
 */
async function suggestClass(database: Database, course: Course, caller: Caller): Promise<string | null> {
  const { platform_id, context_id, context_title } = course
  if (context_id === null) return null
  const known = await selectOptionalClassOfCourse(database, {
    platform_id,
    context_id,
    teacher_id: caller.teacher_id,
  })
  return known ?? findClassNamed(database, context_title ?? context_id, caller)
}

/** The class that our link names, if it exists and is the teacher's. */
async function linkedClass(
  database: Database,
  id: string | undefined,
  caller: Caller,
): Promise<string | null> {
  if (id === undefined) return null
  try {
    return (await readClassGroup(database, id, caller)).id
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

/** Links a class of the teacher to the course of a launch, unless the course has one. */
export async function connectCourse(
  database: Database,
  { platform_id, context_id, names_url }: Pick<LaunchRow, 'platform_id' | 'context_id' | 'names_url'>,
  class_group_id: string,
  { teacher_id }: Owner,
): Promise<void> {
  if (context_id !== null)
    await upsertCourse(database, { platform_id, context_id, teacher_id, class_group_id, names_url })
}

/** Whether a launch would connect a course that the teacher has not connected yet. */
async function connectsNewCourse(database: Database, launch: LaunchRow, caller: Caller): Promise<boolean> {
  const { platform_id, context_id, asked } = launch
  if (asked.kind !== 'class' || context_id === null) return false
  if ((await linkedClass(database, asked.classGroupId, caller)) !== null) return false
  const { teacher_id } = caller
  return (await selectOptionalClassOfCourse(database, { platform_id, context_id, teacher_id })) === null
}

/** The class that a launch opens, created if needed; null for a launch without a course. */
async function openClass(
  database: Database,
  launch: LaunchRow,
  caller: Caller,
): Promise<{ class_group_id: string | null; can_add_students: boolean }> {
  const { platform_id, context_id, context_title, names_url, asked } = launch
  const linked = await linkedClass(database, asked.kind === 'class' ? asked.classGroupId : undefined, caller)
  if (linked !== null || context_id === null) return { class_group_id: linked, can_add_students: false }
  const course = { platform_id, context_id, teacher_id: caller.teacher_id }
  const known = await selectOptionalClassOfCourse(database, course)
  const class_group_id = known ?? (await findOrCreateClass(database, context_title ?? context_id, caller))
  await upsertCourse(database, { ...course, class_group_id, names_url })
  return { class_group_id, can_add_students: known === null && names_url !== null }
}
