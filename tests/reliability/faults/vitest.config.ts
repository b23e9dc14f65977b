import { defineConfig } from 'vitest/config'

/** The short form of `npm run test:faults`, one trial at a time: each has processes of its own. */
export default defineConfig({
  test: { name: 'faults', include: ['**/*.test.ts'], fileParallelism: false, testTimeout: 240_000, hookTimeout: 240_000 },
})
