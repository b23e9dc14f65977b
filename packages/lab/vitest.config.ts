import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.shared.ts'

/** Small models are really trained. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'], isolate: false, ...shared } })
