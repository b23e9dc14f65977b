import { defineConfig } from 'vitest/config'
import { scratch } from '../../apps/server/src/testing/setup/scratch.ts'
import { shared } from '../../vitest.shared.ts'

/**
 * Journeys through the real product in a real browser. Three workers: journeys mostly wait, so two would
 * leave the processors idle.
 */
export default defineConfig({
  test: {
    name: 'journeys',
    include: ['**/*.test.ts'],
    globalSetup: ['../../apps/server/src/testing/setup/scratch.ts', './browser/set-up.ts'],
    env: { TMPDIR: scratch },
    maxWorkers: 3,
    // The files of a worker share its browser, and load what they import once.
    isolate: false,
    ...shared,
    // A journey is many steps.
    testTimeout: 600_000,
  },
})
