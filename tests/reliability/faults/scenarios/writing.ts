import { conclude, type Outcome } from '../scenario.ts'
import type { Setup } from '../setup.ts'
import type { Teacher } from '../teacher.ts'
import { openWriters } from '../writers.ts'

const boundaries = ['before a commit', 'after a commit', 'after an answer']
const batchesEach = 40
const patienceMs = 1_500

/** Kills the process that answers while students type, and starts another. */
export async function killWhileWriting(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const role = setup.postgres === null ? 'all' : 'api'
  const writers = await openWriters(setup)
  for (let round = 0; round < times; round += 1) {
    // Later and later passes, so that the first batches of a text and later ones are hit.
    const trap = `${boundaries[round % boundaries.length]}:${5 + 7 * round}`
    const running = await setup.start(role, { TRAP: trap })
    await writers.type(running.origin, batchesEach, running.hasEnded)
    if (!(await running.endsWithin(patienceMs))) await running.kill()
  }
  const last = [await setup.start(role), ...(setup.postgres === null ? [] : [await setup.start('worker')])]
  const [first] = last
  if (first !== undefined) {
    await writers.type(first.origin, 3, first.hasEnded)
    await teacher.upload(first.origin, 4)
  }
  const outcome = await conclude(setup, teacher, last, { scenario: 'the process is killed while students write (kill -9)', times })
  return { ...outcome, defects: [...outcome.defects, ...(await writers.check(setup))] }
}
