import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/template.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    pool: 'forks',
    // Files of one worker share loaded modules and the test database; no test replaces a module.
    isolate: false,
  },
})
