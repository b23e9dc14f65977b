import { type CheckoutSession, type PortalSession, Problem } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Payment } from '../../outside/payment/payment.ts'
import { readPlan } from '../teachers/plan.ts'
import { type SellingDependencies, type SubscriptionsDependencies, termsOf } from './dependencies.ts'
import { isAlive } from './rules.ts'
import { deleteCustomer, insertCustomer, selectOptionalCustomer, selectSubscriptions } from './store.ts'

function requireSelling(dependencies: SubscriptionsDependencies): SellingDependencies {
  const { payment } = dependencies
  if (payment === null) throw new Problem('conflict', 'This installation does not take payments. Ask its administrator for another plan.')
  return { ...dependencies, payment }
}

async function makeCustomer({ database, payment }: SellingDependencies, { teacher_id, person }: Caller, lost?: string): Promise<string> {
  const { provider } = payment
  await insertCustomer(database, { provider, teacher_id, customer_id: await payment.createCustomer(teacher_id, person.email, lost) })
  const stored = await selectOptionalCustomer(database, provider, teacher_id)
  if (stored === null) throw new Error('A customer was not stored.')
  return stored
}

/** The caller's customer at the provider, created if needed. */
async function customerOf(dependencies: SellingDependencies, caller: Caller): Promise<string> {
  const known = await selectOptionalCustomer(dependencies.database, dependencies.payment.provider, caller.teacher_id)
  return known ?? makeCustomer(dependencies, caller)
}

/** Creates a new customer after the provider has deleted the old one. */
async function replaceCustomer(dependencies: SellingDependencies, lost: string, caller: Caller): Promise<string> {
  await deleteCustomer(dependencies.database, dependencies.payment.provider, lost)
  return makeCustomer(dependencies, caller, lost)
}

interface CheckoutRequest {
  price_id: string
  language?: string | undefined
}

/** Starts a payment for a plan, unless it is already paid for. */
export async function openCheckout(
  given: SubscriptionsDependencies,
  { price_id, language = 'en-GB' }: CheckoutRequest,
  caller: Caller,
): Promise<CheckoutSession> {
  const dependencies = requireSelling(given)
  const { database, payment, publicUrl, planLimits } = dependencies
  const { teacher_id } = caller
  if (price_id !== payment.proPriceId) {
    const msg = 'There is no such plan to buy. Reload the page and choose again.'
    throw new Problem('invalid_input', msg, { fields: [{ loc: ['price_id'], msg }] })
  }
  const { plan } = await readPlan(database, teacher_id, planLimits)
  if (plan === 'SCHOOLS') throw new Problem('conflict', 'Your Schools plan includes everything in Pro.')
  const terms = termsOf(dependencies)
  if (plan === 'PRO' || (await selectSubscriptions(database, teacher_id)).some((row) => isAlive(row, terms))) {
    throw new Problem('conflict', 'You already have a Pro subscription. Manage it in the billing portal.')
  }
  const begin = (customerId: string) =>
    payment.createCheckout({
      teacherId: teacher_id,
      customerId,
      priceId: price_id,
      successUrl: `${publicUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${publicUrl}/payment/canceled`,
      language,
    })
  const customer = await customerOf(dependencies, caller)
  const session = (await begin(customer)) ?? (await begin(await replaceCustomer(dependencies, customer, caller)))
  if (session === null) throw new Error('The payment provider does not know a customer that it just made.')
  return session
}

/** Opens the provider's pages for cards, invoices and cancellation. */
export async function openPortal(given: SubscriptionsDependencies, language: string | undefined, caller: Caller): Promise<PortalSession> {
  const { database, payment, publicUrl } = requireSelling(given)
  const customer = await selectOptionalCustomer(database, payment.provider, caller.teacher_id)
  if (customer === null) throw new Problem('conflict', 'There is no billing portal for you yet: you have not paid for a plan.')
  const session = await payment.createPortal(customer, `${publicUrl}/subscriptions`, language ?? 'en-GB')
  if (session !== null) return session
  await deleteCustomer(database, payment.provider, customer)
  throw new Problem('conflict', 'The payment provider no longer has your details, so there is no billing portal. Your documents are safe.')
}

/** Where people manage what they pay for. */
interface Portals {
  payment: Pick<Payment, 'provider'> | null
  publicUrl: string
}

/**
 * The page from which this teacher opens the portal; null while they have none. The provider's own links hold a secret and expire within
 * minutes, so a profile cannot contain them.
 */
export async function readPortalAddress(
  connection: Connection,
  { payment, publicUrl }: Portals,
  teacher_id: string,
): Promise<string | null> {
  if (payment === null) return null
  return (await selectOptionalCustomer(connection, payment.provider, teacher_id)) && `${publicUrl}/subscriptions`
}
