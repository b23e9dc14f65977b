import type { Billing } from '@penmark/contract'
import type { Caller } from '../../http/caller.ts'
import { cycleAt } from '../allowance/rules.ts'
import { readPlan } from '../teachers/plan.ts'
import { type SubscriptionsDependencies, termsOf } from './dependencies.ts'
import { shownSubscription } from './rules.ts'
import { selectOptionalCustomer, selectSubscriptions } from './store.ts'

export async function readBilling(dependencies: SubscriptionsDependencies, { teacher_id }: Caller): Promise<Billing> {
  const { database, payment, graceDays, planLimits } = dependencies
  const now = new Date()
  const common = {
    grace_days: graceDays,
    words_renewed_at: cycleAt(await readPlan(database, teacher_id, planLimits), now).end.toISOString(),
  }
  if (payment === null) return { ...common, provider: 'off', pro_price_id: null, has_portal: false, subscription: null }
  return {
    ...common,
    provider: payment.provider,
    pro_price_id: payment.proPriceId,
    has_portal: (await selectOptionalCustomer(database, payment.provider, teacher_id)) !== null,
    subscription: shownSubscription(await selectSubscriptions(database, teacher_id), termsOf({ ...dependencies, payment }), now),
  }
}
