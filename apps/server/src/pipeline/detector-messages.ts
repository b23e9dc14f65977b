import type { PublishedRate } from '@penmark/contract'
import type { DetectionRecord } from '@penmark/detector'

/** What is done to a text: take a pasted one apart, count its words, or judge it. */
export interface Request {
  kind: 'read' | 'count' | 'judge'
  text: string
}

export type Answer = { kind: 'read'; text: string } | { kind: 'count'; words: number } | { kind: 'judge'; record: DetectionRecord }

/** What the detector's thread is asked: requests that are worked on one after the other and answered together. */
export interface Question {
  id: number
  requests: Request[]
}

export type Outcome = { answer: Answer } | { error: Error }

/** What it says: once that it is loaded, then to every question the outcome of each of its requests. */
export type ThreadMessage =
  | { kind: 'ready'; name: string; version: string; modelHash: string; minimumWords: number; rates: PublishedRate[] }
  | { kind: 'done'; id: number; outcomes: Outcome[] }
