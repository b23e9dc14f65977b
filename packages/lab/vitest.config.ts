import { defineConfig } from 'vitest/config'

/** Small models are really trained; the timeout only guards against a hanging test. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 } })
