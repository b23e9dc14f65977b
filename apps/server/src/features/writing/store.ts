import { inArray } from 'drizzle-orm'
import type { Connection } from '../../database/database.ts'
import { writingSubmissions } from './tables.ts'

/** Deletes texts with their sessions and records. Documents that were handed in stay. */
export async function deleteSubmissions({ orm }: Connection, ids: string[]): Promise<void> {
  await orm.delete(writingSubmissions).where(inArray(writingSubmissions.id, ids))
}
