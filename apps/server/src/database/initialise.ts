import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { syncFolder } from '../outside/disk/disk.ts'

/** Passed to Node as an argument, so that neither the source nor the bundle needs a separate file. */
const program = `
const { PGlite } = await import(process.argv[1])
await (await PGlite.create(process.argv[2])).close()
`

async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const found = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await syncFolder(found)
    if (!entry.isFile()) continue
    const handle = await open(found, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

/**
 * Creates an empty database in `folder` unless there is one. Initialising takes half a gigabyte that a process never returns to the system, so
 * a child process does it, in a temporary folder that is renamed at the end: an interrupted start leaves nothing half made.
 */
export async function initialise(folder: string): Promise<void> {
  if (existsSync(path.join(folder, 'PG_VERSION'))) return
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, import.meta.resolve('@electric-sql/pglite'), draft])
  await syncAll(draft)
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
  await syncFolder(path.dirname(folder))
}
