import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.shared.ts'

/** Node 25 and newer have a localStorage, which would replace jsdom's. */
const disableNodeStorage = '--no-experimental-webstorage'
const hasNodeStorage = process.allowedNodeEnvironmentFlags.has(disableNodeStorage)

export default defineConfig({
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    // Files share a process, its modules and its jsdom, because setting these up costs more than most tests.
    // setup.ts cleans up after each test.
    isolate: false,
    // More workers than two processors, because tests of pages often wait.
    maxWorkers: 3,
    // Vitest requires projects with different numbers of workers to be in different groups, which run one
    // after the other.
    sequence: { groupOrder: 1 },
    // jsdom computes no layout and fails on some selectors that browsers support.
    css: false,
    ...shared,
    execArgv: [...shared.execArgv, ...(hasNodeStorage ? [disableNodeStorage] : [])],
  },
})
