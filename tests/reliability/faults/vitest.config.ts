import { defineConfig } from 'vitest/config'

/** The short form of `npm run test:faults`, one scenario at a time, since each starts its own processes. */
export default defineConfig({
  test: { name: 'faults', include: ['**/*.test.ts'], fileParallelism: false, testTimeout: 240_000, hookTimeout: 240_000 },
})
