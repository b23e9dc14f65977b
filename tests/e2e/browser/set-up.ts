import type { TestProject } from 'vitest/node'
import { findChromium } from './find.ts'
import { installChromium } from './install.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser; null if there is none and the journeys are skipped. */
    chromium: string | null
  }
}

export default function setUp(project: TestProject): void {
  let path = findChromium()
  if (path === null) {
    installChromium()
    path = findChromium()
  }
  if (path === null && process.env.CI === 'true') {
    throw new Error('No Chromium was found and none could be installed. Install one or set CHROMIUM_PATH.')
  }
  if (path === null) {
    process.stdout.write(
      'The browser tests are skipped: no Chromium was found and none could be installed. Install one or set CHROMIUM_PATH.\n',
    )
  }
  project.provide('chromium', path)
}
