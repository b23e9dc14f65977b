import { setTimeout as wait } from 'node:timers/promises'
import { type Outcome, runWithFault } from '../scenario.ts'
import type { Setup } from '../setup.ts'
import type { NetworkFault } from '../tcp-proxy.ts'
import type { Teacher } from '../teacher.ts'

const between = 1_000

/** Stops PostgreSQL immediately, as if its machine restarted, and starts it again. */
export function restartPostgres(setup: Setup, teacher: Teacher, times: number): Promise<Outcome> {
  return runWithFault(
    setup,
    teacher,
    { scenario: 'PostgreSQL stops immediately and restarts', times },
    async () => {
      for (let i = 0; i < times; i += 1) {
        await setup.postgres?.halt('immediate')
        await wait(between)
        await setup.postgres?.start()
        await wait(between)
      }
    },
  )
}

const words: Record<'postgres' | 's3', Partial<Record<NetworkFault, string>>> = {
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

/** Disrupts one connection in some way, then restores it. */
export function disruptNetwork(
  setup: Setup,
  teacher: Teacher,
  {
    proxy,
    networkFault,
    forMs,
    times,
  }: { proxy: 'postgres' | 's3'; networkFault: NetworkFault; forMs: number; times: number },
): Promise<Outcome> {
  const scenario = words[proxy][networkFault] ?? networkFault
  // A file that repeatedly cannot be read ends in ERROR, and its words are released.
  return runWithFault(setup, teacher, { scenario, times, mayFail: proxy === 's3' }, async () => {
    for (let i = 0; i < times; i += 1) {
      setup.proxies?.[proxy].set(networkFault)
      await wait(forMs)
      setup.proxies?.[proxy].set('clear')
      await wait(between)
    }
  })
}
