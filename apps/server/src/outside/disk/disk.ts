import { open, statfs } from 'node:fs/promises'

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
