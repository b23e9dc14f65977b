import { defineConfig } from 'vitest/config'
import { limits } from '../../vitest.limits.ts'

/** Journeys through the real product in a real browser, two files at a time: each starts its own server and browser. */
export default defineConfig({
  test: {
    name: 'journeys',
    include: ['**/*.test.ts'],
    globalSetup: ['./browser/set-up.ts'],
    maxWorkers: 2,
    ...limits,
    // A journey is many steps.
    testTimeout: 600_000,
  },
})
