import type { Logger } from 'pino'
import type { Database } from './database/database.ts'
import { updateAlive } from './features/documents/job-store.ts'
import { createProcessor } from './features/documents/process-document.ts'
import { requeueStuck, sweepFiles, watchTimes } from './features/documents/watch-documents.ts'
import { eraseAccounts, erasureWork, forgetSubjects } from './features/erasure/erase-accounts.ts'
import { expireExports, exportWork, makeExports } from './features/exports/work-exports.ts'
import { sweepHumanChecks } from './features/human-check/proof.ts'
import { sweepLaunches } from './features/lti/receive-launch.ts'
import { assetWork, sweepAssets, takeUpAssets, workAssets } from './features/lti/work-assets.ts'
import { applyRetention, retentionWork } from './features/retention/apply-retention.ts'
import { watchSubscriptions } from './features/subscriptions/watch-subscriptions.ts'
import { sweepVisits } from './features/visitors/count-visits.ts'
import { deliverDue, sweepDeliveries, webhookWork } from './features/webhooks/deliver.ts'
import { asStep } from './observe/steps.ts'
import type { Egress } from './outside/egress/egress.ts'
import type { Identity } from './outside/identity/identity.ts'
import type { Post } from './outside/mail/post.ts'
import type { Payment } from './outside/payment/payment.ts'
import type { Queue } from './outside/queue/queue.ts'
import { sweepDrafts } from './outside/storage/drafts.ts'
import type { Storage } from './outside/storage/storage.ts'
import { fileTypeOf } from './pipeline/file-type.ts'
import type { Pipeline } from './pipeline/pipeline.ts'
import type { Printer } from './print/printer.ts'
import { type Chore, repeat } from './repeat.ts'

export interface WorkerParts {
  logger: Logger
  database: Database
  storage: Storage
  queue: Queue
  post: Post
  identity: Identity
  printer: Printer
  payment: Payment | null
  graceDays: number
  publicUrl: string
  pipeline: Pipeline
  egress: Egress
  jobsAtOnce: number
}

/**
 * Documents on their way for each that is read from a file at a time. While one is judged others are fetched and stored, many with one statement;
 * more would only wait here instead of in the queue, where who pays may still go past them.
 */
const onTheirWay = 16

const hourMs = 60 * 60 * 1_000
/** A person waits for a link to reset a password. */
const postEveryMs = 2_000

/** A grace period is counted in days. */
const subscriptionsEveryMs = 60_000

/**
 * Works on the queue until the answered function is called; that one takes no more, lets running documents finish for so long, and waits until the
 * others are put back.
 */
export async function startWorker(parts: WorkerParts): Promise<(withinMs?: number) => Promise<void>> {
  const { database, storage, queue, post, logger } = parts
  const inHand = new Set<string>()
  // The lock on the embedded database says that no other worker exists, so whatever is running was left by a dead one.
  const left = await requeueStuck(database, queue, database.kind === 'embedded' ? 0 : watchTimes.silentMs)
  if (left > 0) logger.info({ documents: left }, 'Took over documents that were left unfinished')
  if (database.kind === 'embedded') await takeUpAssets(parts)

  const process = createProcessor(parts)
  queue.work(async (job, signal) => {
    inHand.add(job.document_id)
    try {
      const step = { name: 'document', kind: 'job', from: job.mark, facts: { 'penmark.document_id': job.document_id } } as const
      await asStep(step, () => process(job, signal))
    } finally {
      inHand.delete(job.document_id)
    }
  }, parts.jobsAtOnce * onTheirWay)

  const stopping = new AbortController()
  // The same holds for an erasure: the first look takes up what a dead process left.
  let isFirstLook = database.kind === 'embedded'
  const abandonedAfterMs = () => {
    const silentMs = isFirstLook ? 0 : erasureWork.silentMs
    isFirstLook = false
    return silentMs
  }
  const chores: Chore[] = [
    { name: 'The sign of life', everyMs: watchTimes.aliveEveryMs, task: () => updateAlive(database, [...inHand]) },
    {
      name: 'The watch over documents',
      everyMs: watchTimes.lookEveryMs,
      task: () => requeueStuck(database, queue, watchTimes.silentMs, inHand),
    },
    { name: 'The watch over subscriptions', everyMs: subscriptionsEveryMs, task: () => watchSubscriptions(parts, new Date()) },
    { name: 'The sweep of files', everyMs: hourMs, task: () => sweepFiles(database, storage, new Date(Date.now() - hourMs)) },
    { name: 'The post', everyMs: postEveryMs, task: () => post.deliverDue() },
    { name: 'The webhooks', everyMs: webhookWork.lookEveryMs, task: () => deliverDue(parts) },
    { name: 'The sweep of drafts', everyMs: hourMs, task: () => sweepDrafts() },
    { name: 'The sweep of webhooks', everyMs: hourMs, task: () => sweepDeliveries(database, new Date()) },
    { name: 'The submissions', everyMs: assetWork.lookEveryMs, task: () => workAssets({ ...parts, sniff: fileTypeOf }) },
    { name: 'The sweep of submissions', everyMs: hourMs, task: () => sweepAssets(parts, new Date()) },
    { name: 'The sweep of launches', everyMs: hourMs, task: () => sweepLaunches(database, new Date()) },
    { name: 'The sweep of mails', everyMs: hourMs, task: () => post.sweep() },
    { name: 'The sweep of visits', everyMs: hourMs, task: () => sweepVisits(database) },
    { name: 'The sweep of human checks', everyMs: hourMs, task: () => sweepHumanChecks(database) },
    { name: 'The erasure of accounts', everyMs: erasureWork.lookEveryMs, task: () => eraseAccounts(parts, abandonedAfterMs()) },
    { name: 'The forgetting of subjects', everyMs: hourMs, task: () => forgetSubjects(parts, new Date()) },
    { name: 'The exports', everyMs: exportWork.lookEveryMs, task: () => makeExports(parts, stopping.signal) },
    { name: 'The expiry of exports', everyMs: hourMs, task: () => expireExports(parts, new Date()) },
    { name: 'The retention', everyMs: retentionWork.everyMs, task: () => applyRetention(parts, new Date()) },
    { name: 'The tidying of the database', everyMs: hourMs / 6, task: () => database.tidy() },
    { name: 'The scrubbing of the database', everyMs: hourMs, task: async () => database.scrub?.(new Date()) },
  ]
  const stops = chores.map((chore) => repeat(chore, logger))
  return async (withinMs) => {
    stopping.abort()
    await queue.stop(withinMs)
    await Promise.all(stops.map((stop) => stop()))
  }
}
