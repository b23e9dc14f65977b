import { randomBytes } from 'node:crypto'
import { apiBase, monthsAfter, routes } from '@penmark/contract'
import type { FastifyInstance } from 'fastify'
import type { Connection, Database } from '../../database/database.ts'
import {
  deleteRecord,
  insertRecordOnce,
  type RecordOf,
  selectOptionalRecord,
  selectOptionalRecordForUpdate,
  selectRecords,
  toWireInvoice,
  toWireSession,
  toWireSubscription,
  upsertRecord,
} from './records.ts'

type Subscription = RecordOf<'subscription'>
type Session = RecordOf<'session'>

export const newId = (prefix: string): string => `${prefix}_${randomBytes(16).toString('hex')}`
export const seconds = (time: Date): number => Math.floor(time.getTime() / 1_000)

function nextPeriod(
  subscription: Subscription,
): Pick<Subscription, 'periods' | 'current_period_start' | 'current_period_end'> {
  const start = new Date(subscription.start_date * 1_000)
  const periods = subscription.periods + 1
  return {
    periods,
    current_period_start: subscription.current_period_end,
    current_period_end: seconds(monthsAfter(start, periods)),
  }
}

async function save(
  connection: Connection,
  subscription: Subscription,
  type: 'created' | 'updated' | 'deleted',
): Promise<void> {
  await upsertRecord(connection, 'subscription', subscription)
  await addEvent(connection, `customer.subscription.${type}`, toWireSubscription(subscription))
}

/** Pays an open checkout with a working card. Null when it is no longer open. */
export async function pay(connection: Connection, sessionId: string, now: Date): Promise<Session | null> {
  const session = await selectOptionalRecordForUpdate(connection, 'session', sessionId)
  if (session?.status !== 'open') return null
  const start = seconds(now)
  const subscription: Subscription = {
    id: newId('sub'),
    customer: session.customer,
    price: session.price,
    status: 'active',
    cancel_at_period_end: false,
    metadata: session.metadata,
    start_date: start,
    periods: 1,
    current_period_start: start,
    current_period_end: seconds(monthsAfter(new Date(start * 1_000), 1)),
    card_works: true,
  }
  const paid: Session = { ...session, status: 'complete', subscription: subscription.id }
  await upsertRecord(connection, 'session', paid)
  await save(connection, subscription, 'created')
  await addEvent(connection, 'invoice.paid', toWireInvoice(subscription, 'paid'))
  await addEvent(connection, 'checkout.session.completed', toWireSession(paid, ''))
  return paid
}

/** What a customer can do in the portal, and what happens over time. */
const subscriptionActions = {
  /** Ends the plan with its paid period. */
  cancel: (subscription: Subscription) => ({ ...subscription, cancel_at_period_end: true }),
  /** Takes back the cancellation. */
  resume: (subscription: Subscription) => ({ ...subscription, cancel_at_period_end: false }),
  /** The card works from now on. An open invoice is paid at once. */
  'card-works': (subscription: Subscription) => ({
    ...subscription,
    card_works: true,
    status: 'active' as const,
  }),
  /** The card is declined from now on. */
  'card-fails': (subscription: Subscription) => ({ ...subscription, card_works: false }),
  /** Ends it at once. */
  end: (subscription: Subscription) => ({ ...subscription, status: 'canceled' as const }),
  /**
   * Moves the test clock to the end of the period, which is renewed, becomes unpaid, or ends the
   * subscription.
   */
  'end-period': (subscription: Subscription): Subscription => {
    if (subscription.cancel_at_period_end || subscription.status === 'past_due')
      return { ...subscription, status: 'canceled' }
    return {
      ...subscription,
      ...nextPeriod(subscription),
      status: subscription.card_works ? 'active' : 'past_due',
    }
  },
} as const
export type SubscriptionAction = keyof typeof subscriptionActions

export function isSubscriptionAction(value: unknown): value is SubscriptionAction {
  return typeof value === 'string' && Object.hasOwn(subscriptionActions, value)
}

/**
 * Changes the subscription and queues the events that Stripe would send. An ended subscription stays as it
 * is, and so does one that is no longer due once it is locked.
 */
export async function applyAction(
  connection: Connection,
  id: string,
  action: SubscriptionAction,
  isStillDue: (subscription: Subscription) => boolean = () => true,
): Promise<void> {
  const before = await selectOptionalRecordForUpdate(connection, 'subscription', id)
  if (before === null || before.status === 'canceled' || !isStillDue(before)) return
  const after = subscriptionActions[action](before)
  const isPaid = after.status === 'active' && (before.status === 'past_due' || after.periods > before.periods)
  if (isPaid) await addEvent(connection, 'invoice.paid', toWireInvoice(after, 'paid'))
  if (after.status === 'past_due' && before.status === 'active')
    await addEvent(connection, 'invoice.payment_failed', toWireInvoice(after, 'open'))
  await save(connection, after, after.status === 'canceled' ? 'deleted' : 'updated')
}

/** Renews or ends what is due at this time. */
export async function processDuePeriods(connection: Connection, now: Date): Promise<void> {
  // Every process checks at intervals; the lock lets only one of them act.
  const isDue = ({ current_period_end }: Subscription) => current_period_end <= seconds(now)
  for (const subscription of await selectRecords(connection, 'subscription')) {
    if (isDue(subscription)) await applyAction(connection, subscription.id, 'end-period', isDue)
  }
}

/** Stores an event until it is delivered. */
async function addEvent(connection: Connection, type: string, object: object): Promise<void> {
  const id = `evt_${randomBytes(16).toString('hex')}`
  // Only for their order: events of one transaction have the same time.
  const { rows } = await connection.query("select nextval('subscription_readings')::int as number")
  const event = {
    id,
    object: 'event',
    created: Math.floor(Date.now() / 1_000),
    type,
    livemode: false,
    data: { object },
  }
  await upsertRecord(connection, 'event', {
    id,
    payload: JSON.stringify(event),
    number: Number(rows[0]?.number),
  })
}

/** The secret that signs events, created once per installation. */
export async function webhookSecret(database: Database): Promise<string> {
  await insertRecordOnce(database, 'secret', {
    id: 'webhook',
    value: `whsec_${randomBytes(24).toString('hex')}`,
  })
  const secret = await selectOptionalRecord(database, 'secret', 'webhook')
  if (secret === null) throw new Error('The secret that was just stored is gone.')
  return secret.value
}

/**
 * Sends undelivered events to our own endpoint, signed, oldest first. It stops at the first refusal until the
 * next run.
 */
export async function deliverEvents(database: Database, app: FastifyInstance, secret: string): Promise<void> {
  const { default: Stripe } = await import('stripe')
  const { webhooks } = new Stripe('sk_test_stand_in')
  const events = await selectRecords(database, 'event')
  for (const { id, payload } of events.sort((one, other) => one.number - other.number)) {
    const signature = await webhooks.generateTestHeaderStringAsync({ payload, secret })
    const { statusCode } = await app.inject({
      method: 'POST',
      url: apiBase + routes.receivePaymentEvent.path,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
    if (statusCode !== 200) throw new Error(`A test payment's event was answered with ${statusCode}.`)
    await deleteRecord(database, 'event', id)
  }
}
