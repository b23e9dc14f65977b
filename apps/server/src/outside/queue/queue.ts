import type { Connection } from '../../database/database.ts'

/** Higher numbers go first. Below each there is room for as many turns as will ever wait. */
export const jobPriorities = { NORMAL: 0, HIGH: 1_000_000_000 } as const
export type JobPriority = keyof typeof jobPriorities

/** Files are read in a process of their own and may take half a minute each, texts hardly take time: neither waits for the other. */
export const jobKinds = ['file', 'text'] as const
export type JobKind = (typeof jobKinds)[number]

/** Jobs of each kind that a process works on at a time. No owner gets more than half of them, so that there is always one for somebody else. */
export type Places = Record<JobKind, number>

/** Of a document that waits: lower turns go first within a priority, and equal ones in the order they came. A whole number, 0 or more. */
export interface Turn {
  document_id: string
  turn: number
}

export interface NewJob extends Turn {
  id: string
  kind: JobKind
  /** Whose work it is. */
  owner: string
  priority: JobPriority
  /** Where the work stood that asked for this job (`observe/steps.ts`); null where nobody traces. */
  mark: string | null
}

export interface Job {
  id: string
  kind: JobKind
  document_id: string
  /** As it was handed over; null where there was none. */
  mark: string | null
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
  /** Removes every trace of jobs about these, documents or others, done or not, in the caller's transaction. Answers how many there were. */
  forget(connection: Connection, ids: string[]): Promise<number>
  /** Gives the jobs of these documents that wait still another priority and turn, in the caller's transaction. What runs, runs on. */
  reprioritise(connection: Connection, turns: Turn[], priority: JobPriority): Promise<void>
  /** Which of these jobs nobody will do any more: they are closed or gone, or whoever took them did so longer ago than `takenMs`. */
  selectLost(jobIds: string[], takenMs: number): Promise<string[]>
  /** Lets the workers of this process look at once. Call it after the transaction is committed. */
  wake(): void
  /** Begins to work on jobs in this process. */
  work(handler: JobHandler, places: Places): void
  /** Throws when the queue cannot be reached. */
  assertReady(): Promise<void>
  /** Takes no more, lets the running jobs finish for so long, then aborts them, and waits for their handlers. */
  stop(withinMs?: number): Promise<void>
}
