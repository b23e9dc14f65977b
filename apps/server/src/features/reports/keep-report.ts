import type { FrozenReport } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import { insertReports } from './store.ts'

/** Freezes results in the transaction of what they belong to. What the same model has judged already stays as it was. */
export async function keepReports(connection: Connection, reports: FrozenReport[], now: Date): Promise<void> {
  await insertReports(connection, reports, now)
}
