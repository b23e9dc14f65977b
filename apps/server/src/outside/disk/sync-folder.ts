import { open } from 'node:fs/promises'

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
