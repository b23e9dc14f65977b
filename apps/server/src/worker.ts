import type { Logger } from 'pino'
import type { Database } from './database/database.ts'
import { updateAlive } from './features/documents/job-store.ts'
import { processDocument } from './features/documents/process-document.ts'
import { requeueStuck, sweepFiles, watchTimes } from './features/documents/watch-documents.ts'
import { watchSubscriptions } from './features/subscriptions/watch-subscriptions.ts'
import type { Post } from './outside/mail/post.ts'
import type { Payment } from './outside/payment/payment.ts'
import type { Queue } from './outside/queue/queue.ts'
import type { Storage } from './outside/storage/storage.ts'
import type { Pipeline } from './pipeline/pipeline.ts'
import { type Chore, repeat } from './repeat.ts'

export interface WorkerParts {
  logger: Logger
  database: Database
  storage: Storage
  queue: Queue
  payment: Payment | null
  graceDays: number
  publicUrl: string
  post: Post
  pipeline: Pipeline
  jobsAtOnce: number
}

const hourMs = 60 * 60 * 1_000
/** A person waits for a link to reset a password. */
const postEveryMs = 2_000

/** A grace period is counted in days. */
const subscriptionsEveryMs = 60_000

/** Works on the queue until the answered function is called; that one waits until running documents are put back. */
export async function startWorker(parts: WorkerParts): Promise<() => Promise<void>> {
  const { database, storage, queue, post, logger } = parts
  const inHand = new Set<string>()
  // The lock on the embedded database says that no other worker exists, so whatever is running was left by a dead one.
  const left = await requeueStuck(database, queue, database.kind === 'embedded' ? 0 : watchTimes.silentMs)
  if (left > 0) logger.info({ documents: left }, 'Took over documents that were left unfinished')

  queue.work(async (job, signal) => {
    inHand.add(job.document_id)
    try {
      await processDocument(parts, job, signal)
    } finally {
      inHand.delete(job.document_id)
    }
  }, parts.jobsAtOnce)

  const chores: Chore[] = [
    { name: 'The sign of life', everyMs: watchTimes.aliveEveryMs, task: () => updateAlive(database, [...inHand], new Date()) },
    { name: 'The watch over documents', everyMs: watchTimes.lookEveryMs, task: () => requeueStuck(database, queue) },
    { name: 'The watch over subscriptions', everyMs: subscriptionsEveryMs, task: () => watchSubscriptions(parts, new Date()) },
    { name: 'The sweep of files', everyMs: hourMs, task: () => sweepFiles(database, storage, new Date(Date.now() - hourMs)) },
    { name: 'The post', everyMs: postEveryMs, task: () => post.deliverDue() },
    { name: 'The sweep of mails', everyMs: hourMs, task: () => post.sweep() },
    { name: 'The tidying of the database', everyMs: hourMs / 6, task: () => database.tidy() },
  ]
  const stops = chores.map((chore) => repeat(chore, logger))
  return async () => {
    await queue.stop()
    await Promise.all(stops.map((stop) => stop()))
  }
}
