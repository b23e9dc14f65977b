import { finishAndInspect, type Outcome } from '../scenario.ts'
import type { Setup } from '../setup.ts'
import type { Teacher } from '../teacher.ts'

const uploadsEach = 16
/**
 * Every third commit, and every fifth statement outside a transaction: odd numbers, so that losses hit
 * different steps.
 */
const losses = { FAULT_LOSE_ANSWERS: '3,5' }

/**
 * The database commits, but its response is lost, so the caller cannot know whether it happened. Half of the
 * uploads are affected, in the API and in the worker.
 */
export async function loseAnswers(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const isEmbedded = setup.postgres === null
  const parts = await Promise.all(
    (isEmbedded ? (['all'] as const) : (['api', 'worker'] as const)).map((role) => setup.start(role, losses)),
  )
  const origin = parts[0]?.origin ?? ''
  for (let i = 0; i < times; i += 1) {
    for (const part of parts) part.toggleFault()
    await teacher.upload(origin, uploadsEach)
    for (const part of parts) part.toggleFault()
    await teacher.upload(origin, uploadsEach)
  }
  return finishAndInspect(setup, teacher, parts, { scenario: 'after a commit, the answer is lost', times })
}
