import { defineConfig } from 'vitest/config'
import { limits } from '../../vitest.limits.ts'

/** Property tests read the model once and score many texts. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'], ...limits } })
