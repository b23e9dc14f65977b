import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.shared.ts'

/** Files share a process, because nothing here keeps state. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'], isolate: false, ...shared } })
