import { defineConfig } from 'vitest/config'

/** Journeys through the real product in a real browser, two files at a time: each starts its own server and browser. */
export default defineConfig({
  test: {
    name: 'journeys',
    include: ['**/*.test.ts'],
    globalSetup: ['./browser/set-up.ts'],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
