import { isProfileComplete, Problem, type ProfileInput, type Teacher } from '@penmark/contract'
import type { Announce } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import { readUsage } from '../allowance/actions.ts'
import { readOwnStorage, type StorageQuota } from '../storage/storage.ts'

import { lmsAccessOf } from './lms-access.ts'
import { planOf } from './plan.ts'
import { type ProfileExtras, toTeacher } from './rules.ts'
import { selectTeacher, type TeacherRow, updateProfile, updateProfileCompleted } from './store.ts'
import { needsTwoFactor, type TwoFactorDependencies } from './two-factor.ts'

interface ProfileDependencies extends TwoFactorDependencies {
  storageQuota: StorageQuota
  planLimits: boolean
  /** What the features above know of a teacher. */
  readExtras(teacher_id: string): Promise<ProfileExtras>
}

export interface SaveProfileDependencies extends ProfileDependencies {
  queue: Pick<Queue, 'wake'>
  announce: Announce
}

async function view(dependencies: ProfileDependencies, row: TeacherRow, caller: Caller): Promise<Teacher> {
  const { database, planLimits } = dependencies
  const { is_administrator } = caller
  const now = new Date()
  const plan = planOf(row, planLimits)
  const usage = await readUsage(database, plan, now)
  const needsCode = await needsTwoFactor(dependencies, caller)
  return toTeacher(row, usage, {
    is_administrator,
    plan: plan.plan,
    lms: lmsAccessOf(row, planLimits, now),
    needsTwoFactor: needsCode,
    storage: await readOwnStorage(database, dependencies.storageQuota, plan),
    ...(await dependencies.readExtras(row.id)),
  })
}

export async function readProfile(dependencies: ProfileDependencies, caller: Caller): Promise<Teacher> {
  const row = await selectTeacher(dependencies.database, caller.teacher_id)
  if (row.profile_saved_at === null) throw new Problem('not_found', 'You have no profile yet. Save it once to create it.')
  return view(dependencies, row, caller)
}

export async function saveProfile(dependencies: SaveProfileDependencies, caller: Caller, input: ProfileInput): Promise<Teacher> {
  const { database, queue, announce } = dependencies
  const { language, ...profile } = input
  const now = new Date()
  const row = await database.transaction(async (connection) => {
    const saved = await updateProfile(connection, caller.teacher_id, profile, now)
    if (saved.profile_completed_at !== null || !isProfileComplete(profile)) return saved
    await announce(connection, 'profileCompleted', { teacher_id: caller.teacher_id, language, now })
    return updateProfileCompleted(connection, caller.teacher_id, now)
  })
  queue.wake()
  return view(dependencies, row, caller)
}
