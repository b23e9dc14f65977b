import { defineConfig } from 'vitest/config'
import { limits } from '../../vitest.limits.ts'

/** Every test starts the real program, some several times. */
export default defineConfig({ test: { ...limits, isolate: false, globalSetup: 'src/testing/build.ts' } })
