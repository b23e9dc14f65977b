import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { removeLeftBehind } from '../../../../../packages/extract/src/testing/left-behind.ts'
import { stampOf } from '../../../../../scripts/stale.mjs'

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

const keptForMs = 24 * 60 * 60_000

/** Deletes what a day of work on other states of the sources has left in `build`. */
async function removeOutdated(prefix: string, kept: string): Promise<void> {
  for (const name of await readdir(bundles)) {
    const place = join(bundles, name)
    if (!name.startsWith(prefix) || place === kept) continue
    const { mtimeMs } = await stat(place).catch(() => ({ mtimeMs: Date.now() }))
    if (mtimeMs < Date.now() - keptForMs) await rm(place, { recursive: true, force: true })
  }
}

/**
 * A folder in `build` that depends on nothing but `key`: made by the first run that asks for it, and only
 * read afterwards. Runs that make it at the same time each make their own, and the first one stays.
 */
export async function keptFolder(
  name: string,
  key: string,
  make: (draft: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(bundles, `${name}-of-${key.slice(0, 16)}`)
  if (!existsSync(folder)) {
    const draft = bundleFolder(`${name}-draft`)
    await make(draft)
    await rename(draft, folder).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    })
    await removeOutdated(`${name}-of-`, folder)
  }
  await utimes(folder, new Date(), new Date())
  return folder
}

/**
 * A folder with the bundled server (`start.js`, `extract-child.cjs`, `reader-process.js`,
 * `detector-thread.js`, `print-child.js`), made again only after a change of its sources.
 */
export async function openBundle(): Promise<string> {
  const shared = process.env[sharedBundle]
  if (shared) return shared
  return keptFolder('bundle', await stampOf('server'), async (draft) => {
    const program = fileURLToPath(new URL('../../../../../scripts/build.mjs', import.meta.url))
    await promisify(execFile)(process.execPath, [program, 'server', '--server-folder', draft])
  })
}
