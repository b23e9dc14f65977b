import { Problem } from '@penmark/contract'
import type { SellingDependencies, SubscriptionsDependencies } from './dependencies.ts'
import { readState, storeReading } from './refresh-subscription.ts'
import { insertEvent, selectIsEventKnown } from './store.ts'

/**
 * Handles a signed event of the provider. It only signals a change: the state is read from the provider, so the order and number of events
 * do not matter. While that read fails, the event is refused and the provider sends it again.
 */
export async function receiveEvent(dependencies: SubscriptionsDependencies, body: Buffer, signature: string): Promise<{ received: true }> {
  const { database, payment, logger } = dependencies
  if (payment === null) throw new Problem('not_found', 'This installation does not take payments.')
  const selling: SellingDependencies = { ...dependencies, payment }
  const { id, type, subscriptionId } = await payment.readEvent(body, signature)
  const { provider } = payment
  if (await selectIsEventKnown(database, provider, id)) return { received: true }
  const reading = subscriptionId === null ? null : await readState(selling, subscriptionId)
  await database.transaction(async (connection) => {
    if (!(await insertEvent(connection, { provider, id, type })) || reading === null) return
    const isOurs = await storeReading(connection, selling, reading, new Date())
    if (!isOurs) logger.warn({ event_id: id, type }, 'A payment event concerns nobody here')
  })
  return { received: true }
}
