import type { Setting } from '../setting.ts'
import type { Teacher } from '../teacher.ts'
import { conclude, type Outcome } from '../trial.ts'

const uploadsEach = 16
/** Every third commit, and every fifth statement outside a transaction: odd numbers, so that the losses wander through the work. */
const losses = { TRAP_LOSE: '3,5' }

/**
 * What the database did took effect, and its answer never arrived: the caller sees a commit that may or may not have happened. Half of the uploads
 * meet this in the API and in the worker.
 */
export async function loseAnswers(setting: Setting, teacher: Teacher, times: number): Promise<Outcome> {
  const isEmbedded = setting.postgres === null
  const parts = await Promise.all(
    (isEmbedded ? (['all'] as const) : (['api', 'worker'] as const)).map((role) => setting.start(role, losses)),
  )
  const origin = parts[0]?.origin ?? ''
  for (let i = 0; i < times; i += 1) {
    for (const part of parts) part.switchLosing()
    await teacher.upload(origin, uploadsEach)
    for (const part of parts) part.switchLosing()
    await teacher.upload(origin, uploadsEach)
  }
  return conclude(setting, teacher, parts, { trial: 'after a commit, the answer is lost', times })
}
