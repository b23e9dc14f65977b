import { Problem, type UsageLimits, type UsageLimitsInput } from '@penmark/contract'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { adjustUsage, readUsage } from '../allowance/actions.ts'
import { recordAction } from '../audit/audit.ts'
import { planOf } from './plan.ts'
import { selectOptionalTeacherBySubjectForUpdate, updateOverrides } from './store.ts'

type Change = UsageLimitsInput & { kinde_id: string }

/** An administrator's change of a teacher's allowance. It is recorded in the audit log. */
export async function changeLimits(
  { database, logger, planLimits }: { database: Database; logger: Logger; planLimits: boolean },
  { kinde_id, custom_word_limit_override, custom_char_limit_override, words_used_current_cycle }: Change,
  caller: Caller,
): Promise<UsageLimits> {
  const now = new Date()
  const { row, usage } = await database.transaction(async (connection) => {
    const found = await selectOptionalTeacherBySubjectForUpdate(connection, kinde_id)
    if (!found) throw new Problem('not_found', 'There is no such teacher.')
    const overrides = {
      ...(custom_word_limit_override === undefined ? {} : { custom_word_limit: custom_word_limit_override }),
      ...(custom_char_limit_override === undefined ? {} : { custom_char_limit: custom_char_limit_override }),
    }
    const changed = await updateOverrides(connection, found.id, overrides, now)
    const before = await readUsage(connection, planOf(found, planLimits), now)
    if (typeof words_used_current_cycle === 'number')
      await adjustUsage(connection, planOf(changed, planLimits), words_used_current_cycle, now)
    const after = await readUsage(connection, planOf(changed, planLimits), now)
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
    return { row: changed, usage: after }
  })
  logger.info(
    { administrator: caller.teacher_id, teacher: row.id, custom_word_limit_override, custom_char_limit_override, words_used_current_cycle },
    'An administrator changed an allowance',
  )
  return {
    kinde_id: row.subject,
    current_plan: planOf(row, planLimits).plan,
    custom_word_limit_override: row.custom_word_limit,
    custom_char_limit_override: row.custom_char_limit,
    current_plan_word_limit: usage.limit,
    words_used_current_cycle: usage.used,
    remaining_words_current_cycle: usage.remaining,
  }
}
