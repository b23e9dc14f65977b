import { setTimeout as wait } from 'node:timers/promises'
import { apiBase, Count } from '../../../packages/contract/src/index.ts'
import type { Attack, PromiseName } from '../promises.ts'
import {
  countOrphanJobs,
  countViolations,
  type Inspection,
  inspect,
  selectUnfinished,
  waitUntilFinished,
} from './invariants.ts'
import type { Running } from './processes.ts'
import type { Setup, Where } from './setup.ts'
import type { Teacher } from './teacher.ts'

/** Result of one scenario. */
export interface Outcome extends Inspection {
  scenario: string
  where: Where
  /** How often the fault was injected. */
  times: number
  acknowledged: number
  /** Other defects, described in words. */
  defects: string[]
  /** The promise that was attacked; by default that acknowledged uploads are kept. */
  promise?: PromiseName
  /** What could have been lost, if not uploads. */
  stake?: Pick<Attack, 'atStake' | 'unit' | 'lost'>
  /** What was measured beside the counts. */
  figure?: string
}

export const isGood = (outcome: Outcome): boolean =>
  countViolations(outcome) === 0 &&
  outcome.defects.length === 0 &&
  outcome.acknowledged > 0 &&
  (outcome.stake?.lost ?? 0) === 0

/** What the page says about an outcome in its table of promises. */
export function attackOf(outcome: Outcome): Attack {
  const { promise = 'uploads', scenario, where, times, acknowledged, lost, defects } = outcome
  const uploads = { atStake: acknowledged, unit: 'acknowledged uploads', lost }
  const stake = outcome.stake ?? uploads
  return {
    promise,
    attack: scenario,
    where,
    times,
    ...stake,
    ...(outcome.figure === undefined ? {} : { figure: outcome.figure }),
    defects: countViolations(outcome) + defects.length - (outcome.stake ? 0 : lost),
  }
}

interface Details extends Pick<Outcome, 'promise' | 'stake' | 'figure'> {
  scenario: string
  times: number
  mayFail?: boolean
  defects?: string[]
}

/** Waits through the API until nothing is in progress, since the embedded database belongs to its process. */
async function finishedAt(origin: string, token: string): Promise<void> {
  await waitUntilFinished(async () => {
    const counts = await Promise.all(
      ['UPLOADED', 'QUEUED', 'PROCESSING'].map(async (status) => {
        const answer = await fetch(`${origin}${apiBase}/documents/count?status=${status}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        if (!answer.ok) throw new Error(`The count of documents answered ${answer.status}.`)
        return Count.parse(await answer.json()).total
      }),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  })
}

/**
 * Lets the embedded product close jobs that still wait although their document is completed. Returns defects.
 */
async function closeWaitingJobs(setup: Setup): Promise<string[]> {
  const running = await setup.start('all')
  await wait(2_000)
  const code = running.hasEnded() ? 'an early exit' : await running.stop()
  return code === 0
    ? []
    : [`a process that closes waiting jobs stopped with ${code}: ${running.output().slice(-500)}`]
}

/** Waits for the remaining work, stops all processes and checks everything. */
export async function finishAndInspect(
  setup: Setup,
  teacher: Teacher,
  running: Running[],
  { mayFail = false, defects = [], ...details }: Details,
): Promise<Outcome> {
  const ended = running.filter((each) => each.hasEnded())
  const all = [...defects, ...ended.map((each) => `a process ended: ${each.output().slice(-500)}`)]
  if (setup.postgres === null) await finishedAt(running[0]?.origin ?? '', setup.token)
  else {
    // A job is run again if the answer to closing it was lost. It finds its document completed and closes.
    await setup.withDirectAccess((database) =>
      waitUntilFinished(async () => (await selectUnfinished(database)) + (await countOrphanJobs(database))),
    )
  }
  for (const each of running) {
    const code = each.hasEnded() ? 0 : await each.stop()
    if (code !== 0) all.push(`a process stopped with ${code}: ${each.output().slice(-500)}`)
  }
  await setup.discardHalfWritten()
  if (setup.postgres === null) {
    await waitUntilFinished(async () => {
      const waiting = await setup.withDirectAccess(countOrphanJobs)
      if (waiting > 0) all.push(...(await closeWaitingJobs(setup)))
      return waiting
    })
  }
  const seen = await setup.withDirectAccess((database, storage) =>
    inspect(database, storage, teacher.sent, mayFail),
  )
  const acknowledged = teacher.sent.filter(({ id }) => id !== null).length
  return { ...details, where: setup.where, acknowledged, ...seen, defects: all }
}

/** Runs an API, two workers and an uploading teacher while injecting a fault. */
export async function runWithFault(
  setup: Setup,
  teacher: Teacher,
  details: Details,
  fault: (parts: { api: Running; workers: Running[] }) => Promise<void>,
  faultSettings: NodeJS.ProcessEnv[] = [{}, {}],
): Promise<Outcome> {
  const api = await setup.start('api')
  const workers = await Promise.all(faultSettings.map((settings) => setup.start('worker', settings)))
  const stopUploading = teacher.keepUploading(() => api.origin)
  await wait(1_000)
  await fault({ api, workers })
  await wait(1_000)
  await stopUploading()
  return finishAndInspect(setup, teacher, [api, ...workers], details)
}
