import { defineConfig } from 'vitest/config'
import { shared } from '../../vitest.shared.ts'

/** Files share a process, because each would load the readers of PDFs and of writing on pictures again. */
export default defineConfig({
  test: { include: ['src/**/*.test.ts'], isolate: false, ...shared, maxWorkers: 2 },
})
