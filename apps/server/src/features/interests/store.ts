import { type IntegrationName, type InterestCount, integrationNames } from '@penmark/contract'
import { asc, count, desc } from 'drizzle-orm'
import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Connection } from '../../database/database.ts'

/** Integrations that teachers said they would like. */
const integrationInterests = pgTable(
  'integration_interests',
  {
    teacher_id: uuid().notNull(),
    integration: text({ enum: integrationNames }).notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  ({ teacher_id, integration }) => [primaryKey({ columns: [teacher_id, integration] })],
)

/** Does nothing where the teacher has already registered interest. */
export async function insertInterest({ orm }: Connection, teacher_id: string, integration: IntegrationName): Promise<void> {
  await orm.insert(integrationInterests).values({ teacher_id, integration }).onConflictDoNothing()
}

/** Most wanted first, without integrations nobody asked for. */
export async function selectInterestCounts({ orm }: Connection): Promise<InterestCount[]> {
  const { integration } = integrationInterests
  return orm
    .select({ integration, teachers: count() })
    .from(integrationInterests)
    .groupBy(integration)
    .orderBy(desc(count()), asc(integration))
}
