import type { PaymentEvent, QueueHealth, StorageUse } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import { readWork } from '../documents/watch-queue.ts'
import { selectDatabaseUse, selectFileUse, selectMailCounts, selectPaymentEvents } from './store.ts'

export async function readQueue(database: Database): Promise<QueueHealth> {
  return { ...(await readWork(database)), ...(await selectMailCounts(database)) }
}

/** Free and whole room of the disk that holds the data; null where that is not known. */
export type ReadDisk = () => Promise<StorageUse['disk']>

export async function readStorage(database: Database, readDisk: ReadDisk): Promise<StorageUse> {
  return {
    database: { kind: database.kind, ...(await selectDatabaseUse(database)) },
    files: await selectFileUse(database, 'documents'),
    exports: await selectFileUse(database, 'exports'),
    disk: await readDisk(),
  }
}

export async function listPaymentEvents(database: Database, page: { offset: number; limit: number }): Promise<PaymentEvent[]> {
  return (await selectPaymentEvents(database, page)).map(({ received_at, ...event }) => ({
    ...event,
    received_at: received_at.toISOString(),
  }))
}
