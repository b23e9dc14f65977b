import { setTimeout as wait } from 'node:timers/promises'
import type { Setting } from '../setting.ts'
import type { Teacher } from '../teacher.ts'
import { during, type Outcome } from '../trial.ts'
import type { Weather } from '../wire.ts'

const between = 1_000

/** PostgreSQL ends at once, as when its machine restarts, and is back after a moment. */
export function restartPostgres(setting: Setting, teacher: Teacher, times: number): Promise<Outcome> {
  return during(setting, teacher, { trial: 'PostgreSQL stops immediately and restarts', times }, async () => {
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
    cut: 'all connections to PostgreSQL are cut and new ones refused for a while',
    silent: 'packets to PostgreSQL are silently dropped for a while',
    slow: 'PostgreSQL has 400 ms of latency',
  },
  s3: {
    cut: 'all connections to S3 are cut and new ones refused for a while',
    error: 'S3 answers 500',
    silent: 'packets to S3 are silently dropped for a while',
    slow: 'S3 has 400 ms of latency',
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
