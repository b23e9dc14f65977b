import { type GivenPlan, type PlanInput, Problem } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Plan } from '../allowance/rules.ts'
import { recordAction } from '../audit/audit.ts'
import { raiseWaiting } from '../documents/processing/enqueue.ts'
import { changePlan, lockAgreedPlan, lockAgreedPlanOf } from '../teachers/plan.ts'
import { type SubscriptionsDependencies, termsOf } from './dependencies.ts'
import { renews } from './rules.ts'
import { selectSubscriptions } from './store.ts'
import { settlePlan } from './subscription-state.ts'

async function grantSchools(connection: Connection, dependencies: SubscriptionsDependencies, before: Plan, now: Date): Promise<void> {
  const { payment } = dependencies
  const { teacher_id, pro_plan_activated_at } = before
  const rows = await selectSubscriptions(connection, teacher_id)
  if (payment !== null && rows.some((row) => renews(row, termsOf({ ...dependencies, payment })))) {
    const detail = 'This teacher pays for Pro every month. Nothing was changed. Ask them to cancel it in the billing portal first.'
    throw new Problem('conflict', detail)
  }
  await changePlan(connection, teacher_id, 'SCHOOLS', pro_plan_activated_at, now)
  await raiseWaiting(connection, dependencies.queue, teacher_id, 'SCHOOLS')
}

/** The plan falls back to what is paid for. */
async function revokeSchools(connection: Connection, dependencies: SubscriptionsDependencies, before: Plan, now: Date): Promise<void> {
  if (before.plan !== 'SCHOOLS') return
  await changePlan(connection, before.teacher_id, 'FREE', before.pro_plan_activated_at, now)
  if (dependencies.payment !== null)
    await settlePlan(connection, { ...dependencies, payment: dependencies.payment }, before.teacher_id, now)
}

/** An administrator gives or takes away the Schools plan. Changes are recorded in the audit log. */
export async function givePlan(
  dependencies: SubscriptionsDependencies,
  { kinde_id, plan }: PlanInput & { kinde_id: string },
  caller: Caller,
): Promise<GivenPlan> {
  if (!dependencies.planLimits)
    throw new Problem('conflict', 'Plans are switched off on this installation: every account has everything. Nothing was changed.')
  return dependencies.database.transaction(async (connection) => {
    const now = new Date()
    const before = await lockAgreedPlanOf(connection, kinde_id)
    if (before === null) throw new Problem('not_found', 'There is no such teacher.')
    const { teacher_id } = before
    if (plan === 'FREE') await revokeSchools(connection, dependencies, before, now)
    else if (before.plan !== 'SCHOOLS') await grantSchools(connection, dependencies, before, now)
    const { plan: current_plan } = await lockAgreedPlan(connection, teacher_id)
    if (current_plan !== before.plan) {
      const details = { plan_before: before.plan, plan_after: current_plan }
      await recordAction(connection, caller, { action: 'plan.change', target_id: teacher_id, teacher_id, details })
    }
    return { kinde_id, current_plan }
  })
}
