import type { Connection } from '../../database/database.ts'
import { raiseWaiting } from '../documents/processing/raise-waiting.ts'
import { changePlan, lockAgreedPlan } from '../teachers/plan.ts'
import { type SellingDependencies, termsOf } from './dependencies.ts'
import { paidPlan } from './rules.ts'
import { selectSubscriptions } from './store.ts'

/**
 * Brings the teacher's plan in line with what is paid for. Schools is agreed with sales, and no subscription takes it away. The teacher's
 * row is locked, so that words are never spent on a plan that is just ending. Waiting documents move up with a better plan.
 */
export async function settlePlan(connection: Connection, dependencies: SellingDependencies, teacher_id: string, now: Date): Promise<void> {
  const { plan, pro_plan_activated_at } = await lockAgreedPlan(connection, teacher_id)
  if (plan === 'SCHOOLS') return
  const paid = paidPlan(await selectSubscriptions(connection, teacher_id), termsOf(dependencies), now)
  const targetPlan = paid?.plan ?? 'FREE'
  if (targetPlan === plan && (paid === null || paid.since.getTime() === pro_plan_activated_at?.getTime())) return
  // The time stays when Pro ends, so that its cycles continue if the same subscription is paid after all.
  await changePlan(connection, teacher_id, targetPlan, paid?.since ?? pro_plan_activated_at, now)
  if (targetPlan !== plan) await raiseWaiting(connection, dependencies.queue, teacher_id, targetPlan)
}
