import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiBase } from '../../../../packages/contract/src/index.ts'
import { finishAndInspect, type Outcome, runWithFault } from '../scenario.ts'
import type { Setup } from '../setup.ts'
import type { Teacher } from '../teacher.ts'

const hourMs = 60 * 60 * 1_000

/** Delivers running jobs again, so that two workers process the same document. */
export function deliverTwice(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  let redelivered = 0
  const details = { scenario: 'running jobs are delivered a second time', times, defects: [] as string[] }
  return runWithFault(setup, teacher, details, () =>
    setup.withDirectAccess(async (database) => {
      for (let i = 0; i < times * 50 && redelivered < times; i += 1) {
        const { rows } = await database.query(
          "update queue.job set state = 'created' where name in ('documents', 'texts') and state = 'active' and retry_count = 0 returning 1",
        )
        redelivered += rows.length
        await wait(10)
      }
      if (redelivered < times) details.defects.push(`only ${redelivered} jobs were running`)
    }),
  )
}

/** Sets two workers' clocks an hour away from those of API and database. */
export function setClocks(setup: Setup, teacher: Teacher): Promise<Outcome> {
  const details = { scenario: "one worker's clock is an hour ahead, another's an hour behind", times: 2 }
  // Longer than a worker's lease.
  return runWithFault(setup, teacher, details, () => wait(15_000), [
    { FAULT_CLOCK_SHIFT_MS: String(hourMs) },
    { FAULT_CLOCK_SHIFT_MS: String(-hourMs) },
  ])
}

/** Makes the reader hang on the first file. */
export async function hangReader(bundle: string): Promise<void> {
  await rm(join(bundle, 'extract-program.snapshot'), { force: true })
  await rename(join(bundle, 'extract-child.cjs'), join(bundle, 'extract-child-real.cjs'))
  await writeFile(
    join(bundle, 'extract-child.cjs'),
    `const fs = require('node:fs')
const flag = __dirname + '/hung'
if (fs.existsSync(flag)) require('./extract-child-real.cjs')
else {
  fs.writeFileSync(flag, '')
  process.send('ready')
  setInterval(() => undefined, 1e6)
}
`,
  )
}

/** Needs `prepare: hangReader`. */
export function hangWhileReading(setup: Setup, teacher: Teacher): Promise<Outcome> {
  const details = { scenario: 'reading a file never finishes', times: 1, mayFail: true }
  return runWithFault(setup, teacher, details, () => wait(3_000))
}

/** Polls, because the signal takes a moment to arrive. */
async function becomesNotReady(origin: string): Promise<boolean> {
  for (;;) {
    const status = await fetch(`${origin}/readyz`).then(
      (response) => response.status,
      () => null,
    )
    // Without an answer, the process has already ended.
    if (status !== 200) return status === 503
    await wait(20)
  }
}

/** On SIGTERM a process fails its readiness check first, still accepts requests, and exits with 0. */
export async function stopGracefully(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  const defects: string[] = []
  const settings = { LEAVE_SECONDS: '5' }
  let api = await setup.start('api', settings)
  let worker = await setup.start('worker')
  for (let i = 0; i < times; i += 1) {
    const leaving = api
    const stopUploading = teacher.keepUploading(() => leaving.origin)
    await wait(1_000)
    const ended = leaving.stop()
    if (!(await becomesNotReady(leaving.origin)))
      defects.push('a stopping process reported that it was ready')
    const answer = await fetch(`${leaving.origin}${apiBase}/documents/count`, {
      headers: { authorization: `Bearer ${setup.token}` },
    })
    if (answer.status !== 200) defects.push(`a stopping process answered ${answer.status}`)
    await stopUploading()
    for (const code of [await ended, await worker.stop()])
      if (code !== 0) defects.push(`a process ended with ${code}`)
    api = await setup.start('api', settings)
    worker = await setup.start('worker')
  }
  return finishAndInspect(setup, teacher, [api, worker], {
    scenario: 'processes are stopped by SIGTERM while teachers upload',
    times,
    defects,
  })
}
