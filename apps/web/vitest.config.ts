import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { limits } from '../../vitest.limits.ts'

export default defineConfig({
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    // Files share a process, its modules and its browser, since setting these up costs more than most tests; setup.ts clears up after each test.
    isolate: false,
    // jsdom lays nothing out and stumbles over selectors that browsers know.
    css: false,
    ...limits,
  },
})
