import type { Connection } from '../../database/database.ts'
import type { SubscriptionState } from '../../outside/payment/payment.ts'
import { isTeacher } from '../teachers/plan.ts'
import type { SellingDependencies } from './dependencies.ts'
import { settlePlan } from './settle-plan.ts'
import { nextReading, selectOptionalCustomerTeacher, selectOptionalSubscription, updateMissing, upsertSubscription } from './store.ts'

/** A subscription as one read found it; null when the provider no longer knows it. */
export interface Reading {
  id: string
  number: number
  state: SubscriptionState | null
}

/**
 * Reads the present state of a subscription from the provider. The number is taken before the request, so a higher number never has older
 * data.
 */
export async function readState({ database, payment }: SellingDependencies, id: string): Promise<Reading> {
  const number = await nextReading(database)
  return { id, number, state: await payment.readSubscription(id) }
}

async function ownerOf(connection: Connection, { payment }: SellingDependencies, { id, state }: Reading): Promise<string | null> {
  const known = await selectOptionalSubscription(connection, id)
  if (known) return known.teacher_id
  if (state === null) return null
  const customer = await selectOptionalCustomerTeacher(connection, payment.provider, state.customerId)
  if (customer !== null) return customer
  return state.teacherId !== null && (await isTeacher(connection, state.teacherId)) ? state.teacherId : null
}

/** Stores the result of a read and settles the plan. False when nobody here owns it. */
export async function storeReading(
  connection: Connection,
  dependencies: SellingDependencies,
  reading: Reading,
  now: Date,
): Promise<boolean> {
  const { provider, proPriceId } = dependencies.payment
  const { id, number, state } = reading
  const teacher_id = await ownerOf(connection, dependencies, reading)
  if (teacher_id === null) return false
  if (state === null) await updateMissing(connection, id, number, now)
  else {
    await upsertSubscription(connection, {
      id,
      provider,
      teacher_id,
      plan: state.priceId === proPriceId ? 'PRO' : 'FREE',
      status: state.status,
      cancel_at_period_end: state.cancelAtPeriodEnd,
      current_period_end: state.currentPeriodEnd,
      started_at: state.startedAt,
      reading: number,
      updated_at: now,
    })
  }
  await settlePlan(connection, dependencies, teacher_id, now)
  return true
}
