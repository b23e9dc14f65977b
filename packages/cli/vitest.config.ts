import { defineConfig } from 'vitest/config'

/** Every test starts the real program, some several times. */
export default defineConfig({ test: { testTimeout: 60_000 } })
