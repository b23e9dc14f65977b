import { type Interest, type InterestCount, integrationNames, routes } from '@penmark/contract'
import { asc, count, desc } from 'drizzle-orm'
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { type Database, time } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import type { Owner } from '../../http/caller.ts'

export function bindInterests({ bind }: Binder, database: Database): void {
  bind(routes.listInterests, () => listInterests(database))
  bind(routes.registerInterest, (interest, caller) => registerInterest(database, interest, caller))
}

/** Integrations that teachers said they would like. */
const integrationInterests = pgTable(
  'integration_interests',
  {
    teacher_id: uuid().notNull(),
    integration: text({ enum: integrationNames }).notNull(),
    created_at: time().notNull().defaultNow(),
  },
  ({ teacher_id, integration }) => [primaryKey({ columns: [teacher_id, integration] })],
)

/** Records once that a teacher would like an integration. */
async function registerInterest(
  { orm }: Database,
  { integration }: Interest,
  { teacher_id }: Owner,
): Promise<Interest> {
  await orm.insert(integrationInterests).values({ teacher_id, integration }).onConflictDoNothing()
  return { integration }
}

/** How many teachers would like each integration, without names; the most wanted first. */
async function listInterests({ orm }: Database): Promise<InterestCount[]> {
  const { integration } = integrationInterests
  return orm
    .select({ integration, teachers: count() })
    .from(integrationInterests)
    .groupBy(integration)
    .orderBy(desc(count()), asc(integration))
}
