import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.shared.ts'
import { scratch } from './src/testing/setup/scratch.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/setup/scratch.ts', 'src/testing/setup/template.ts'],
    ...shared,
    maxWorkers: 2,
    env: { TMPDIR: scratch },
    pool: 'forks',
    // Files of one worker share loaded modules and the test database; no test replaces a module.
    isolate: false,
  },
})
