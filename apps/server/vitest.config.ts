import { defineConfig } from 'vitest/config'
import { limits } from '../../vitest.limits.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/template.ts'],
    ...limits,
    maxWorkers: 2,
    pool: 'forks',
    // Files of one worker share loaded modules and the test database; no test replaces a module.
    isolate: false,
  },
})
