import { openSetting, type Setting } from './setting.ts'
import { createTeacher, type Teacher } from './teacher.ts'
import type { Outcome } from './trial.ts'
import { loseAnswers } from './trials/answers.ts'
import { countSyncs, fillDisk, openSmallDisk, startTwice } from './trials/disk.ts'
import { killApis, killEmbedded, killWorkers } from './trials/kills.ts'
import { breakWire, restartPostgres } from './trials/weather.ts'
import { deliverTwice, hangReader, hangs, leaveInOrder, setClocks } from './trials/work.ts'

export type Form = 'short' | 'long'

export interface Trial {
  /** For `--only`. */
  name: string
  /** Whether it needs PostgreSQL. */
  isServed: boolean
  /** Null for a trial that the short form leaves out, or that this machine does not allow. */
  run(form: Form, binaries: string | null): Promise<Outcome | null>
}

type Work = (setting: Setting, teacher: Teacher, form: Form) => Promise<Outcome>

async function inSetting(options: Parameters<typeof openSetting>[0], form: Form, work: Work): Promise<Outcome> {
  const setting = await openSetting(options)
  try {
    return await work(setting, createTeacher(setting.token), form)
  } finally {
    await setting.close()
  }
}

const embedded = (name: string, work: Work): Trial => ({
  name,
  isServed: false,
  run: (form) => inSetting({ binaries: null }, form, work),
})
const served = (
  name: string,
  work: Work,
  { onlyLong = false, prepare }: { onlyLong?: boolean; prepare?: typeof hangReader } = {},
): Trial => ({
  name,
  isServed: true,
  run: async (form, binaries) => (onlyLong && form === 'short' ? null : inSetting({ binaries, ...(prepare && { prepare }) }, form, work)),
})
const times = (form: Form, short: number, long: number) => (form === 'short' ? short : long)

/** On each database with each place for files. The short form leaves out the unusual pairs. */
const answersLost = (isServed: boolean, files: 'folder' | 's3'): Trial => ({
  name: `answers-lost-${isServed ? 'postgresql' : 'embedded'}-${files}`,
  isServed,
  run: async (form, binaries) =>
    form === 'short' && isServed !== (files === 's3')
      ? null
      : inSetting({ binaries: isServed ? binaries : null, files }, form, (setting, teacher) =>
          loseAnswers(setting, teacher, times(form, 1, 20)),
        ),
})

/** Everything that is done to the product, the quick trials first. */
export const trials: readonly Trial[] = [
  embedded('syncs', (setting, teacher, form) => countSyncs(setting, teacher, times(form, 6, 60))),
  embedded('twice', (setting, teacher, form) => startTwice(setting, teacher, times(form, 1, 10))),
  {
    name: 'disk',
    isServed: false,
    async run(form) {
      const disk = openSmallDisk()
      if (disk === null) return null
      try {
        return await inSetting({ binaries: null, dataDir: disk.folder }, form, (setting, teacher) =>
          fillDisk(setting, teacher, times(form, 1, 5)),
        )
      } finally {
        disk.close()
      }
    },
  },
  embedded('kill', (setting, teacher, form) => killEmbedded(setting, teacher, times(form, 6, 110))),
  ...(['folder', 's3'] as const).flatMap((files) => [answersLost(false, files), answersLost(true, files)]),
  served('kill-worker', (setting, teacher, form) => killWorkers(setting, teacher, times(form, 3, 110))),
  served('kill-api', (setting, teacher, form) => killApis(setting, teacher, times(form, 3, 100))),
  served('restart', (setting, teacher, form) => restartPostgres(setting, teacher, times(form, 1, 5))),
  served('database-cut', (setting, teacher, form) =>
    breakWire(setting, teacher, { wire: 'postgres', weather: 'cut', forMs: 1_500, times: times(form, 1, 5) }),
  ),
  served(
    'database-silent',
    (setting, teacher) => breakWire(setting, teacher, { wire: 'postgres', weather: 'silent', forMs: 20_000, times: 2 }),
    { onlyLong: true },
  ),
  served(
    'database-slow',
    (setting, teacher) => breakWire(setting, teacher, { wire: 'postgres', weather: 'slow', forMs: 10_000, times: 1 }),
    {
      onlyLong: true,
    },
  ),
  served('s3-error', (setting, teacher, form) =>
    breakWire(setting, teacher, { wire: 's3', weather: 'error', forMs: 2_000, times: times(form, 1, 3) }),
  ),
  served('s3-cut', (setting, teacher) => breakWire(setting, teacher, { wire: 's3', weather: 'cut', forMs: 2_000, times: 3 }), {
    onlyLong: true,
  }),
  served('s3-slow', (setting, teacher) => breakWire(setting, teacher, { wire: 's3', weather: 'slow', forMs: 8_000, times: 1 }), {
    onlyLong: true,
  }),
  served('delivery', (setting, teacher, form) => deliverTwice(setting, teacher, times(form, 20, 300))),
  served('clocks', (setting, teacher) => setClocks(setting, teacher), { onlyLong: true }),
  served('hang', (setting, teacher) => hangs(setting, teacher), { onlyLong: true, prepare: hangReader }),
  served('leave', (setting, teacher, form) => leaveInOrder(setting, teacher, times(form, 1, 5))),
]
