import { defineConfig } from 'vitest/config'

/** Journeys through the real product in a real browser, one file at a time: each starts a server of its own. */
export default defineConfig({
  test: {
    name: 'journeys',
    include: ['**/*.test.ts'],
    globalSetup: ['./browser/set-up.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
