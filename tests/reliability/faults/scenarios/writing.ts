import { finishAndInspect, type Outcome } from '../scenario.ts'
import type { Setup } from '../setup.ts'
import type { Teacher } from '../teacher.ts'
import { openWriters } from '../writers.ts'

const boundaries = ['before a commit', 'after a commit', 'after an answer']
const batchesEach = 40
const killAfterMs = 1_500

/** Kills the process that answers while students type, and starts another. */
export async function killWhileWriting(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const role = setup.postgres === null ? 'all' : 'api'
  const writers = await openWriters(setup)
  for (let round = 0; round < times; round += 1) {
    // Each round kills at a later pass, so that early and late batches of a text are hit.
    const boundary = `${boundaries[round % boundaries.length]}:${5 + 7 * round}`
    const running = await setup.start(role, { FAULT_KILL_AT: boundary })
    await writers.type(running.origin, batchesEach, running.hasEnded)
    if (!(await running.endsWithin(killAfterMs))) await running.kill()
  }
  const last = [await setup.start(role), ...(setup.postgres === null ? [] : [await setup.start('worker')])]
  const [first] = last
  if (first !== undefined) {
    await writers.type(first.origin, 3, first.hasEnded)
    await teacher.upload(first.origin, 4)
  }
  const outcome = await finishAndInspect(setup, teacher, last, {
    scenario: 'the process is killed while students write (kill -9)',
    times,
  })
  const { acknowledged, lost, defects } = await writers.check(setup)
  const stake = { atStake: acknowledged, unit: 'acknowledged keystrokes', lost }
  return { ...outcome, promise: 'writing', stake, defects: [...outcome.defects, ...defects] }
}
