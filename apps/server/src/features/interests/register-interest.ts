import type { Interest } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { insertInterest } from './store.ts'

/** Keeps that a teacher would like an integration, once. */
export async function registerInterest(database: Database, { integration }: Interest, { teacher_id }: Owner): Promise<Interest> {
  await insertInterest(database, teacher_id, integration)
  return { integration }
}
