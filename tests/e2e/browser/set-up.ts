import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { scratch } from '../../../apps/server/src/testing/setup/scratch.ts'
import { shareProducts } from '../product/shared.ts'
import { findFirefox, findJourneyChromium } from './find.ts'
import { installChromium } from './install.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser; null if there is none and the journeys are skipped. */
    chromium: string | null
    /** Path of the second browser; null if there is none and what needs it is skipped. */
    firefox: string | null
    /** A data folder with a migrated, empty database, for journeys to start on a copy of. */
    dataTemplate: string
    /** Where a worker asks for the product that its journeys share. */
    sharedProducts: string
  }
}

/**
 * Builds the product before any journey starts it, because two concurrent builds would write to the same
 * folder, and migrates a database into `dataDir`.
 */
function buildAndMigrate(dataDir: string): void {
  const run = (...program: string[]) => {
    const { status } = spawnSync(process.execPath, program, {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir },
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error(`The product could not be built: code ${status}.`)
  }
  run('scripts/start.mjs', 'migrate')
  // As it serves them some seconds after its first start: journeys weigh them.
  run('scripts/compressed-files.mjs')
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // This process starts the products that workers share.
  process.env.TMPDIR = scratch
  let path = findJourneyChromium()
  if (path === null) {
    installChromium()
    path = findJourneyChromium()
  }
  if (path === null && process.env.CI === 'true') {
    throw new Error('No Chromium was found and none could be installed. Install one or set CHROMIUM_PATH.')
  }
  if (path === null) {
    process.stdout.write(
      'The browser tests are skipped: no Chromium was found and none could be installed. Install one or set CHROMIUM_PATH.\n',
    )
  }
  const firefox = findFirefox()
  if (path !== null && firefox === null) {
    process.stdout.write(
      'The journey in Firefox is skipped: no Firefox was found. Install one or set FIREFOX_PATH.\n',
    )
  }
  const dataTemplate = mkdtempSync(join(tmpdir(), 'penmark-journey-template-'))
  const remove = () => rmSync(dataTemplate, { recursive: true, force: true })
  try {
    if (path !== null) buildAndMigrate(dataTemplate)
  } catch (error) {
    remove()
    throw error
  }
  const shared = await shareProducts(dataTemplate)
  project.provide('chromium', path)
  project.provide('firefox', firefox)
  project.provide('dataTemplate', dataTemplate)
  project.provide('sharedProducts', shared.address)
  return async () => {
    await shared.close()
    remove()
  }
}
