import type PgBoss from 'pg-boss'
import type { Connection } from '../database/database.ts'

/** The lease of a job. Workers renew theirs far more often; after this, the job goes to another worker. */
const expireInSeconds = 60

type QueueOptions = Pick<
  PgBoss.Queue,
  'policy' | 'retryLimit' | 'retryDelay' | 'retryBackoff' | 'expireInSeconds'
>

const defaults = { policy: 'standard', retryBackoff: true, expireInSeconds } as const

/**
 * All queues except those of the documents. Retry delays double from `retryDelay` seconds on. `short` allows
 * one waiting job per key, `stately` also one running job.
 */
export const backgroundQueues = {
  /**
   * One email per job. Thirteen retries last three to six days, so a mail server that is down for a weekend
   * loses none.
   */
  emails: { ...defaults, retryLimit: 13, retryDelay: 30 },
  /**
   * One teacher's deliveries per job, so that teachers alternate. Webhooks have their own documented retry
   * delays.
   */
  webhooks: { ...defaults, policy: 'short', retryLimit: 5, retryDelay: 5 },
  /** One file of a learning platform's submission per job. */
  'lti-assets': { ...defaults, retryLimit: 5, retryDelay: 5 },
  /** One archive per job. */
  exports: { ...defaults, retryLimit: 3, retryDelay: 2 },
  /** One comparison of a class or an upload per job. */
  comparisons: { ...defaults, retryLimit: 3, retryDelay: 2 },
  /** One teacher's documents that are to be compared with earlier ones per job. */
  'earlier-documents': { ...defaults, policy: 'stately', retryLimit: 3, retryDelay: 5 },
  /** One source of a class that is to be read per job. */
  sources: { ...defaults, retryLimit: 3, retryDelay: 5 },
  /** The references of one document per job. Busy services are waited for by a job of its own. */
  'reference-look-ups': { ...defaults, retryLimit: 3, retryDelay: 5 },
  /** One file of a student's reply per job. */
  'reply-files': { ...defaults, retryLimit: 3, retryDelay: 5 },
  /**
   * One backup to make or to verify per job. What goes wrong is reported on the page; only a dead worker's
   * job is run again.
   */
  backups: { ...defaults, retryLimit: 3, retryDelay: 2 },
  /** One account per job. Erasure must complete eventually, so it is retried for long. */
  erasures: { ...defaults, retryLimit: 20, retryDelay: 1 },
  /** One password reset request per job. */
  'password-resets': { ...defaults, retryLimit: 5, retryDelay: 2 },
  /** One registration request per job. */
  registrations: { ...defaults, retryLimit: 5, retryDelay: 2 },
  /** One run of a scheduled job, keyed by its name. */
  'scheduled-jobs': { ...defaults, policy: 'stately', retryLimit: 3, retryDelay: 30 },
} as const satisfies Record<string, QueueOptions>

export type BackgroundQueue = keyof typeof backgroundQueues

export interface BackgroundJob {
  /** The id given to `sendJob`: what the job is about. */
  id: string
  /** Whether there is no retry after this attempt. */
  isLastAttempt: boolean
}

export interface JobWorker {
  /** Jobs at a time in this process. */
  atOnce: number
  /**
   * Handles one job. Throwing means "retry later". `signal` is aborted when the process stops: throw then,
   * and the attempt is not counted.
   */
  run(job: BackgroundJob, signal: AbortSignal): Promise<unknown>
  /** Runs in the transaction that closes a job, completed or failed for good. */
  onClosed?(connection: Connection, id: string): Promise<void>
}

export type JobWorkers = Partial<Record<BackgroundQueue, JobWorker>>

/** An expected failure that is reported elsewhere; the job is retried, and nothing is logged. */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError'
}
