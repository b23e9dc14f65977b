import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.shared.ts'

/** Node's own localStorage, which 25 and newer have, would stand in the way of jsdom's. */
const withoutOwnStorage = '--no-experimental-webstorage'
const knowsStorage = process.allowedNodeEnvironmentFlags.has(withoutOwnStorage)

export default defineConfig({
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    // Files share a process, its modules and its browser, since setting these up costs more than most tests; setup.ts clears up after each test.
    isolate: false,
    // Two do not keep two processors busy, since a test of a page often waits.
    maxWorkers: 3,
    // vitest wants projects with other numbers of workers in another group, which runs after them.
    sequence: { groupOrder: 1 },
    // jsdom lays nothing out and stumbles over selectors that browsers know.
    css: false,
    ...shared,
    execArgv: [...shared.execArgv, ...(knowsStorage ? [withoutOwnStorage] : [])],
  },
})
