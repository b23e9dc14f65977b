import { open, readdir, statfs } from 'node:fs/promises'
import path from 'node:path'

/** Size and free space of the disk that holds `folder`, in bytes; null when the system does not report them. */
export async function diskSpaceOf(folder: string): Promise<{ free_bytes: number; total_bytes: number } | null> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
  } catch {
    return null
  }
}

/** Syncs a folder to disk: a synced file is still lost if its directory entry is not on disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder for this; there the rename itself is durable.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Syncs everything in a folder to disk. */
export async function syncAll(folder: string): Promise<void> {
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
  await syncFolder(folder)
}
