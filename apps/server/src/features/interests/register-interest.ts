import type { Interest, InterestCount } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { insertInterest, selectInterestCounts } from './store.ts'

/** Records once that a teacher would like an integration. */
export async function registerInterest(database: Database, { integration }: Interest, { teacher_id }: Owner): Promise<Interest> {
  await insertInterest(database, teacher_id, integration)
  return { integration }
}

/** How many teachers would like each integration, without names. */
export function listInterests(database: Database): Promise<InterestCount[]> {
  return selectInterestCounts(database)
}
