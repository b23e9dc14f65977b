import type { FrozenReport } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import { insertReports } from './store.ts'

/** Freezes results in the caller's transaction. An earlier result of the same model stays as it was. */
export async function keepReports(connection: Connection, reports: FrozenReport[], now: Date): Promise<void> {
  await insertReports(connection, reports, now)
}
