import { defineConfig } from 'vitest/config'
import { limits } from '../../vitest.limits.ts'

export default defineConfig({ test: { include: ['src/**/*.test.ts'], ...limits, maxWorkers: 2 } })
