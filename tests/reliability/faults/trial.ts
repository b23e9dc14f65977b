import { setTimeout as wait } from 'node:timers/promises'
import { apiBase, Count } from '../../../packages/contract/src/index.ts'
import { faultsIn, inspect, type Seen, selectUnfinished, settled } from './invariants.ts'
import type { Running } from './processes.ts'
import type { Setting, Where } from './setting.ts'
import type { Teacher } from './teacher.ts'

/** What one trial found. */
export interface Outcome extends Seen {
  trial: string
  where: Where
  /** How often it was done to the product. */
  times: number
  acknowledged: number
  /** What else should not have happened, in words; empty for nothing. */
  surprises: string[]
}

export const isGood = (outcome: Outcome): boolean => faultsIn(outcome) === 0 && outcome.surprises.length === 0 && outcome.acknowledged > 0

interface Told {
  trial: string
  times: number
  mayFail?: boolean
  surprises?: string[]
}

/** Waits until nothing is in progress, as a teacher sees it: the embedded database is its process's own. */
async function finishedAt(origin: string, token: string): Promise<void> {
  await settled(async () => {
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

/** Lets what is left be finished, ends every process and looks at everything. */
export async function conclude(
  setting: Setting,
  teacher: Teacher,
  running: Running[],
  { trial, times, mayFail = false, surprises = [] }: Told,
): Promise<Outcome> {
  const ended = running.filter((each) => each.hasEnded())
  const all = [...surprises, ...ended.map((each) => `a process ended: ${each.output().slice(-500)}`)]
  if (setting.postgres === null) await finishedAt(running[0]?.origin ?? '', setting.token)
  else await setting.look((database) => settled(() => selectUnfinished(database)))
  for (const each of running) {
    const code = each.hasEnded() ? 0 : await each.stop()
    if (code !== 0) all.push(`a process stopped with ${code}: ${each.output().slice(-500)}`)
  }
  const seen = await setting.look((database, storage) => inspect(database, storage, teacher.sent, mayFail))
  const acknowledged = teacher.sent.filter(({ id }) => id !== null).length
  return { trial, where: setting.where, times, acknowledged, ...seen, surprises: all }
}

/** An API and two workers, a teacher who uploads all the while, and something that is done to them. */
export async function during(
  setting: Setting,
  teacher: Teacher,
  told: Told,
  fault: (parts: { api: Running; workers: Running[] }) => Promise<void>,
  traps: NodeJS.ProcessEnv[] = [{}, {}],
): Promise<Outcome> {
  const api = await setting.start('api')
  const workers = await Promise.all(traps.map((trap) => setting.start('worker', trap)))
  const stopUploading = teacher.keepUploading(() => api.origin)
  await wait(1_000)
  await fault({ api, workers })
  await wait(1_000)
  await stopUploading()
  return conclude(setting, teacher, [api, ...workers], told)
}
