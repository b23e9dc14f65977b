import { defineConfig } from 'vitest/config'
import { limits } from '../../vitest.limits.ts'

/** Files share a process, because nothing here keeps state. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'], isolate: false, ...limits } })
