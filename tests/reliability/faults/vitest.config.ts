import { defineConfig } from 'vitest/config'
import { limits } from '../../../vitest.limits.ts'

/** The short form of `npm run test:faults`, one scenario at a time, since each starts its own processes. */
export default defineConfig({
  test: { name: 'faults', include: ['**/*.test.ts'], fileParallelism: false, ...limits, testTimeout: 600_000 },
})
