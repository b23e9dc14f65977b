import {
  type Billing,
  type CheckoutSession,
  type PaymentEvent,
  type PortalSession,
  routes,
} from '@penmark/contract'
import type { Binder } from '../../http/bind.ts'
import type { Caller } from '../../http/caller.ts'
import { invalidField, problem } from '../../locale/problems/problem.ts'
import type { Connection } from '../../services/database/database.ts'
import type { Payment } from '../../services/payment/payment.ts'
import { cycleAt, readPlan } from '../accounts/index.ts'
import { mayCharge, shownSubscription } from './rules.ts'
import {
  deleteCustomer,
  insertCustomer,
  selectIsBilled,
  selectOptionalCustomer,
  selectPaymentEvents,
  selectPaymentStatuses,
  selectSubscriptions,
} from './store.ts'
import {
  givePlan,
  receiveEvent,
  type SellingDependencies,
  type SubscriptionsDependencies,
  termsOf,
} from './subscription-state.ts'

export function bindSubscriptions({ bind, bindRaw }: Binder, dependencies: SubscriptionsDependencies): void {
  bind(routes.readBilling, (_input, caller) => readBilling(dependencies, caller))
  bind(routes.createCheckoutSession, (input, caller) => openCheckout(dependencies, input, caller))
  bind(routes.createPortalSession, ({ language }, caller) => openPortal(dependencies, language, caller))
  bind(routes.changePlan, (change, caller) => givePlan(dependencies, change, caller))
  bindRaw(routes.receivePaymentEvent, (body, headers) =>
    receiveEvent(dependencies, body, String(headers['stripe-signature'] ?? '')),
  )
}

async function readBilling(
  dependencies: SubscriptionsDependencies,
  { teacher_id }: Caller,
): Promise<Billing> {
  const { database, payment, graceDays } = dependencies
  const now = new Date()
  const common = {
    grace_days: graceDays,
    words_renewed_at: cycleAt(await readPlan(database, teacher_id), now).end.toISOString(),
  }
  if (payment === null)
    return { ...common, provider: 'off', pro_price_id: null, has_portal: false, subscription: null }
  return {
    ...common,
    provider: payment.provider,
    pro_price_id: payment.proPriceId,
    has_portal: (await selectOptionalCustomer(database, payment.provider, teacher_id)) !== null,
    subscription: shownSubscription(
      await selectSubscriptions(database, teacher_id),
      termsOf({ ...dependencies, payment }),
      now,
    ),
  }
}

/**
 * The latest customer and the status of the latest subscription at the payment provider; null if there is
 * none.
 */
export interface PaymentStatus {
  customer_id: string | null
  subscription_status: string | null
}

/** By teacher; those who never paid are left out. */
export function readPaymentStatuses(
  connection: Connection,
  teacher_ids: string[],
): Promise<Map<string, PaymentStatus>> {
  return selectPaymentStatuses(connection, teacher_ids)
}

/** Whether a subscription of this teacher will charge money again. */
export function isBilled(connection: Connection, teacher_id: string): Promise<boolean> {
  return selectIsBilled(connection, teacher_id)
}

/** The payment provider's events, newest first. */
export async function listPaymentEvents(
  connection: Connection,
  page: { offset: number; limit: number },
): Promise<PaymentEvent[]> {
  return (await selectPaymentEvents(connection, page)).map(({ received_at, ...event }) => ({
    ...event,
    received_at: received_at.toISOString(),
  }))
}

function requireSelling(dependencies: SubscriptionsDependencies): SellingDependencies {
  const { payment } = dependencies
  if (payment === null) throw problem('conflict', 'payments_off_ask')
  return { ...dependencies, payment }
}

async function createCustomer(
  { database, payment }: SellingDependencies,
  { teacher_id, person }: Caller,
  lostCustomerId?: string,
): Promise<string> {
  const { provider } = payment
  await insertCustomer(database, {
    provider,
    teacher_id,
    customer_id: await payment.createCustomer(teacher_id, person.email, lostCustomerId),
  })
  const stored = await selectOptionalCustomer(database, provider, teacher_id)
  if (stored === null) throw new Error('A customer was not stored.')
  return stored
}

/** The caller's customer at the provider, created if needed. */
async function customerOf(dependencies: SellingDependencies, caller: Caller): Promise<string> {
  const known = await selectOptionalCustomer(
    dependencies.database,
    dependencies.payment.provider,
    caller.teacher_id,
  )
  return known ?? createCustomer(dependencies, caller)
}

/** Creates a new customer after the provider has deleted the old one. */
async function replaceCustomer(
  dependencies: SellingDependencies,
  lostCustomerId: string,
  caller: Caller,
): Promise<string> {
  await deleteCustomer(dependencies.database, dependencies.payment.provider, lostCustomerId)
  return createCustomer(dependencies, caller, lostCustomerId)
}

interface CheckoutRequest {
  price_id: string
  language?: string | undefined
}

/** Starts a payment for a plan, unless it is already paid for. */
async function openCheckout(
  dependencies: SubscriptionsDependencies,
  { price_id, language = 'en-GB' }: CheckoutRequest,
  caller: Caller,
): Promise<CheckoutSession> {
  const selling = requireSelling(dependencies)
  const { database, payment, publicUrl } = selling
  const { teacher_id } = caller
  if (price_id !== payment.proPriceId) {
    throw invalidField('price_id', 'price_unknown')
  }
  const { plan } = await readPlan(database, teacher_id)
  if (plan === 'SCHOOLS') throw problem('conflict', 'schools_includes_pro')
  const terms = termsOf(selling)
  if (
    plan === 'PRO' ||
    (await selectSubscriptions(database, teacher_id)).some((row) => mayCharge(row, terms))
  ) {
    throw problem('conflict', 'pro_already')
  }
  const createSession = (customerId: string) =>
    payment.createCheckout({
      teacherId: teacher_id,
      customerId,
      priceId: price_id,
      successUrl: `${publicUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${publicUrl}/payment/canceled`,
      language,
    })
  const customer = await customerOf(selling, caller)
  const session =
    (await createSession(customer)) ?? (await createSession(await replaceCustomer(selling, customer, caller)))
  if (session === null) throw new Error('The payment provider does not know a customer that it just made.')
  return session
}

/** Opens the provider's pages for cards, invoices and cancellation. */
async function openPortal(
  dependencies: SubscriptionsDependencies,
  language: string | undefined,
  caller: Caller,
): Promise<PortalSession> {
  const { database, payment, publicUrl } = requireSelling(dependencies)
  const customer = await selectOptionalCustomer(database, payment.provider, caller.teacher_id)
  if (customer === null) throw problem('conflict', 'billing_portal_missing')
  const session = await payment.createPortal(customer, `${publicUrl}/subscriptions`, language ?? 'en-GB')
  if (session !== null) return session
  await deleteCustomer(database, payment.provider, customer)
  throw problem('conflict', 'billing_details_gone')
}

/** Where teachers manage their subscription. */
interface PortalSettings {
  payment: Pick<Payment, 'provider'> | null
  publicUrl: string
}

/**
 * The page from which this teacher opens the portal; null while they have none. The provider's own links hold
 * a secret and expire within minutes, so a profile cannot contain them.
 */
export async function readPortalUrl(
  connection: Connection,
  { payment, publicUrl }: PortalSettings,
  teacher_id: string,
): Promise<string | null> {
  if (payment === null) return null
  return (
    (await selectOptionalCustomer(connection, payment.provider, teacher_id)) && `${publicUrl}/subscriptions`
  )
}
