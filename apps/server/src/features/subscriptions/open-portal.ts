import { type PortalSession, Problem } from '@penmark/contract'
import type { Caller } from '../../http/caller.ts'
import { requireSelling } from './open-checkout.ts'
import type { SubscriptionsParts } from './parts.ts'
import { deleteCustomer, selectOptionalCustomer } from './store.ts'

/** Opens the provider's pages for cards, invoices and cancellation. */
export async function openPortal(given: SubscriptionsParts, language: string | undefined, caller: Caller): Promise<PortalSession> {
  const { database, payment, publicUrl } = requireSelling(given)
  const customer = await selectOptionalCustomer(database, payment.provider, caller.teacher_id)
  if (customer === null) throw new Problem('conflict', 'There is no billing portal for you yet: you have not paid for a plan.')
  const session = await payment.createPortal(customer, `${publicUrl}/subscriptions`, language ?? 'en-GB')
  if (session !== null) return session
  await deleteCustomer(database, payment.provider, customer)
  throw new Problem('conflict', 'The payment provider no longer has your details, so there is no billing portal. Your documents are safe.')
}
