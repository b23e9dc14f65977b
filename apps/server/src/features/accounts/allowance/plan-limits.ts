import { boolean, integer, pgTable } from 'drizzle-orm/pg-core'
import type { Connection } from '../../../services/database/database.ts'

/** At most one row. */
const allowanceSettings = pgTable('allowance_settings', {
  id: integer().primaryKey(),
  plan_limits: boolean().notNull(),
})

/** Whether plans differ in this installation; if not, every account has what the Schools plan includes. */
export async function hasPlanLimits({ orm }: Connection): Promise<boolean> {
  const [row] = await orm.select().from(allowanceSettings)
  return row?.plan_limits ?? true
}

/** Records the operator's setting at a start, so that whoever has the database can ask for it. */
export async function savePlanLimits({ orm }: Connection, plan_limits: boolean): Promise<void> {
  await orm
    .insert(allowanceSettings)
    .values({ id: 1, plan_limits })
    .onConflictDoUpdate({ target: allowanceSettings.id, set: { plan_limits } })
}
