import { setTimeout as wait } from 'node:timers/promises'
import { selectUnfinished } from '../invariants.ts'
import { finishAndInspect, type Outcome } from '../scenario.ts'
import type { Setup } from '../setup.ts'
import type { Teacher } from '../teacher.ts'

/** A call that moves nothing for 15 seconds is aborted. */
const answeredWithinMs = 30_000
/** Documents are tried again after pauses of up to a minute. */
const finishedWithinMs = 120_000
/** `FINISH_SECONDS` of the setup, and what is cut off afterwards. */
const endedWithinMs = 17_000
const uploadsEach = 4

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`

/**
 * Lets the bucket accept everything and answer nothing while a teacher uploads, and again while the processes
 * are stopped.
 */
export async function hangBucket(
  setup: Setup,
  teacher: Teacher,
  { forMs, times }: { forMs: number; times: number },
): Promise<Outcome> {
  const defects: string[] = []
  const longest = { upload: 0, afterwards: 0, ending: 0 }
  const setBucket = (fault: 'silent' | 'clear') => setup.proxies?.s3.set(fault)
  const check = (name: keyof typeof longest, ms: number, limitMs: number, what: string) => {
    longest[name] = Math.max(longest[name], ms)
    if (ms > limitMs) defects.push(`${what} took ${seconds(ms)}`)
  }
  for (let i = 0; i < times; i += 1) {
    const [api, worker] = [await setup.start('api'), await setup.start('worker')]
    await teacher.upload(api.origin, uploadsEach)
    setBucket('silent')
    const hanging = wait(forMs)
    check(
      'upload',
      await timed(() => teacher.upload(api.origin, uploadsEach)),
      answeredWithinMs,
      'an upload to a bucket that hangs',
    )
    await hanging
    setBucket('clear')
    const unfinished = () => setup.withDirectAccess(selectUnfinished)
    const finish = async () => {
      while ((await unfinished()) > 0) await wait(250)
    }
    check(
      'afterwards',
      await timed(finish),
      finishedWithinMs,
      'finishing the documents of a bucket that is well again',
    )
    setBucket('silent')
    const uploading = teacher.upload(api.origin, uploadsEach)
    await wait(500)
    const codes: (number | null)[] = []
    const stop = async () => void codes.push(...(await Promise.all([api.stop(), worker.stop()])))
    check('ending', await timed(stop), endedWithinMs, 'stopping beside a bucket that hangs')
    if (codes.some((code) => code !== 0))
      defects.push(`processes beside a bucket that hangs ended with ${codes.join(' and ')}`)
    await uploading
    setBucket('clear')
  }
  const [api, worker] = [await setup.start('api'), await setup.start('worker')]
  return finishAndInspect(setup, teacher, [api, worker], {
    scenario: 'a bucket that accepts and never answers',
    times,
    mayFail: true,
    promise: 'outside-services',
    defects,
    figure: `an upload was answered within ${seconds(longest.upload)}, the documents were done ${seconds(longest.afterwards)} after the bucket was well, and SIGTERM ended the processes within ${seconds(longest.ending)}`,
  })
}
