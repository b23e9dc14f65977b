import type { Caller } from '../../http/caller.ts'
import type { SellingParts } from './parts.ts'
import { deleteCustomer, insertCustomer, selectOptionalCustomer } from './store.ts'

async function makeCustomer({ database, payment }: SellingParts, { teacher_id, person }: Caller, lost?: string): Promise<string> {
  const { provider } = payment
  await insertCustomer(database, { provider, teacher_id, customer_id: await payment.createCustomer(teacher_id, person.email, lost) })
  const stored = await selectOptionalCustomer(database, provider, teacher_id)
  if (stored === null) throw new Error('A customer was not stored.')
  return stored
}

/** The caller's customer at the provider, created if needed. */
export async function customerOf(parts: SellingParts, caller: Caller): Promise<string> {
  const known = await selectOptionalCustomer(parts.database, parts.payment.provider, caller.teacher_id)
  return known ?? makeCustomer(parts, caller)
}

/** Creates a new customer after the provider has deleted the old one. */
export async function replaceCustomer(parts: SellingParts, lost: string, caller: Caller): Promise<string> {
  await deleteCustomer(parts.database, parts.payment.provider, lost)
  return makeCustomer(parts, caller, lost)
}
