import type { Logger } from 'pino'
import type { RoleRules, StorageQuota } from '../features/accounts/index.ts'
import { packRecords } from '../features/authorship/index.ts'
import {
  assignWaitingAppeals,
  eraseOldCases,
  recordExpiredLinks,
  replyFileWorker,
  sendMissingFileChecks,
} from '../features/cases/index.ts'
import { emptyBin } from '../features/classes/index.ts'
import {
  createProcessor,
  lookUpWorker,
  type Reader,
  readWaitingOfAll,
  reportAlive,
  requeueStuck,
  rereadResults,
  type Scorer,
  sendMissingLookUps,
  sweepAnswers,
  sweepUploadAnswers,
  watchTimes,
} from '../features/documents/index.ts'
import {
  assetWorker,
  releaseHeldAssets,
  sendMissingAssets,
  sendMissingDeliveries,
  sweepAssets,
  sweepDeliveries,
  sweepLaunches,
  webhookWorker,
} from '../features/integrations/index.ts'
import {
  applyRetention,
  type BackupSettings,
  backupWorker,
  checkStandings,
  countStandings,
  deleteOldSubjects,
  erasureWorker,
  expireExports,
  exportWorker,
  importNightly,
  type NightlyList,
  rehearseWeekly,
  runSchedule,
  sendMissingBackups,
  sendMissingErasures,
  sendMissingExports,
  sweepFiles,
  sweepJob,
} from '../features/operations/index.ts'
import { watchSubscriptions } from '../features/plans/index.ts'
import { sweepHumanChecks } from '../features/public/index.ts'
import {
  comparisonWorker,
  earlierDocumentsWorker,
  endSchoolDay,
  sendMissingComparisons,
  sendMissingEarlier,
  sendMissingSources,
  sourceWorker,
  sweepComparisons,
} from '../features/similarity/index.ts'
import { sweepRateLimits } from '../http/rate-limits.ts'
import { dayMs, hourMs } from '../lib/durations.ts'
import { type IntervalTask, runAtInterval } from '../lib/interval.ts'
import type { Printer } from '../pdf/printer.ts'
import type { Bibliography } from '../services/catalogues/bibliography.ts'
import type { Database } from '../services/database/database.ts'
import type { Egress } from '../services/egress/egress.ts'
import type { Emit } from '../services/events/events.ts'
import type { Identity } from '../services/identity/identity.ts'
import type { Mailer } from '../services/mail/mailer.ts'
import { inSpan } from '../services/observe/tracing.ts'
import type { Payment } from '../services/payment/payment.ts'
import type { JobWorkers } from '../services/queue/background-queues.ts'
import { releaseJobs, type ScheduledJob, startBackgroundWorker } from '../services/queue/background-worker.ts'
import { deleteSettledFailures } from '../services/queue/failed-jobs.ts'
import type { Queue } from '../services/queue/queue.ts'
import type { Encryption } from '../services/storage/encryption.ts'
import type { Storage } from '../services/storage/storage.ts'
import { sweepTempFolders } from '../services/storage/temp-folders.ts'
import type { WriteAccess } from '../services/storage/write-access.ts'
import { registerSections } from './report-sections.ts'

export interface WorkerDependencies {
  logger: Logger
  database: Database
  storage: Storage
  encryption: Encryption
  storageQuota: StorageQuota
  queue: Queue
  mailer: Mailer
  identity: Identity
  printer: Printer
  payment: Payment | null
  graceDays: number
  publicUrl: string
  reader: Reader
  scorer: Scorer
  egress: Egress
  bibliography: Bibliography
  emit: Emit
  backups: BackupSettings
  writeAccess: Pick<WriteAccess, 'mayWrite'>
  jobsAtOnce: number
  /** How often it looks for background jobs; by default as often as `startBackgroundWorker` does. */
  pollEveryMs?: number
  adminEmails: string[]
  roleRules: RoleRules
  teachersCsv: NightlyList | null
}

/**
 * How many documents a worker takes per one being processed. While one is scored, others are fetched and
 * stored in batches; more would only wait here instead of in the queue, where paid plans may still overtake
 * them. One teacher gets half of them.
 */
const jobsPerSlot = { text: 32, file: 16 } as const

/**
 * Scans read at once, each of another teacher. One takes a quarter of a gigabyte, and a processor at low
 * priority for minutes.
 */
const scansAtOnce = 2

/** The worker's handler for the jobs of each queue. */
function jobWorkersOf(dependencies: WorkerDependencies): JobWorkers {
  const { mailer, identity } = dependencies
  return {
    emails: { atOnce: 2, run: ({ id, isLastAttempt }) => mailer.deliver(id, isLastAttempt) },
    webhooks: webhookWorker(dependencies),
    'lti-assets': assetWorker(dependencies),
    exports: exportWorker({ ...dependencies, sections: registerSections(dependencies) }),
    comparisons: comparisonWorker(dependencies),
    'earlier-documents': earlierDocumentsWorker(dependencies),
    sources: sourceWorker(dependencies),
    'reference-look-ups': lookUpWorker(dependencies),
    'reply-files': replyFileWorker(dependencies),
    ...identity.background?.workers,
    erasures: erasureWorker(dependencies),
    backups: backupWorker(dependencies),
  }
}

/**
 * Sends jobs for rows that wait without one: those of an earlier version, and those whose job failed for
 * good.
 */
async function sendMissingJobs({ database, mailer, identity }: WorkerDependencies): Promise<void> {
  await mailer.sendMissingJobs()
  await sendMissingDeliveries(database, new Date())
  await sendMissingAssets(database, new Date())
  await sendMissingExports(database)
  await sendMissingComparisons(database)
  await sendMissingEarlier(database)
  await sendMissingSources(database)
  await sendMissingLookUps(database)
  await sendMissingFileChecks(database)
  await sendMissingErasures(database)
  await sendMissingBackups(database)
  await identity.background?.sendMissingJobs()
  await deleteSettledFailures(database)
}

/**
 * Jobs that run at intervals, each in one of the workers. Never rename them: the database stores the schedule
 * by name.
 */
function scheduledJobsOf(dependencies: WorkerDependencies): ScheduledJob[] {
  const { database, mailer, identity } = dependencies
  const rolesFromProvider = dependencies.roleRules.administrators !== null
  return [
    // Grace periods are counted in days.
    {
      name: 'watch-subscriptions',
      everyMs: hourMs / 60,
      run: () => watchSubscriptions(dependencies, new Date()),
    },
    { name: 'tidy-database', everyMs: hourMs / 6, run: () => database.tidy() },
    { name: 'scrub-database', everyMs: hourMs, run: async () => database.scrub?.(new Date()) },
    { name: 'send-missing-jobs', everyMs: hourMs, run: () => sendMissingJobs(dependencies) },
    { name: sweepJob, everyMs: hourMs, run: () => sweepFiles(dependencies, hourMs) },
    { name: 'sweep-sign-ins', everyMs: hourMs / 6, run: async () => identity.background?.sweep(new Date()) },
    { name: 'sweep-emails', everyMs: hourMs, run: () => mailer.sweep() },
    { name: 'sweep-webhook-deliveries', everyMs: hourMs, run: () => sweepDeliveries(database, new Date()) },
    { name: 'sweep-lti-assets', everyMs: hourMs, run: () => sweepAssets(dependencies, new Date()) },
    { name: 'sweep-lti-launches', everyMs: hourMs, run: () => sweepLaunches(database, new Date()) },
    { name: 'sweep-visits', everyMs: hourMs, run: () => sweepRateLimits(database) },
    { name: 'sweep-human-checks', everyMs: hourMs, run: () => sweepHumanChecks(database) },
    {
      name: 'sweep-upload-answers',
      everyMs: hourMs / 6,
      run: () => sweepUploadAnswers(database, new Date()),
    },
    {
      name: 'forget-erased-subjects',
      everyMs: hourMs,
      run: () => deleteOldSubjects(dependencies, new Date()),
    },
    { name: 'scheduled-backup', everyMs: hourMs / 12, run: () => runSchedule(dependencies, new Date()) },
    {
      name: 'rehearse-restore',
      everyMs: hourMs,
      run: (signal) => rehearseWeekly(dependencies, new Date(), signal),
    },
    {
      name: 'import-teachers',
      everyMs: hourMs / 12,
      run: () => importNightly({ ...dependencies, rolesFromProvider }, new Date()),
    },
    { name: 'expire-exports', everyMs: hourMs, run: () => expireExports(dependencies, new Date()) },
    { name: 'read-waiting', everyMs: hourMs, run: () => readWaitingOfAll(dependencies, new Date()) },
    { name: 'sweep-comparisons', everyMs: dayMs, run: () => sweepComparisons(database) },
    { name: 'end-school-day', everyMs: hourMs, run: () => endSchoolDay(database, new Date()) },
    { name: 'sweep-bibliographic-answers', everyMs: dayMs, run: () => sweepAnswers(database, new Date()) },
    { name: 'empty-bin', everyMs: hourMs, run: () => emptyBin(dependencies, new Date()) },
    { name: 'apply-retention', everyMs: dayMs, run: () => applyRetention(dependencies, new Date()) },
    {
      name: 'record-expired-links',
      everyMs: hourMs / 6,
      run: () => recordExpiredLinks(database, new Date()),
    },
    { name: 'assign-waiting-appeals', everyMs: hourMs, run: () => assignWaitingAppeals(dependencies) },
    {
      name: 'pack-writing-records',
      everyMs: hourMs / 6,
      run: (signal) => packRecords(dependencies, new Date(), signal),
    },
    {
      name: 'reread-results',
      everyMs: hourMs / 60,
      run: (signal) => rereadResults(dependencies, signal),
    },
    {
      name: 'count-standings',
      everyMs: hourMs,
      run: (signal) => countStandings(dependencies, signal),
    },
    {
      name: 'check-standings',
      everyMs: 7 * dayMs,
      run: (signal) => checkStandings(dependencies, signal),
    },
    { name: 'erase-old-cases', everyMs: dayMs, run: () => eraseOldCases(dependencies, new Date()) },
  ]
}

/**
 * Works on the queue until the returned function is called. It accepts no more jobs, lets running documents
 * finish for the given time, and waits until the others are requeued.
 */
export async function startWorker(
  dependencies: WorkerDependencies,
): Promise<(withinMs?: number) => Promise<void>> {
  const { database, queue, logger } = dependencies
  const runningIds = new Set<string>()
  // The lock on the embedded database proves that no other worker exists, so running documents were left by a
  // dead one.
  const takenOver = await requeueStuck(
    database,
    queue,
    database.kind === 'embedded' ? 0 : watchTimes.silentMs,
  )
  if (takenOver > 0) logger.info({ documents: takenOver }, 'Took over documents that were left unfinished')
  if (database.kind === 'embedded') await releaseHeldAssets(dependencies)
  if (database.kind === 'embedded') await releaseJobs(database)

  const process = createProcessor(dependencies)
  queue.work(
    async (job, signal) => {
      runningIds.add(job.document_id)
      try {
        const span = {
          name: 'document',
          kind: 'job',
          parent: job.traceparent,
          attributes: { 'penmark.document_id': job.document_id },
        } as const
        await inSpan(span, () => process(job, signal))
      } finally {
        runningIds.delete(job.document_id)
      }
    },
    {
      text: dependencies.jobsAtOnce * jobsPerSlot.text,
      file: dependencies.jobsAtOnce * jobsPerSlot.file,
      scan: scansAtOnce,
    },
    dependencies.writeAccess.mayWrite,
  )

  const intervalTasks: IntervalTask[] = [
    {
      name: 'Renewing the sign of life of documents',
      everyMs: watchTimes.heartbeatEveryMs,
      task: () => reportAlive(database, [...runningIds]),
    },
    {
      name: 'Looking for abandoned documents',
      everyMs: watchTimes.checkEveryMs,
      task: () => requeueStuck(database, queue, watchTimes.silentMs, runningIds),
    },
    { name: 'Sweeping temporary folders', everyMs: hourMs, task: () => sweepTempFolders() },
  ]
  const stopIntervals = intervalTasks.map((each) => runAtInterval(each, logger))
  const stopBackground = startBackgroundWorker(
    { ...dependencies, mayTake: dependencies.writeAccess.mayWrite },
    jobWorkersOf(dependencies),
    scheduledJobsOf(dependencies),
  )
  return async (withinMs) => {
    await Promise.all([queue.stop(withinMs), stopBackground(withinMs)])
    await Promise.all(stopIntervals.map((stop) => stop()))
  }
}
