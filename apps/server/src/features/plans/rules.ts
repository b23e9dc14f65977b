import type { PlanId, Subscription } from '@penmark/contract'
import { dayMs } from '../../lib/durations.ts'
import type { PaymentProvider } from '../../services/payment/payment.ts'
import type { SubscriptionRow } from './store.ts'

/** What decides whether a subscription pays for its plan. */
export interface Terms {
  provider: PaymentProvider
  /** How many days a plan continues after a failed payment. */
  graceDays: number
}

/** When a missed payment ends the plan; null if none is missed. */
function graceEnd({ status, past_due_since }: SubscriptionRow, { graceDays }: Terms): Date | null {
  return status === 'past_due' && past_due_since !== null
    ? new Date(past_due_since.getTime() + graceDays * dayMs)
    : null
}

/** Whether it pays for its plan now. */
function paysForPlan(row: SubscriptionRow, terms: Terms, now: Date): boolean {
  if (row.provider !== terms.provider || row.plan === 'FREE') return false
  const end = graceEnd(row, terms)
  return row.status === 'active' || row.status === 'trialing' || (end !== null && now < end)
}

/** Whether it may still charge money; while it may, no second one is sold. */
export function mayCharge({ provider, status }: SubscriptionRow, terms: Terms): boolean {
  return (
    provider === terms.provider && ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(status)
  )
}

/** Whether it will charge money again. */
export function renews(row: SubscriptionRow, terms: Terms): boolean {
  return mayCharge(row, terms) && !row.cancel_at_period_end
}

/** The plan that these subscriptions pay for, and since when; with several, the oldest counts. */
export function paidPlan(
  rows: SubscriptionRow[],
  terms: Terms,
  now: Date,
): { plan: PlanId; since: Date } | null {
  const [oldest] = rows
    .filter((row) => paysForPlan(row, terms, now))
    .sort((a, b) => Number(a.started_at) - Number(b.started_at))
  return oldest ? { plan: oldest.plan, since: oldest.started_at } : null
}

/**
 * Subscriptions of one teacher beyond the one that stays: the one that pays, and of several the one that
 * renews and is the oldest. Nobody buys Pro twice on purpose.
 */
export function duplicates(
  rows: SubscriptionRow[],
  terms: Terms,
  now: Date,
): { kept: SubscriptionRow; others: SubscriptionRow[] } | null {
  const rank = (row: SubscriptionRow) =>
    (paysForPlan(row, terms, now) ? 2 : 0) + (row.cancel_at_period_end ? 0 : 1)
  const [kept, ...others] = rows
    .filter((row) => row.plan === 'PRO' && mayCharge(row, terms))
    .toSorted(
      (a, b) => rank(b) - rank(a) || Number(a.started_at) - Number(b.started_at) || (a.id < b.id ? -1 : 1),
    )
  return kept && others.length > 0 ? { kept, others } : null
}

/** The subscription to show: one that pays, else one with a missed payment. */
export function shownSubscription(rows: SubscriptionRow[], terms: Terms, now: Date): Subscription | null {
  const charging = rows.filter((row) => mayCharge(row, terms))
  const row = charging.find((candidate) => paysForPlan(candidate, terms, now)) ?? charging[0]
  if (!row) return null
  return {
    status: row.status,
    cancel_at_period_end: row.cancel_at_period_end,
    current_period_end: row.current_period_end.toISOString(),
    grace_ends_at: graceEnd(row, terms)?.toISOString() ?? null,
  }
}
