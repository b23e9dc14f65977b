import { open } from 'node:fs/promises'

/** Writes the names in a folder through to the disk: a file that was synced is lost with its name. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder for this; there the rename itself is written through.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
