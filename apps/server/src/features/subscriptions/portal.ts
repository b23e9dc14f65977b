import { type PortalSession, Problem } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Payment } from '../../outside/payment/payment.ts'
import type { SubscriptionsDependencies } from './dependencies.ts'
import { requireSelling } from './open-checkout.ts'
import { deleteCustomer, selectOptionalCustomer } from './store.ts'

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
