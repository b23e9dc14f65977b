import type { Outcome } from './scenario.ts'
import { loseAnswers } from './scenarios/answers.ts'
import { countSyncs, failSyncs, fillDisk, openSmallDisk, startTwice } from './scenarios/disk.ts'
import { hangBucket } from './scenarios/hanging-bucket.ts'
import { killApis, killEmbedded, killWorkers } from './scenarios/kills.ts'
import { disruptNetwork, restartPostgres } from './scenarios/network.ts'
import { damageDatabase, emptyDatabase, loseDatabase, shareBucket } from './scenarios/operator-mistakes.ts'
import { stopInStorm } from './scenarios/storm.ts'
import { deliverTwice, hangReader, hangWhileReading, setClocks, stopGracefully } from './scenarios/workers.ts'
import { killWhileHandingIn, killWhileWriting } from './scenarios/writing.ts'
import { openSetup, type Setup } from './setup.ts'
import { createTeacher, type Teacher } from './teacher.ts'

export type Form = 'short' | 'long'

export interface Scenario {
  /** Name for `--only`. */
  name: string
  /** Whether it needs PostgreSQL. */
  isServed: boolean
  /** Null if the short form skips it or this machine does not permit it. */
  run(form: Form, binaries: string | null): Promise<Outcome | null>
}

type Work = (setup: Setup, teacher: Teacher, form: Form) => Promise<Outcome>

async function withSetup(options: Parameters<typeof openSetup>[0], form: Form, work: Work): Promise<Outcome> {
  const setup = await openSetup(options)
  try {
    return await work(setup, createTeacher(setup.token), form)
  } finally {
    await setup.close()
  }
}

const embedded = (name: string, work: Work): Scenario => ({
  name,
  isServed: false,
  run: (form) => withSetup({ binaries: null }, form, work),
})
const served = (
  name: string,
  work: Work,
  { onlyLong = false, prepare }: { onlyLong?: boolean; prepare?: typeof hangReader } = {},
): Scenario => ({
  name,
  isServed: true,
  run: async (form, binaries) =>
    onlyLong && form === 'short' ? null : withSetup({ binaries, ...(prepare && { prepare }) }, form, work),
})
const times = (form: Form, short: number, long: number) => (form === 'short' ? short : long)

/** Every combination of database and storage. The short form skips the unusual ones. */
const answersLost = (isServed: boolean, files: 'folder' | 's3'): Scenario => ({
  name: `answers-lost-${isServed ? 'postgresql' : 'embedded'}-${files}`,
  isServed,
  run: async (form, binaries) =>
    form === 'short' && isServed !== (files === 's3')
      ? null
      : withSetup({ binaries: isServed ? binaries : null, files }, form, (setup, teacher) =>
          loseAnswers(setup, teacher, times(form, 1, 10)),
        ),
})

/** All scenarios, quick ones first. */
export const scenarios: readonly Scenario[] = [
  embedded('syncs', (setup, teacher, form) => countSyncs(setup, teacher, times(form, 6, 60))),
  embedded('syncs-fail', (setup, teacher, form) => failSyncs(setup, teacher, times(form, 1, 10))),
  embedded('twice', (setup, teacher, form) => startTwice(setup, teacher, times(form, 1, 10))),
  {
    name: 'disk',
    isServed: false,
    async run(form) {
      const disk = openSmallDisk()
      if (disk === null) return null
      try {
        return await withSetup({ binaries: null, dataDir: disk.folder }, form, (setup, teacher) =>
          fillDisk(setup, teacher, times(form, 1, 5)),
        )
      } finally {
        disk.close()
      }
    },
  },
  embedded('kill', (setup, teacher, form) => killEmbedded(setup, teacher, times(form, 6, 110))),
  embedded('storm', (setup, teacher, form) => stopInStorm(setup, teacher, times(form, 2, 10))),
  embedded('kill-writing', (setup, teacher, form) => killWhileWriting(setup, teacher, times(form, 3, 30))),
  served('kill-writing-postgresql', (setup, teacher, form) =>
    killWhileWriting(setup, teacher, times(form, 3, 30)),
  ),
  embedded('kill-hand-ins', (setup, teacher, form) =>
    killWhileHandingIn(setup, teacher, times(form, 8, 100)),
  ),
  ...(['folder', 's3'] as const).flatMap((files) => [answersLost(false, files), answersLost(true, files)]),
  served('kill-worker', (setup, teacher, form) => killWorkers(setup, teacher, times(form, 3, 110))),
  served('kill-api', (setup, teacher, form) => killApis(setup, teacher, times(form, 3, 100))),
  served('restart', (setup, teacher, form) => restartPostgres(setup, teacher, times(form, 1, 5))),
  served('database-cut', (setup, teacher, form) =>
    disruptNetwork(setup, teacher, {
      proxy: 'postgres',
      networkFault: 'cut',
      forMs: 1_500,
      times: times(form, 1, 5),
    }),
  ),
  served(
    'database-silent',
    (setup, teacher) =>
      disruptNetwork(setup, teacher, { proxy: 'postgres', networkFault: 'silent', forMs: 20_000, times: 2 }),
    { onlyLong: true },
  ),
  served(
    'database-slow',
    (setup, teacher) =>
      disruptNetwork(setup, teacher, { proxy: 'postgres', networkFault: 'slow', forMs: 10_000, times: 1 }),
    {
      onlyLong: true,
    },
  ),
  served('s3-error', (setup, teacher, form) =>
    disruptNetwork(setup, teacher, {
      proxy: 's3',
      networkFault: 'error',
      forMs: 2_000,
      times: times(form, 1, 3),
    }),
  ),
  served(
    's3-cut',
    (setup, teacher) =>
      disruptNetwork(setup, teacher, { proxy: 's3', networkFault: 'cut', forMs: 2_000, times: 3 }),
    {
      onlyLong: true,
    },
  ),
  served(
    's3-slow',
    (setup, teacher) =>
      disruptNetwork(setup, teacher, { proxy: 's3', networkFault: 'slow', forMs: 8_000, times: 1 }),
    {
      onlyLong: true,
    },
  ),
  embedded('database-missing', (setup, teacher, form) => loseDatabase(setup, teacher, times(form, 2, 10))),
  served('database-empty', (setup, teacher, form) => emptyDatabase(setup, teacher, times(form, 1, 10))),
  served('bucket-shared', (setup, teacher, form) => shareBucket(setup, teacher, times(form, 1, 10))),
  embedded('database-damaged', (setup, teacher, form) => damageDatabase(setup, teacher, times(form, 1, 3))),
  served('s3-hanging', (setup, teacher, form) =>
    hangBucket(setup, teacher, { forMs: times(form, 20_000, 60_000), times: times(form, 1, 3) }),
  ),
  served('delivery', (setup, teacher, form) => deliverTwice(setup, teacher, times(form, 20, 300))),
  served('clocks', (setup, teacher) => setClocks(setup, teacher), { onlyLong: true }),
  served('hang', (setup, teacher) => hangWhileReading(setup, teacher), {
    onlyLong: true,
    prepare: hangReader,
  }),
  served('leave', (setup, teacher, form) => stopGracefully(setup, teacher, times(form, 1, 5))),
]
