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

/** Kills the process that answers while students hand in, until this many texts are handed in. */
export async function killWhileHandingIn(setup: Setup, teacher: Teacher, texts: number): Promise<Outcome> {
  const role = setup.postgres === null ? 'all' : 'api'
  const writers = await openWriters(setup, texts)
  const first = await setup.start(role)
  await writers.type(first.origin, 3, first.hasEnded)
  await first.stop()
  const atOnce = Math.max(4, Math.ceil(texts / 10))
  let times = 0
  // Most rounds acknowledge something; those that never do are defects, and the last process takes the rest.
  for (let handedIn = 0; handedIn < texts && times < texts; times += 1) {
    const boundary = `${boundaries[times % boundaries.length]}:${1 + (times % 5)}`
    const running = await setup.start(role, { FAULT_KILL_AT: boundary })
    handedIn = await writers.handIn(running.origin, atOnce)
    if (!(await running.endsWithin(killAfterMs))) await running.kill()
  }
  const last = [await setup.start(role), ...(setup.postgres === null ? [] : [await setup.start('worker')])]
  const origin = last[0]?.origin ?? ''
  // All at once may be more than a busy machine answers in time; the student's page asks again as well.
  for (let tries = 0; tries < 5 && (await writers.handIn(origin, texts)) < texts; tries += 1);
  await teacher.upload(origin, 2)
  const outcome = await finishAndInspect(setup, teacher, last, {
    scenario: 'the process is killed while students hand in (kill -9)',
    times,
  })
  const { acknowledged, lost, defects } = await writers.checkHandIns(setup)
  if (acknowledged < texts) defects.push('a text could not be handed in afterwards')
  const stake = { atStake: acknowledged, unit: 'acknowledged hand-ins', lost }
  return { ...outcome, promise: 'writing', stake, defects: [...outcome.defects, ...defects] }
}
