import type { Setting } from '../setting.ts'
import type { Teacher } from '../teacher.ts'
import { conclude, type Outcome } from '../trial.ts'

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
/** A boundary that is not passed so often by then is replaced by this moment. */
const patienceMs = 1_500
/** A slow machine does fewer rounds, and says how many. */
const longestMs = 4 * 60_000

/** Does so many rounds, or as many as there is time for. Answers how many. */
async function inRounds(times: number, work: (round: number) => Promise<void>): Promise<number> {
  const end = performance.now() + longestMs
  let round = 0
  for (; round < times && performance.now() < end; round += 1) await work(round)
  return round
}

/** The boundaries in turn, each at its first pass, then each at its second, and again. */
const trapOf = (boundaries: string[], round: number) => ({
  TRAP: `${boundaries[round % boundaries.length]}:${1 + (Math.floor(round / boundaries.length) % 2)}`,
})

/** The one process of the embedded product, killed and started again. */
export async function killEmbedded(setting: Setting, teacher: Teacher, times: number): Promise<Outcome> {
  const done = await inRounds(times, async (round) => {
    const running = await setting.start('all', trapOf(ofBoth, round))
    await teacher.upload(running.origin, uploadsEach)
    if (!(await running.endsWithin(patienceMs))) await running.kill()
  })
  const last = await setting.start('all')
  await teacher.upload(last.origin, uploadsEach)
  return conclude(setting, teacher, [last], { trial: 'the process is killed at each boundary (kill -9)', times: done })
}

/** Workers that die one after the other, beside an API that lives. */
export async function killWorkers(setting: Setting, teacher: Teacher, times: number): Promise<Outcome> {
  const api = await setting.start('api')
  const done = await inRounds(times, async (round) => {
    await teacher.upload(api.origin, uploadsEach)
    const worker = await setting.start('worker', trapOf(ofWorker, round))
    if (!(await worker.endsWithin(patienceMs))) await worker.kill()
  })
  const worker = await setting.start('worker')
  return conclude(setting, teacher, [api, worker], { trial: 'a worker is killed at each boundary (kill -9)', times: done })
}

/** APIs that die one after the other, beside a worker that lives. */
export async function killApis(setting: Setting, teacher: Teacher, times: number): Promise<Outcome> {
  const worker = await setting.start('worker')
  const done = await inRounds(times, async (round) => {
    const api = await setting.start('api', trapOf(ofApi, round))
    await teacher.upload(api.origin, uploadsEach)
    if (!(await api.endsWithin(patienceMs))) await api.kill()
  })
  const api = await setting.start('api')
  await teacher.upload(api.origin, uploadsEach)
  return conclude(setting, teacher, [api, worker], { trial: 'an API is killed at each boundary (kill -9)', times: done })
}
