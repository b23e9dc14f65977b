import { defineConfig } from 'vitest/config'

/** Property tests read the model once and score many texts. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 } })
