import { type CheckoutSession, Problem } from '@penmark/contract'
import type { Caller } from '../../http/caller.ts'
import { readPlan } from '../teachers/plan.ts'
import { customerOf, replaceCustomer } from './customer.ts'
import { type SellingParts, type SubscriptionsParts, termsOf } from './parts.ts'
import { isAlive } from './rules.ts'
import { selectSubscriptions } from './store.ts'

export function requireSelling(parts: SubscriptionsParts): SellingParts {
  const { payment } = parts
  if (payment === null) throw new Problem('conflict', 'This installation does not take payments. Ask its administrator for another plan.')
  return { ...parts, payment }
}

interface Wish {
  price_id: string
  language?: string | undefined
}

/** Starts a payment for a plan, unless it is already paid for. */
export async function openCheckout(
  given: SubscriptionsParts,
  { price_id, language = 'en-GB' }: Wish,
  caller: Caller,
): Promise<CheckoutSession> {
  const parts = requireSelling(given)
  const { database, payment, publicUrl, planLimits } = parts
  const { teacher_id } = caller
  if (price_id !== payment.proPriceId) {
    const msg = 'There is no such plan to buy. Reload the page and choose again.'
    throw new Problem('invalid_input', msg, { fields: [{ loc: ['price_id'], msg }] })
  }
  const { plan } = await readPlan(database, teacher_id, planLimits)
  if (plan === 'SCHOOLS') throw new Problem('conflict', 'Your Schools plan includes everything in Pro.')
  const terms = termsOf(parts)
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
  const customer = await customerOf(parts, caller)
  const session = (await begin(customer)) ?? (await begin(await replaceCustomer(parts, customer, caller)))
  if (session === null) throw new Error('The payment provider does not know a customer that it just made.')
  return session
}
