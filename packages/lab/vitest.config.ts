import { defineConfig } from 'vitest/config'

/** Small models are trained for real; the time is a guard against a test that hangs, not a measure. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 } })
