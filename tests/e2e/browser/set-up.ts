import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findChromium } from './find.ts'
import { installChromium } from './install.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser; null if there is none and the journeys are skipped. */
    chromium: string | null
  }
}

/** Builds the product before any journey starts it, because two concurrent builds would write to the same folder. */
function build(): void {
  const dataDir = mkdtempSync(join(tmpdir(), 'penmark-journey-build-'))
  try {
    const start = join(import.meta.dirname, '../../../scripts/start.mjs')
    const { status } = spawnSync(process.execPath, [start, 'migrate'], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir },
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error(`The product could not be built: code ${status}.`)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
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
  if (path !== null) build()
  project.provide('chromium', path)
}
