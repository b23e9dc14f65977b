import {
  isProfileComplete,
  type ProfileInput,
  routes,
  type Teacher,
  type UsageLimits,
  type UsageLimitsInput,
} from '@penmark/contract'
import type { Logger } from 'pino'
import type { Binder } from '../../../http/bind.ts'
import type { Caller } from '../../../http/caller.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Emit } from '../../../services/events/events.ts'
import { adjustUsage, readUsage, type Usage } from '../allowance/actions.ts'
import { isMoreLeft } from '../allowance/rules.ts'
import { readOwnStorage, type StorageQuota } from '../storage/storage.ts'
import { lmsAccessOf, readPlanRule } from './plan.ts'
import { type ProfileExtras, toTeacher } from './rules.ts'
import {
  selectOptionalTeacherBySubjectForUpdate,
  selectTeacher,
  type TeacherRow,
  updateOverrides,
  updateProfile,
  updateProfileCompleted,
} from './store.ts'
import { needsTwoFactor, removeTwoFactor, type TwoFactorDependencies } from './two-factor.ts'

interface TeachersRoutesDependencies extends SaveProfileDependencies {
  logger: Logger
}

export function bindTeachers({ bind }: Binder, dependencies: TeachersRoutesDependencies): void {
  bind(routes.readProfile, (_input, caller) => readProfile(dependencies, caller))
  bind(routes.saveProfile, (profile, caller) => saveProfile(dependencies, caller, profile))
  bind(routes.updateUsageLimits, (change, caller) => changeLimits(dependencies, change, caller))
  bind(routes.removeTwoFactor, (teacher, caller) => removeTwoFactor(dependencies, teacher, caller))
}

interface ProfileDependencies extends TwoFactorDependencies {
  storageQuota: StorageQuota
  /** What features of higher layers know about a teacher. */
  readExtras(teacher_id: string): Promise<ProfileExtras>
}

interface SaveProfileDependencies extends ProfileDependencies {
  emit: Emit
}

async function toProfile(
  dependencies: ProfileDependencies,
  row: TeacherRow,
  caller: Caller,
): Promise<Teacher> {
  const { database } = dependencies
  const { is_administrator } = caller
  const now = new Date()
  const plan = (await readPlanRule(database))(row)
  const usage = await readUsage(database, plan, now)
  const needsCode = await needsTwoFactor(dependencies, caller)
  return toTeacher(row, usage, {
    is_administrator,
    plan: plan.plan,
    lms: lmsAccessOf(plan, row, now),
    needsTwoFactor: needsCode,
    storage: await readOwnStorage(database, dependencies.storageQuota, plan),
    ...(await dependencies.readExtras(row.id)),
  })
}

async function readProfile(dependencies: ProfileDependencies, caller: Caller): Promise<Teacher> {
  const row = await selectTeacher(dependencies.database, caller.teacher_id)
  if (row.profile_saved_at === null) throw problem('not_found', 'profile_missing')
  return toProfile(dependencies, row, caller)
}

async function saveProfile(
  dependencies: SaveProfileDependencies,
  caller: Caller,
  input: ProfileInput,
): Promise<Teacher> {
  const { database, emit } = dependencies
  const { language, ...profile } = input
  const now = new Date()
  const row = await database.transaction(async (connection) => {
    const saved = await updateProfile(connection, caller.teacher_id, profile, now)
    if (saved.profile_completed_at !== null || !isProfileComplete(profile)) return saved
    await emit(connection, 'profileCompleted', { teacher_id: caller.teacher_id, language, now })
    return updateProfileCompleted(connection, caller.teacher_id, now)
  })
  return toProfile(dependencies, row, caller)
}

const remainingOf = ({ remaining, characters }: Usage) => ({
  words: remaining,
  characters: characters.remaining,
})

type Change = UsageLimitsInput & { kinde_id: string }

/** An administrator's change of a teacher's allowance. It is recorded in the audit log. */
async function changeLimits(
  { database, logger, emit }: TeachersRoutesDependencies,
  { kinde_id, custom_word_limit_override, custom_char_limit_override, words_used_current_cycle }: Change,
  caller: Caller,
): Promise<UsageLimits> {
  const now = new Date()
  const { row, plan, usage } = await database.transaction(async (connection) => {
    const found = await selectOptionalTeacherBySubjectForUpdate(connection, kinde_id)
    if (!found) throw problem('not_found', 'teacher_unknown')
    const overrides = {
      ...(custom_word_limit_override === undefined ? {} : { custom_word_limit: custom_word_limit_override }),
      ...(custom_char_limit_override === undefined ? {} : { custom_char_limit: custom_char_limit_override }),
    }
    const changed = await updateOverrides(connection, found.id, overrides, now)
    const planOf = await readPlanRule(connection)
    const plan = planOf(changed)
    const before = await readUsage(connection, planOf(found), now)
    if (typeof words_used_current_cycle === 'number')
      await adjustUsage(connection, plan, words_used_current_cycle, now)
    const after = await readUsage(connection, plan, now)
    if (isMoreLeft(remainingOf(before), remainingOf(after)))
      await emit(connection, 'allowanceRaised', { plan, now })
    await recordAction(connection, caller, {
      action: 'usage-limits.change',
      target_id: found.id,
      teacher_id: found.id,
      details: {
        word_limit_before: found.custom_word_limit,
        word_limit_after: changed.custom_word_limit,
        char_limit_before: found.custom_char_limit,
        char_limit_after: changed.custom_char_limit,
        words_used_before: before.used,
        words_used_after: after.used,
      },
    })
    return { row: changed, plan, usage: after }
  })
  logger.info(
    {
      administrator: caller.teacher_id,
      teacher: row.id,
      custom_word_limit_override,
      custom_char_limit_override,
      words_used_current_cycle,
    },
    'An administrator changed an allowance',
  )
  return {
    kinde_id: row.subject,
    current_plan: plan.plan,
    custom_word_limit_override: row.custom_word_limit,
    custom_char_limit_override: row.custom_char_limit,
    current_plan_word_limit: usage.limit,
    words_used_current_cycle: usage.used,
    remaining_words_current_cycle: usage.remaining,
  }
}
