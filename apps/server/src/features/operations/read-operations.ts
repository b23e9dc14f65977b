import type { QueueHealth, StorageUse } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import { readWork } from '../documents/processing/watch-queue.ts'
import { readTotalStorage } from '../storage/actions.ts'
import type { StorageQuota } from '../storage/rules.ts'
import { selectDatabaseUse, selectFileUse, selectMailCounts } from './store.ts'

export async function readQueue(database: Database): Promise<QueueHealth> {
  return { ...(await readWork(database)), ...(await selectMailCounts(database)) }
}

/** Free and total space of the disk that holds the data; null where unknown. */
export type ReadDisk = () => Promise<StorageUse['disk']>

export async function readStorage(database: Database, storageQuota: StorageQuota, readDisk: ReadDisk): Promise<StorageUse> {
  const quota = await readTotalStorage(database, storageQuota)
  return {
    database: { kind: database.kind, ...(await selectDatabaseUse(database)) },
    files: await selectFileUse(database, 'documents'),
    exports: await selectFileUse(database, 'exports'),
    quota: { used_bytes: quota.used, limit_bytes: quota.limit },
    disk: await readDisk(),
  }
}
