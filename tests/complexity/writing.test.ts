import { describe, expect, test } from 'vitest'
import { enoughMs, processorMs } from './processor-time.ts'
import { entryCount, recordSteps, records } from './records.ts'

describe.each(records)('a long record of %s', (_, recordOf) => {
  const entries = recordOf(entryCount)

  test.each(recordSteps)('takes at most a second of processor time to %s', async (_name, run) => {
    expect(await processorMs(() => run(entries))).toBeLessThanOrEqual(enoughMs)
  })
})
