import type { Connection } from '../../database/database.ts'
import type { Payment } from '../../outside/payment/payment.ts'
import { selectOptionalCustomer } from './store.ts'

/** Where people manage what they pay for. */
export interface Portals {
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
