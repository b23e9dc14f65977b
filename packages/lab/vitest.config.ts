import { defineConfig } from 'vitest/config'
import { limits } from '../../vitest.limits.ts'

/** Small models are really trained. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'], isolate: false, ...limits } })
