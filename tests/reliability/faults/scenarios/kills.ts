import { conclude, type Outcome } from '../scenario.ts'
import type { Setup } from '../setup.ts'
import type { Teacher } from '../teacher.ts'

const ofWorker = [
  'after a job is taken',
  'before a commit',
  'after a commit',
  'after reading',
  'after detecting',
  'after keeping',
  'before a job is closed',
]
const ofApi = ['before a commit', 'after a commit', 'after an answer']
const ofBoth = ['after a file is stored', ...ofApi, ...ofWorker.filter((each) => !ofApi.includes(each))]

const uploadsEach = 4
/** If the boundary is not reached by then, the process is killed at this moment. */
const patienceMs = 1_500
/** A slow machine does fewer rounds and reports how many. */
const longestMs = 4 * 60_000

/** Does this many rounds, or as many as there is time for. Returns how many. */
async function inRounds(times: number, work: (round: number) => Promise<void>): Promise<number> {
  const end = performance.now() + longestMs
  let round = 0
  for (; round < times && performance.now() < end; round += 1) await work(round)
  return round
}

/** Cycles through the boundaries, at their first and second pass. */
const trapOf = (boundaries: string[], round: number) => ({
  TRAP: `${boundaries[round % boundaries.length]}:${1 + (Math.floor(round / boundaries.length) % 2)}`,
})

/** Kills and restarts the single process of the embedded product. */
export async function killEmbedded(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const done = await inRounds(times, async (round) => {
    const running = await setup.start('all', trapOf(ofBoth, round))
    await teacher.upload(running.origin, uploadsEach)
    if (!(await running.endsWithin(patienceMs))) await running.kill()
  })
  const last = await setup.start('all')
  await teacher.upload(last.origin, uploadsEach)
  return conclude(setup, teacher, [last], { scenario: 'the process is killed at each boundary (kill -9)', times: done })
}

/** Kills one worker after the other while the API keeps running. */
export async function killWorkers(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const api = await setup.start('api')
  const done = await inRounds(times, async (round) => {
    await teacher.upload(api.origin, uploadsEach)
    const worker = await setup.start('worker', trapOf(ofWorker, round))
    if (!(await worker.endsWithin(patienceMs))) await worker.kill()
  })
  const worker = await setup.start('worker')
  return conclude(setup, teacher, [api, worker], { scenario: 'a worker is killed at each boundary (kill -9)', times: done })
}

/** Kills one API after the other while a worker keeps running. */
export async function killApis(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const worker = await setup.start('worker')
  const done = await inRounds(times, async (round) => {
    const api = await setup.start('api', trapOf(ofApi, round))
    await teacher.upload(api.origin, uploadsEach)
    if (!(await api.endsWithin(patienceMs))) await api.kill()
  })
  const api = await setup.start('api')
  await teacher.upload(api.origin, uploadsEach)
  return conclude(setup, teacher, [api, worker], { scenario: 'an API is killed at each boundary (kill -9)', times: done })
}
