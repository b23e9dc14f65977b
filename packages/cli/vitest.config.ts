import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.shared.ts'

/** Every test starts the real program, some several times. */
export default defineConfig({ test: { ...shared, isolate: false, globalSetup: 'src/testing/build.ts' } })
