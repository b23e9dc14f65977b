import type { Billing } from '@penmark/contract'
import type { Caller } from '../../http/caller.ts'
import { type SubscriptionsParts, termsOf } from './parts.ts'
import { shownSubscription } from './rules.ts'
import { selectOptionalCustomer, selectSubscriptions } from './store.ts'

export async function readBilling(parts: SubscriptionsParts, { teacher_id }: Caller): Promise<Billing> {
  const { database, payment, graceDays } = parts
  if (payment === null) return { provider: 'off', pro_price_id: null, grace_days: graceDays, has_portal: false, subscription: null }
  return {
    provider: payment.provider,
    pro_price_id: payment.proPriceId,
    grace_days: graceDays,
    has_portal: (await selectOptionalCustomer(database, payment.provider, teacher_id)) !== null,
    subscription: shownSubscription(await selectSubscriptions(database, teacher_id), termsOf({ ...parts, payment }), new Date()),
  }
}
