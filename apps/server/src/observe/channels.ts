import { channel } from 'node:diagnostics_channel'
import type { ProblemCode } from '@penmark/contract'
import { asStep } from './steps.ts'

/** A step of a document's way through the pipeline. */
export type Stage = 'reading' | 'detecting' | 'keeping'

export interface StageSeen {
  stage: Stage
  seconds: number
  /** False where it threw. */
  isDone: boolean
}

export interface AnswerSeen {
  method: string
  /** As it was declared, without ids. */
  route: string
  status: number
  seconds: number
}

export interface ProblemSeen {
  code: ProblemCode
}

/** What the product tells about itself while it works. Nobody may listen; no student's text is ever in it. */
export const seen = {
  stage: channel('penmark.stage'),
  answer: channel('penmark.answer'),
  problem: channel('penmark.problem'),
}

/** Does one stage of a document's work, and tells how long it took. */
export async function observed<T>(stage: Stage, task: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const tell = (isDone: boolean) => {
    const told: StageSeen = { stage, seconds: (performance.now() - began) / 1_000, isDone }
    seen.stage.publish(told)
  }
  try {
    const result = await asStep({ name: stage }, task)
    tell(true)
    return result
  } catch (error) {
    tell(false)
    throw error
  }
}
