import type { Billing, PaymentEvent } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import { cycleAt } from '../allowance/rules.ts'
import { readPlan } from '../teachers/plan.ts'
import { type SubscriptionsDependencies, termsOf } from './dependencies.ts'
import { shownSubscription } from './rules.ts'
import { selectIsBilled, selectOptionalCustomer, selectPaymentEvents, selectPaymentStatuses, selectSubscriptions } from './store.ts'

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

/** The latest customer and the status of the latest subscription at the payment provider; null where there is none. */
export interface PaymentStatus {
  customer_id: string | null
  subscription_status: string | null
}

/** By teacher; those who never paid are left out. */
export function readPaymentStatuses(connection: Connection, teacher_ids: string[]): Promise<Map<string, PaymentStatus>> {
  return selectPaymentStatuses(connection, teacher_ids)
}

/** Whether a subscription of this teacher goes on being paid. */
export function isBilled(connection: Connection, teacher_id: string): Promise<boolean> {
  return selectIsBilled(connection, teacher_id)
}

/** What the payment provider sent, newest first. */
export async function listPaymentEvents(connection: Connection, page: { offset: number; limit: number }): Promise<PaymentEvent[]> {
  return (await selectPaymentEvents(connection, page)).map(({ received_at, ...event }) => ({
    ...event,
    received_at: received_at.toISOString(),
  }))
}
