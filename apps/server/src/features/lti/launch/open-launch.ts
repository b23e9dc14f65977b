import { brand, type LtiOpened, Problem } from '@penmark/contract'
import type { Database } from '../../../database/database.ts'
import type { Caller, Owner } from '../../../http/caller.ts'
import { hashSecret } from '../../../security/secrets.ts'
import { requireLmsAccess } from '../../teachers/lms-access.ts'
import { readTask } from '../../writing/read-tasks.ts'
import { selectOptionalDocumentOf } from '../assets/asset-store.ts'
import type { LtiDependencies } from '../dependencies.ts'
import {
  claimLaunch,
  deleteLaunch,
  insertPerson,
  type LaunchRow,
  type PlatformRow,
  selectOptionalPlatform,
  selectOptionalTeacherOf,
} from '../store.ts'
import { classOf, connectCourse, knownClassOf, startsCourse } from './class-of-course.ts'

type Ended = Extract<LtiOpened, { state: 'open' | 'report' | 'task' }>

/** Where a launch without further questions leads. */
async function endOf({ database }: LtiDependencies, launch: LaunchRow, caller: Caller): Promise<Ended> {
  const { asked, platform_id } = launch
  if (asked.kind === 'task') {
    const { id, class_group_id } = await readTask(database, asked.taskId, caller)
    if (class_group_id !== null) await connectCourse(database, launch, class_group_id, caller)
    return { state: 'task', task_id: id }
  }
  if (asked.kind !== 'report') return { state: 'open', ...(await classOf(database, launch, caller)) }
  const document_id = await selectOptionalDocumentOf(database, { platform_id, asset_id: asked.assetId, teacher_id: caller.teacher_id })
  if (document_id === null)
    throw new Problem('not_found', `You have no report on this file. It may have been deleted, or another teacher asked for it.`)
  return { state: 'report', document_id }
}

/**
 * Completes a launch as the teacher signed in here. A platform never signs anybody in: its account is linked to a teacher when they confirm
 * it once, and stays theirs.
 */
export async function openLaunch(dependencies: LtiDependencies, ticket: string, confirm: boolean, caller: Caller): Promise<LtiOpened> {
  const { database } = dependencies
  const { launch, platform, owner: before } = await followedLaunch(database, ticket, caller)
  if (before === null || before === caller.teacher_id) {
    const isNew = before === null || launch.asked.kind === 'choice' || (await startsCourse(database, launch, caller))
    await requireLmsAccess(dependencies, caller.teacher_id, isNew ? 'new' : 'existing')
  }
  if (before === null && !confirm)
    return { state: 'confirm', platform: platform.name, course: launch.context_title, name: launch.person_name }
  if (before === null) await insertPerson(database, launch, caller.teacher_id)
  const { owner } = await followedLaunch(database, ticket, caller)
  if (owner !== caller.teacher_id)
    throw new Problem('conflict', `This account at ${platform.name} belongs to another ${brand.name} account. Sign in with that one.`)
  const { asked } = launch
  if (asked.kind === 'choice') {
    const class_group_id = await knownClassOf(database, launch, caller)
    return { state: 'choose', platform: platform.name, course: launch.context_title, class_group_id, types: asked.types }
  }
  const ended = await endOf(dependencies, launch, caller)
  await deleteLaunch(database, launch.ticket_hash)
  return ended
}

interface Followed {
  launch: LaunchRow
  platform: PlatformRow
  /** The owner of the platform account; null when it has none yet. */
  owner: string | null
}

/** The launch of a ticket, claimed for this teacher from now on. 404 when it is another's, or expired. */
export async function followedLaunch(database: Database, ticket: string, { teacher_id }: Owner): Promise<Followed> {
  const launch = await claimLaunch(database, hashSecret(ticket), teacher_id, new Date())
  const platform = launch && (await selectOptionalPlatform(database, launch.platform_id))
  if (!platform) throw new Problem('not_found', `This launch is over. Go back to your course and open ${brand.name} from there again.`)
  return { launch, platform, owner: await selectOptionalTeacherOf(database, launch) }
}
