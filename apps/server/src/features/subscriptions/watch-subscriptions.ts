import type { SellingDependencies, SubscriptionsDependencies } from './dependencies.ts'
import { readState, storeReading } from './refresh-subscription.ts'
import { settlePlan } from './settle-plan.ts'
import { selectLateTeachers, selectOverdueIds, updateForeign } from './store.ts'

const dayMs = 24 * 60 * 60 * 1_000
/** The event for a period's end usually comes within minutes. */
const overdueMs = 60 * 60 * 1_000

async function settlePlans(dependencies: SellingDependencies, teachers: string[], now: Date): Promise<void> {
  for (const teacher_id of teachers) {
    await dependencies.database.transaction((connection) => settlePlan(connection, dependencies, teacher_id, now))
  }
}

/** Does what no event triggers: ends grace periods and subscriptions of a former provider, and asks about overdue ones. */
export async function watchSubscriptions(dependencies: SubscriptionsDependencies, now: Date): Promise<void> {
  const { database, payment, graceDays } = dependencies
  if (payment === null) return
  const selling: SellingDependencies = { ...dependencies, payment }
  await settlePlans(selling, await updateForeign(database, payment.provider, now), now)
  await settlePlans(selling, await selectLateTeachers(database, new Date(now.getTime() - graceDays * dayMs)), now)
  for (const id of await selectOverdueIds(database, payment.provider, new Date(now.getTime() - overdueMs))) {
    const reading = await readState(selling, id)
    await database.transaction((connection) => storeReading(connection, selling, reading, now))
  }
}
