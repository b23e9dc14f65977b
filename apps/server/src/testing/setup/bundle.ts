import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { removeLeftBehind } from '../../../../../packages/extract/src/testing/left-behind.ts'

/**
 * A folder with the bundled server: `start.js`, `extract-child.cjs`, `reader-process.js`,
 * `detector-thread.js`, `print-child.js`.
 */
export interface Bundle {
  readonly folder: string
  remove(): Promise<void>
}

/** Names a bundle that all parts of `npm test` share; whoever sets it removes the folder. */
export const sharedBundle = 'PENMARK_TEST_BUNDLE'

const bundles = fileURLToPath(new URL('../../../build', import.meta.url))

/**
 * A folder for a bundle inside this workspace, where it finds its packages. Deletes what killed runs left
 * there.
 */
export function bundleFolder(name: string): string {
  removeLeftBehind(bundles, `${name}-`)
  return join(bundles, `${name}-${process.pid}`)
}

/**
 * Bundles the server into a folder of this process, unless `npm test` has already bundled it for all its
 * parts.
 */
export async function openBundle(name: string): Promise<Bundle> {
  const shared = process.env[sharedBundle]
  if (shared) return { folder: shared, remove: async () => undefined }
  const folder = bundleFolder(name)
  const program = fileURLToPath(new URL('../../../../../scripts/build.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [program, 'server', '--server-folder', folder])
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}
