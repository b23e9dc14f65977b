import { finishAndInspect, type Outcome } from '../scenario.ts'
import type { Setup } from '../setup.ts'
import type { Teacher } from '../teacher.ts'

const workerBoundaries = [
  'after a job is taken',
  'before a commit',
  'after a commit',
  'after reading',
  'after detecting',
  'after keeping',
  'before a job is closed',
]
const apiBoundaries = ['before a commit', 'after a commit', 'after an answer']
const allBoundaries = [
  'after a file is stored',
  ...apiBoundaries,
  ...workerBoundaries.filter((each) => !apiBoundaries.includes(each)),
]

const uploadsEach = 4
/** The process is killed after this time if it did not reach the boundary. */
const killAfterMs = 1_500
/** A slow machine does fewer rounds, and the result states how many. */
const maxTotalMs = 4 * 60_000

/** Does up to this many rounds, as far as there is time. Returns how many were done. */
async function repeatRounds(times: number, work: (round: number) => Promise<void>): Promise<number> {
  const end = performance.now() + maxTotalMs
  let round = 0
  for (; round < times && performance.now() < end; round += 1) await work(round)
  return round
}

/** Settings that kill the process at each boundary in turn, at its first and second pass. */
const killAt = (boundaries: string[], round: number) => ({
  FAULT_KILL_AT: `${boundaries[round % boundaries.length]}:${1 + (Math.floor(round / boundaries.length) % 2)}`,
})

/** Kills and restarts the single process of the embedded product. */
export async function killEmbedded(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const done = await repeatRounds(times, async (round) => {
    const running = await setup.start('all', killAt(allBoundaries, round))
    await teacher.upload(running.origin, uploadsEach)
    if (!(await running.endsWithin(killAfterMs))) await running.kill()
  })
  const last = await setup.start('all')
  await teacher.upload(last.origin, uploadsEach)
  return finishAndInspect(setup, teacher, [last], {
    scenario: 'the process is killed at each boundary (kill -9)',
    times: done,
  })
}

/** Kills one worker after the other while the API keeps running. */
export async function killWorkers(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const api = await setup.start('api')
  const done = await repeatRounds(times, async (round) => {
    await teacher.upload(api.origin, uploadsEach)
    const worker = await setup.start('worker', killAt(workerBoundaries, round))
    if (!(await worker.endsWithin(killAfterMs))) await worker.kill()
  })
  const worker = await setup.start('worker')
  return finishAndInspect(setup, teacher, [api, worker], {
    scenario: 'a worker is killed at each boundary (kill -9)',
    times: done,
  })
}

/** Kills one API after the other while a worker keeps running. */
export async function killApis(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const worker = await setup.start('worker')
  const done = await repeatRounds(times, async (round) => {
    const api = await setup.start('api', killAt(apiBoundaries, round))
    await teacher.upload(api.origin, uploadsEach)
    if (!(await api.endsWithin(killAfterMs))) await api.kill()
  })
  const api = await setup.start('api')
  await teacher.upload(api.origin, uploadsEach)
  return finishAndInspect(setup, teacher, [api, worker], {
    scenario: 'an API is killed at each boundary (kill -9)',
    times: done,
  })
}
