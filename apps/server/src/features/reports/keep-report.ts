import type { FrozenReport } from '@penmark/contract'
import type { Connection } from '../../database/database.ts'
import { insertReport } from './store.ts'

/** Freezes a result in the transaction of what it belongs to. False where the same model has judged the document already. */
export async function keepReport(connection: Connection, report: FrozenReport, now: Date): Promise<boolean> {
  return insertReport(connection, report, now)
}
