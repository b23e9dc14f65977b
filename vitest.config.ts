import { defineConfig } from 'vitest/config'

/** Unit and API tests of every workspace and of the scripts, in one run. The browser journeys have their own: tests/e2e/vitest.config.ts. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      'packages/*',
      'apps/*',
      {
        test: {
          name: 'scripts',
          include: [
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'tests/spec-coverage/*.test.ts',
            'tests/reliability/*.test.ts',
            'tests/security/*.test.ts',
          ],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
