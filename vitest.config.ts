import { configDefaults, defineConfig } from 'vitest/config'
import { shared } from './vitest.shared.ts'

/** Tests of the tree as a whole, which belong to no workspace. */
export const treeProjects = [
  {
    test: {
      name: 'scripts',
      include: [
        'scripts/**/*.test.ts',
        'bench/**/*.test.ts',
        'tests/spec-coverage/*.test.ts',
        'tests/reliability/*.test.ts',
        'tests/security/*.test.ts',
        'tests/deploy/*.test.ts',
        'tests/nodes/*.test.ts',
      ],
      // Files of one worker load what they share only once.
      isolate: false,
      ...shared,
    },
  },
  {
    test: {
      name: 'complexity',
      include: ['tests/complexity/*.test.ts'],
      ...shared,
    },
  },
]

/**
 * Unit and API tests of every workspace and of the scripts, in one run. The browser journeys have their own:
 * tests/e2e/vitest.config.ts.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // Read by tests, not imported: a change of these can reach any of them (`npm run check`).
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      '**/migrations/*.sql',
      '**/public/locales/**',
      '**/models/*',
    ],
    projects: ['packages/*', 'apps/*', ...treeProjects],
  },
})
