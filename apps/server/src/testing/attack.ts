import { appendFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Attack, PromiseName } from '../../../../tests/reliability/promises.ts'

/** Names the file into which `npm run trial -- security` collects what the tests of attacks counted. */
export const attackLog = 'PENMARK_ATTACK_LOG'

/** Counts the attempts of one attack, for the test that makes them and for docs/reliability.md. */
export function createAttack(promise: PromiseName, attack: string, unit: string) {
  let attempts = 0
  const succeeded: string[] = []
  return {
    /** One attempt, with what it was. */
    count(attempt: string, hasSucceeded: boolean) {
      attempts += 1
      if (hasSucceeded) succeeded.push(attempt)
    },
    /** Expects that none succeeded and that no attempt was forgotten. */
    expectDefended(fewest: number) {
      const counted: Attack = {
        promise,
        attack,
        times: attempts,
        atStake: attempts,
        unit,
        lost: succeeded.length,
      }
      const log = process.env[attackLog]
      if (log !== undefined) appendFileSync(log, `${JSON.stringify(counted)}\n`)
      expect(succeeded).toEqual([])
      expect(attempts).toBeGreaterThanOrEqual(fewest)
    },
  }
}
