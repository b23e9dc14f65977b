import { defineConfig } from 'vitest/config'
import { scratch } from '../../../apps/server/src/testing/setup/scratch.ts'
import { shared } from '../../../vitest.shared.ts'

/**
 * The short form of `npm run trial -- faults`, one scenario at a time, since each starts its own processes.
 * Unlike the long form, it keeps its folders in memory if enough is free.
 */
export default defineConfig({
  test: {
    name: 'faults',
    include: ['**/*.test.ts'],
    globalSetup: ['../../../apps/server/src/testing/setup/scratch.ts'],
    env: { TMPDIR: scratch },
    fileParallelism: false,
    ...shared,
    testTimeout: 600_000,
  },
})
