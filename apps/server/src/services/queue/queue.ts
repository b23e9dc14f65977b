import type { Connection } from '../database/database.ts'

/** Higher numbers go first. Any number of turns fits between two of them. */
export const jobPriorities = { NORMAL: 0, HIGH: 1_000_000_000 } as const
export type JobPriority = keyof typeof jobPriorities

/**
 * Files are read in separate processes and may take half a minute each, scans some seconds for each page;
 * texts take hardly any time. None of them waits for another.
 */
export const jobKinds = ['file', 'text', 'scan'] as const
export type JobKind = (typeof jobKinds)[number]

/**
 * How many jobs of each kind a process works on at once. No owner gets more than half of them, so that there
 * is always a place for somebody else.
 */
export type Places = Record<JobKind, number>

/**
 * A waiting document's turn: lower ones go first within a priority, equal ones in order of arrival. An
 * integer from 0.
 */
export interface Turn {
  document_id: string
  turn: number
}

export interface NewJob extends Turn {
  id: string
  kind: JobKind
  /** The owner of the work. */
  owner: string
  priority: JobPriority
  /** The span that requested this job (`observe/tracing.ts`); null without tracing. */
  traceparent: string | null
}

export interface Job {
  id: string
  kind: JobKind
  document_id: string
  /** As passed on; null if there was none. */
  traceparent: string | null
  /** From 1. */
  attempt: number
  /** No further attempt follows when this one throws. */
  isLastAttempt: boolean
}

/**
 * Handles one job. `signal` is aborted when the process stops: requeue the work then, and return. Throwing
 * means "retry later"; after the last attempt the job is dropped.
 */
export type JobHandler = (job: Job, signal: AbortSignal) => Promise<void>

export interface Queue {
  /**
   * Adds a job in the caller's transaction: it exists exactly if the row it concerns does, and workers look
   * for it once it is committed.
   */
  enqueue(connection: Connection, job: NewJob): Promise<void>
  /**
   * Deletes all jobs about these subjects (documents or owners), waiting or done, in the caller's
   * transaction. Returns how many there were.
   */
  deleteJobs(connection: Connection, subjectIds: string[]): Promise<number>
  /**
   * Changes priority and turn of these documents' waiting jobs, in the caller's transaction. Running jobs are
   * not affected.
   */
  reprioritise(connection: Connection, turns: Turn[], priority: JobPriority): Promise<void>
  /**
   * Which of these jobs no worker will run: they are closed or gone, or were taken longer than `takenMs` ago.
   */
  selectLost(jobIds: string[], takenMs: number): Promise<string[]>
  /** Starts working on jobs in this process, and takes none while `mayTake` says no. */
  work(handler: JobHandler, places: Places, mayTake?: () => boolean): void
  /** Throws when the queue cannot be reached. */
  assertReady(): Promise<void>
  /**
   * Accepts no more jobs, lets running ones finish for the given time, then aborts them and waits for their
   * handlers.
   */
  stop(withinMs?: number): Promise<void>
}
