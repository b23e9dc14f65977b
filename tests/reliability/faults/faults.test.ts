import { afterAll, describe, expect, test } from 'vitest'
import { providePostgres } from '../../../apps/server/src/testing/postgres/find.ts'
import { hasPgBackRest } from './archive.ts'
import { removeBuild } from './build.ts'
import { pointInTimeForms, rehearsePointInTime } from './point-in-time.ts'
import { isGood } from './scenario.ts'
import { scenarios } from './scenarios.ts'

const binaries = providePostgres()

afterAll(removeBuild)

describe('nothing is lost, duplicated, left behind or wrongly charged', () => {
  for (const { name, isServed, run } of scenarios) {
    test.skipIf(isServed && binaries === null)(`with this fault: ${name}`, async ({ skip }) => {
      const outcome = await run('short', binaries)
      if (outcome === null) skip('only in the long form, or not allowed on this machine')
      else expect(outcome, JSON.stringify(outcome, null, 1)).toSatisfy(isGood)
    })
  }
})

test.skipIf(binaries === null || !hasPgBackRest())(
  'a destroyed PostgreSQL server is restored from its archive, and no file is lost',
  async () => {
    const restored = await rehearsePointInTime(binaries ?? '', pointInTimeForms.short)
    expect(restored?.isGood, JSON.stringify(restored, null, 1)).toBe(true)
  },
)
