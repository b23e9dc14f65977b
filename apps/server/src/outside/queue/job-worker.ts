import type { Connection } from '../../database/database.ts'
import type { BackgroundQueue } from './background-queues.ts'

export interface BackgroundJob {
  /** The id given to `sendJob`: what the job is about. */
  id: string
  /** Whether there is no retry after this attempt. */
  isLastAttempt: boolean
}

export interface JobWorker {
  /** Jobs at a time in this process. */
  atOnce: number
  /** Handles one job. Throwing means "retry later". `signal` is aborted when the process stops: throw then, and the attempt is not counted. */
  run(job: BackgroundJob, signal: AbortSignal): Promise<unknown>
  /** Runs in the transaction that closes a job, completed or failed for good. */
  onClosed?(connection: Connection, id: string): Promise<void>
}

export type JobWorkers = Partial<Record<BackgroundQueue, JobWorker>>

/** An expected failure that is reported elsewhere; the job is retried, and nothing is logged. */
export class RetryLaterError extends Error {
  override readonly name = 'RetryLaterError'
}
