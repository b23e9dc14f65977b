import type { SellingParts, SubscriptionsParts } from './parts.ts'
import { readState, storeReading } from './refresh-subscription.ts'
import { settlePlan } from './settle-plan.ts'
import { selectLateTeachers, selectOverdueIds, updateForeign } from './store.ts'

const dayMs = 24 * 60 * 60 * 1_000
/** The event for a period's end usually comes within minutes. */
const overdueMs = 60 * 60 * 1_000

async function settlePlans(parts: SellingParts, teachers: string[], now: Date): Promise<void> {
  for (const teacher_id of teachers) {
    await parts.database.transaction((connection) => settlePlan(connection, parts, teacher_id, now))
  }
}

/** Does what no event triggers: ends grace periods and subscriptions of a former provider, and asks about overdue ones. */
export async function watchSubscriptions(parts: SubscriptionsParts, now: Date): Promise<void> {
  const { database, payment, graceDays } = parts
  if (payment === null) return
  const selling: SellingParts = { ...parts, payment }
  await settlePlans(selling, await updateForeign(database, payment.provider, now), now)
  await settlePlans(selling, await selectLateTeachers(database, new Date(now.getTime() - graceDays * dayMs)), now)
  for (const id of await selectOverdueIds(database, payment.provider, new Date(now.getTime() - overdueMs))) {
    const reading = await readState(selling, id)
    await database.transaction((connection) => storeReading(connection, selling, reading, now))
  }
}
