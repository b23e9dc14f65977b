import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiBase } from '../../../../packages/contract/src/index.ts'
import type { Setting } from '../setting.ts'
import type { Teacher } from '../teacher.ts'
import { conclude, during, type Outcome } from '../trial.ts'

const hourMs = 60 * 60 * 1_000

/** Jobs that run are given out again, so that two workers do one. */
export function deliverTwice(setting: Setting, teacher: Teacher, times: number): Promise<Outcome> {
  let given = 0
  const told = { trial: 'running jobs are delivered a second time', times, surprises: [] as string[] }
  return during(setting, teacher, told, () =>
    setting.look(async (database) => {
      for (let i = 0; i < times * 50 && given < times; i += 1) {
        const { rows } = await database.query(
          "update queue.job set state = 'created' where name = 'documents' and state = 'active' and retry_count = 0 returning 1",
        )
        given += rows.length
        await wait(10)
      }
      if (given < times) told.surprises.push(`only ${given} jobs were running`)
    }),
  )
}

/** Workers whose clocks are an hour apart from the API's and the database's. */
export function setClocks(setting: Setting, teacher: Teacher): Promise<Outcome> {
  const told = { trial: "one worker's clock is an hour ahead, another's an hour behind", times: 2 }
  // Longer than the silence after which a worker counts as dead.
  return during(setting, teacher, told, () => wait(15_000), [{ TRAP_CLOCK_MS: String(hourMs) }, { TRAP_CLOCK_MS: String(-hourMs) }])
}

/** The first file is never read to its end. */
export async function hangReader(bundle: string): Promise<void> {
  await rm(join(bundle, 'extract-program.snapshot'), { force: true })
  await rename(join(bundle, 'extract-child.js'), join(bundle, 'extract-child-real.js'))
  await writeFile(
    join(bundle, 'extract-child.js'),
    `import fs from 'node:fs'
const flag = new URL('./hung', import.meta.url)
if (fs.existsSync(flag)) await import('./extract-child-real.js')
else {
  fs.writeFileSync(flag, '')
  process.send('ready')
  setInterval(() => undefined, 1e6)
}
`,
  )
}

/** For an installation whose reader was prepared by `hangReader`. */
export function hangs(setting: Setting, teacher: Teacher): Promise<Outcome> {
  const told = { trial: 'reading a file never finishes', times: 1, mayFail: true }
  return during(setting, teacher, told, () => wait(3_000))
}

/** The signal takes a moment to arrive. */
async function saysNotReady(origin: string): Promise<boolean> {
  for (let looks = 0; looks < 50; looks += 1) {
    if ((await fetch(`${origin}/readyz`)).status === 503) return true
    await wait(20)
  }
  return false
}

/** Asked to stop, a process says first that it is not ready, takes what still comes, and ends well. */
export async function leaveInOrder(setting: Setting, teacher: Teacher, times: number): Promise<Outcome> {
  const surprises: string[] = []
  const leaveSoon = { LEAVE_SECONDS: '2' }
  let api = await setting.start('api', leaveSoon)
  let worker = await setting.start('worker')
  for (let i = 0; i < times; i += 1) {
    const leaving = api
    const stopUploading = teacher.keepUploading(() => leaving.origin)
    await wait(1_000)
    const ended = leaving.stop()
    if (!(await saysNotReady(leaving.origin))) surprises.push('a process that leaves said that it is ready')
    const served = await fetch(`${leaving.origin}${apiBase}/documents/count`, { headers: { authorization: `Bearer ${setting.token}` } })
    if (served.status !== 200) surprises.push(`a process that is not gone yet answered ${served.status}`)
    await stopUploading()
    for (const code of [await ended, await worker.stop()]) if (code !== 0) surprises.push(`a process ended with ${code}`)
    api = await setting.start('api', leaveSoon)
    worker = await setting.start('worker')
  }
  return conclude(setting, teacher, [api, worker], { trial: 'processes are stopped by SIGTERM while teachers upload', times, surprises })
}
