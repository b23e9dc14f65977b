import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A folder with the bundled server: `start.js`, `extract-child.cjs`, `reader-thread.js`, `detector-thread.js`, `print-child.js`. */
export interface Bundle {
  readonly folder: string
  remove(): Promise<void>
}

/** Names a bundle that all parts of `npm test` share; whoever sets it removes the folder. */
export const sharedBundle = 'PENMARK_TEST_BUNDLE'

/** A folder for a bundle inside this workspace, where it finds its packages. */
export const bundleFolder = (name: string): string => fileURLToPath(new URL(`../../build/${name}-${process.pid}`, import.meta.url))

/** Bundles the server into a folder of this process, unless `npm test` has already bundled it for all its parts. */
export async function openBundle(name: string): Promise<Bundle> {
  const shared = process.env[sharedBundle]
  if (shared) return { folder: shared, remove: async () => undefined }
  const folder = bundleFolder(name)
  const program = fileURLToPath(new URL('../../../../scripts/build.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [program, 'server', '--server-folder', folder])
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}
