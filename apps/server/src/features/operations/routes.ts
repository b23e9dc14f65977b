import { type Models, routes } from '@penmark/contract'
import type { Database } from '../../database/database.ts'
import type { Binder } from '../../http/bind.ts'
import type { Queue } from '../../outside/queue/queue.ts'
import { retryDocuments } from '../documents/processing/watch-queue.ts'
import { listPaymentEvents } from '../subscriptions/read-billing.ts'
import { listMessages, readMessage, setMessageClosed } from '../support/messages.ts'
import { listFailedJobs, retryJob } from './failed-jobs.ts'
import { type LimitSettings, readLimits } from './read-limits.ts'
import { type ReadDisk, readModels, readQueue, readStorage } from './read-operations.ts'

interface OperationsParts extends LimitSettings {
  database: Database
  queue: Queue
  /** The detector that scores new documents. */
  detector: Models['active']
  readDisk: ReadDisk
}

export function bindOperations({ bind }: Binder, parts: OperationsParts): void {
  const { database, storageQuota, detector, readDisk } = parts
  bind(routes.readQueue, () => readQueue(database))
  bind(routes.retryDocuments, ({ document_id }, caller) => retryDocuments(parts, document_id, caller))
  bind(routes.listFailedJobs, () => listFailedJobs(database))
  bind(routes.retryJob, ({ id }, caller) => retryJob(database, id, caller))
  bind(routes.readStorage, () => readStorage(database, storageQuota, readDisk))
  bind(routes.readLimits, async () => readLimits(parts))
  bind(routes.readModels, () => readModels(detector))
  bind(routes.listPaymentEvents, (page) => listPaymentEvents(database, page))
  bind(routes.listSupportMessages, (page) => listMessages(database, page))
  bind(routes.readSupportMessage, ({ id }, caller) => readMessage(database, id, caller))
  bind(routes.closeSupportMessage, ({ id, closed }, caller) => setMessageClosed(database, id, closed, caller))
}
