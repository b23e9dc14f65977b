import type { Connection } from '../../database/database.ts'

/** Higher numbers go first. */
export const jobPriorities = { NORMAL: 0, HIGH: 10 } as const
export type JobPriority = keyof typeof jobPriorities

export interface NewJob {
  id: string
  document_id: string
  priority: JobPriority
}

export interface Job {
  id: string
  document_id: string
  /** No further attempt follows when this one throws. */
  isLastAttempt: boolean
}

/**
 * Does one job. `signal` is aborted when the process stops: put the work back then, and return. A throw means "try again later"; after
 * the last attempt the job is dropped.
 */
export type JobHandler = (job: Job, signal: AbortSignal) => Promise<void>

export interface Queue {
  /** Adds a job in the caller's transaction: it exists exactly if the row it concerns does. */
  enqueue(connection: Connection, job: NewJob): Promise<void>
  /** Removes every trace of jobs for these documents, done or not, in the caller's transaction. Answers how many there were. */
  forget(connection: Connection, documentIds: string[]): Promise<number>
  /** Gives the jobs of these documents that wait still another priority, in the caller's transaction. What runs, runs on. */
  reprioritise(connection: Connection, documentIds: string[], priority: JobPriority): Promise<void>
  /** Lets the workers of this process look at once. Call it after the transaction is committed. */
  wake(): void
  /** Begins to work on jobs, so many at a time, in this process. */
  work(handler: JobHandler, jobsAtOnce: number): void
  /** Throws when the queue cannot be reached. */
  assertReady(): Promise<void>
  /** Aborts the running jobs, waits for their handlers, and takes no more. */
  stop(): Promise<void>
}
