import type { Connection } from '../../services/database/database.ts'
import { compareWhenComplete } from './compare-when-complete.ts'
import { compareAllAgain } from './earlier/compare-with-earlier.ts'

/**
 * Lets the completed documents of a class be compared again, because its sources are others now: each with
 * the sources and with earlier documents, and all with each other, where what stands in a source is left out.
 */
export async function compareClassAgain(connection: Connection, document_ids: string[]): Promise<void> {
  // In the order in which a completed document does both: otherwise the two could wait for each other.
  await compareWhenComplete(connection, document_ids)
  await compareAllAgain(connection, document_ids)
}
