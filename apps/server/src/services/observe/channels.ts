import { channel } from 'node:diagnostics_channel'
import type { ProblemCode, WriteFault } from '@penmark/contract'
import { inSpan } from './tracing.ts'

/** A stage of the document pipeline. */
export type Stage = 'reading' | 'detecting' | 'keeping'

export interface StageEvent {
  stage: Stage
  seconds: number
  /** False when it threw. */
  succeeded: boolean
}

export interface AnswerEvent {
  method: string
  /** The route pattern, without ids. */
  route: string
  status: number
  seconds: number
}

export interface ProblemEvent {
  code: ProblemCode
}

export interface OutsideCallEvent {
  service: string
  outcome: 'done' | 'timeout' | 'unavailable' | 'refused' | 'stopped'
  /** With all its attempts. */
  seconds: number
}

/** A check of how documents stand found this many that are stored otherwise. */
export interface StandingEvent {
  differing: number
}

/** Diagnostics channels of the running product. They never carry student text. */
export const channels = {
  stage: channel('penmark.stage'),
  answer: channel('penmark.answer'),
  problem: channel('penmark.problem'),
  outsideCall: channel('penmark.outside-call'),
  writeFault: channel('penmark.write-fault'),
  standing: channel('penmark.standing'),
}

export interface WriteFaultEvent {
  fault: WriteFault
}

/** Publishes that the disk refused to take something, for health checks and metrics. */
export function noteWriteFault(fault: WriteFault): void {
  const event: WriteFaultEvent = { fault }
  channels.writeFault.publish(event)
}

/** Runs one stage of a document's work and publishes how long it took. */
export async function measureStage<T>(stage: Stage, task: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const report = (succeeded: boolean) => {
    const event: StageEvent = { stage, seconds: (performance.now() - startedAt) / 1_000, succeeded }
    channels.stage.publish(event)
  }
  try {
    const result = await inSpan({ name: stage }, task)
    report(true)
    return result
  } catch (error) {
    report(false)
    throw error
  }
}
