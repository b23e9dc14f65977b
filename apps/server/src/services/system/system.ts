import { open, readdir, statfs } from 'node:fs/promises'
import path from 'node:path'

/**
 * Size and free space of the disk that holds `folder`, in bytes; null when the system does not report them.
 */
export async function diskSpaceOf(
  folder: string,
): Promise<{ free_bytes: number; total_bytes: number } | null> {
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

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The disk writes what is synced at the same time in one go. */
const syncedAtOnce = 32

/** Syncs everything in a folder to disk. */
export async function syncAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (let from = 0; from < entries.length; from += syncedAtOnce) {
    const next = entries.slice(from, from + syncedAtOnce).map(async (entry) => {
      const found = path.join(entry.parentPath, entry.name)
      if (entry.isDirectory()) await syncFolder(found)
      if (entry.isFile()) await syncFile(found)
    })
    await Promise.all(next)
  }
  await syncFolder(folder)
}

/** Whether a process of this machine exists, also if it belongs to another user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
