import { channel } from 'node:diagnostics_channel'
import type { ProblemCode } from '@penmark/contract'
import { asStep } from './steps.ts'

/** A stage of the document pipeline. */
export type Stage = 'reading' | 'detecting' | 'keeping'

export interface StageSeen {
  stage: Stage
  seconds: number
  /** False when it threw. */
  isDone: boolean
}

export interface AnswerSeen {
  method: string
  /** The route pattern, without ids. */
  route: string
  status: number
  seconds: number
}

export interface ProblemSeen {
  code: ProblemCode
}

/** Diagnostics channels of the running product. They never carry student text. */
export const seen = {
  stage: channel('penmark.stage'),
  answer: channel('penmark.answer'),
  problem: channel('penmark.problem'),
}

/** Runs one stage of a document's work and publishes how long it took. */
export async function observed<T>(stage: Stage, task: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const report = (isDone: boolean) => {
    const seenStage: StageSeen = { stage, seconds: (performance.now() - began) / 1_000, isDone }
    seen.stage.publish(seenStage)
  }
  try {
    const result = await asStep({ name: stage }, task)
    report(true)
    return result
  } catch (error) {
    report(false)
    throw error
  }
}
