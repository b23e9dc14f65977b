import { planPrice } from '@penmark/contract'
import { z } from 'zod'
import type { Connection } from '../../database/database.ts'

/** The fake Stripe's records. Times are in seconds, as in Stripe. */
const Customer = z.object({
  id: z.string(),
  email: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
})

const Session = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  customer: z.string(),
  price: z.string(),
  metadata: z.record(z.string(), z.string()),
  subscription: z.string().nullable(),
  success_url: z.string(),
  cancel_url: z.string(),
  locale: z.string(),
  created: z.int(),
})

const Subscription = z.object({
  id: z.string(),
  customer: z.string(),
  price: z.string(),
  status: z.enum(['active', 'past_due', 'canceled']),
  cancel_at_period_end: z.boolean(),
  metadata: z.record(z.string(), z.string()),
  /** The start of the first period, from which all periods are counted. */
  start_date: z.int(),
  /** Number of periods started, including the first. */
  periods: z.int(),
  current_period_start: z.int(),
  current_period_end: z.int(),
  /** Whether the card on file pays. */
  card_works: z.boolean(),
})

const Portal = z.object({
  id: z.string(),
  customer: z.string(),
  return_url: z.string(),
  locale: z.string(),
  created: z.int(),
})

/** An event until it is delivered; `payload` is exactly what is signed. */
const Event = z.object({ id: z.string(), payload: z.string(), number: z.int() })

const Refund = z.object({ id: z.string(), payment_intent: z.string(), reason: z.string() })

const Secret = z.object({ id: z.literal('webhook'), value: z.string() })

const recordKinds = {
  customer: Customer,
  session: Session,
  subscription: Subscription,
  portal: Portal,
  event: Event,
  refund: Refund,
  secret: Secret,
}
type RecordKind = keyof typeof recordKinds
export type RecordOf<K extends RecordKind> = z.output<(typeof recordKinds)[K]>

export async function selectOptionalRecord<K extends RecordKind>(
  connection: Connection,
  kind: K,
  id: string,
): Promise<RecordOf<K> | null> {
  const { rows } = await connection.query('select body from payment_stand_in where kind = $1 and id = $2', [
    kind,
    id,
  ])
  return rows[0] ? (recordKinds[kind].parse(rows[0].body) as RecordOf<K>) : null
}

/** Reads and locks the record until the transaction ends. */
export async function selectOptionalRecordForUpdate<K extends RecordKind>(
  connection: Connection,
  kind: K,
  id: string,
): Promise<RecordOf<K> | null> {
  const { rows } = await connection.query(
    'select body from payment_stand_in where kind = $1 and id = $2 for update',
    [kind, id],
  )
  return rows[0] ? (recordKinds[kind].parse(rows[0].body) as RecordOf<K>) : null
}

/** Every record of a kind, oldest first; optionally of one customer. */
export async function selectRecords<K extends RecordKind>(
  connection: Connection,
  kind: K,
  customer?: string,
): Promise<RecordOf<K>[]> {
  const { rows } = await connection.query(
    `select body from payment_stand_in where kind = $1 and ($2::text is null or body ->> 'customer' = $2) order by created_at, id`,
    [kind, customer ?? null],
  )
  return rows.map(({ body }) => recordKinds[kind].parse(body) as RecordOf<K>)
}

export async function upsertRecord<K extends RecordKind>(
  connection: Connection,
  kind: K,
  record: RecordOf<K>,
): Promise<void> {
  await connection.query(
    `insert into payment_stand_in (kind, id, body) values ($1, $2, $3::jsonb)
     on conflict (kind, id) do update set body = excluded.body`,
    [kind, record.id, JSON.stringify(record)],
  )
}

export async function insertRecordOnce<K extends RecordKind>(
  connection: Connection,
  kind: K,
  record: RecordOf<K>,
): Promise<void> {
  await connection.query(
    'insert into payment_stand_in (kind, id, body) values ($1, $2, $3::jsonb) on conflict do nothing',
    [kind, record.id, JSON.stringify(record)],
  )
}

export async function deleteRecord(connection: Connection, kind: RecordKind, id: string): Promise<void> {
  await connection.query('delete from payment_stand_in where kind = $1 and id = $2', [kind, id])
}

/** The fake Stripe's only price. */
export const fakeStripePrice = {
  id: 'price_test_pro',
  unitAmount: (planPrice.PRO ?? 0) * 100,
  currency: 'gbp',
} as const

type Subscription = RecordOf<'subscription'>

/** A subscription in Stripe's format, as far as the product reads it. */
export function toWireSubscription(record: Subscription) {
  const {
    id,
    customer,
    status,
    cancel_at_period_end,
    metadata,
    start_date,
    current_period_start,
    current_period_end,
    price,
  } = record
  const item = {
    id: `si_${id}`,
    object: 'subscription_item',
    price: {
      id: price,
      object: 'price',
      unit_amount: fakeStripePrice.unitAmount,
      currency: fakeStripePrice.currency,
    },
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
    latest_invoice: `in_${id}_${record.periods}`,
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
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: id, metadata: {} },
    },
  }
}
