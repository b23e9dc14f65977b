import type { IntegrationName, InterestCount } from '@penmark/contract'
import { asc, count, desc } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { integrationInterests } from './tables.ts'

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
