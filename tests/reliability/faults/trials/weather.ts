import { setTimeout as wait } from 'node:timers/promises'
import type { Setting } from '../setting.ts'
import type { Teacher } from '../teacher.ts'
import { during, type Outcome } from '../trial.ts'
import type { Weather } from '../wire.ts'

const between = 1_000

/** PostgreSQL ends at once, as when its machine restarts, and is back after a moment. */
export function restartPostgres(setting: Setting, teacher: Teacher, times: number): Promise<Outcome> {
  return during(setting, teacher, { trial: 'PostgreSQL ends at once and starts again', times }, async () => {
    for (let i = 0; i < times; i += 1) {
      await setting.postgres?.halt('immediate')
      await wait(between)
      await setting.postgres?.start()
      await wait(between)
    }
  })
}

const words: Record<'postgres' | 's3', Partial<Record<Weather, string>>> = {
  postgres: {
    cut: 'every connection to PostgreSQL is cut, and none is accepted for a while',
    silent: 'nothing comes through to PostgreSQL for a while, and nothing says so',
    slow: 'PostgreSQL is 400 ms away',
  },
  s3: {
    cut: 'every connection to S3 is cut, and none is accepted for a while',
    error: 'S3 answers 500',
    silent: 'nothing comes through to S3 for a while, and nothing says so',
    slow: 'S3 is 400 ms away',
  },
}

/** A wire that breaks in one of many ways, and is whole again. */
export function breakWire(
  setting: Setting,
  teacher: Teacher,
  { wire, weather, forMs, times }: { wire: 'postgres' | 's3'; weather: Weather; forMs: number; times: number },
): Promise<Outcome> {
  const trial = words[wire][weather] ?? weather
  // A file that cannot be read again and again is given up, and told so; its words are given back.
  return during(setting, teacher, { trial, times, mayFail: wire === 's3' }, async () => {
    for (let i = 0; i < times; i += 1) {
      setting.wires?.[wire].set(weather)
      await wait(forMs)
      setting.wires?.[wire].set('clear')
      await wait(between)
    }
  })
}
