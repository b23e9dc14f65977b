import { planPrice } from '@penmark/contract'
import type { RecordOf } from './records.ts'

/** The fake Stripe's only price. */
export const fakeStripePrice = { id: 'price_test_pro', unitAmount: (planPrice.PRO ?? 0) * 100, currency: 'gbp' } as const

type Subscription = RecordOf<'subscription'>

/** A subscription in Stripe's format, as far as the product reads it. */
export function toWireSubscription(record: Subscription) {
  const { id, customer, status, cancel_at_period_end, metadata, start_date, current_period_start, current_period_end, price } = record
  const item = {
    id: `si_${id}`,
    object: 'subscription_item',
    price: { id: price, object: 'price', unit_amount: fakeStripePrice.unitAmount, currency: fakeStripePrice.currency },
    quantity: 1,
    current_period_start,
    current_period_end,
  }
  return {
    id,
    object: 'subscription',
    customer,
    status,
    cancel_at_period_end,
    cancel_at: null,
    metadata,
    start_date,
    created: start_date,
    livemode: false,
    items: { object: 'list', has_more: false, url: '/v1/subscription_items', data: [item] },
  }
}

export function toWireSession(record: RecordOf<'session'>, pageUrl: string) {
  const { id, status, customer, metadata, subscription, success_url, cancel_url } = record
  return {
    id,
    object: 'checkout.session',
    mode: 'subscription',
    status,
    payment_status: status === 'complete' ? 'paid' : 'unpaid',
    customer,
    metadata,
    subscription,
    success_url,
    cancel_url,
    amount_total: fakeStripePrice.unitAmount,
    currency: fakeStripePrice.currency,
    livemode: false,
    url: status === 'open' ? pageUrl : null,
  }
}

export function toWireInvoice({ id, customer, periods }: Subscription, status: 'paid' | 'open') {
  return {
    id: `in_${id}_${periods}`,
    object: 'invoice',
    customer,
    status,
    livemode: false,
    parent: { type: 'subscription_details', quote_details: null, subscription_details: { subscription: id, metadata: {} } },
  }
}
