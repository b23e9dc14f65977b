import type { Connection } from '../../database/database.ts'
import type { BackgroundQueue } from './background-queues.ts'

export interface BackgroundJob {
  /** What the job is about, as `sendJob` was told. */
  id: string
  /** No retry follows when this one throws. */
  isLastAttempt: boolean
}

export interface JobWorker {
  /** Jobs at a time in this process. */
  atOnce: number
  /** Does one job. A throw means "retry later". `signal` is aborted when the process stops: throw then, and the job goes back uncounted. */
  run(job: BackgroundJob, signal: AbortSignal): Promise<unknown>
  /** What else happens in the transaction that closes a job, done or failed for good. */
  onClosed?(connection: Connection, id: string): Promise<void>
}

export type JobWorkers = Partial<Record<BackgroundQueue, JobWorker>>

/** The work failed in a way that was expected and is reported elsewhere; the job is retried, and nothing is logged. */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError'
}
