import type { IntegrationName } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import { integrationInterests } from './tables.ts'

/** Does nothing where the teacher said so before. */
export async function insertInterest({ orm }: Connection, teacher_id: string, integration: IntegrationName): Promise<void> {
  await orm.insert(integrationInterests).values({ teacher_id, integration }).onConflictDoNothing()
}
