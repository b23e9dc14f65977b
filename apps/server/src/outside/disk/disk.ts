import { statfs } from 'node:fs/promises'

/** Room of the disk that holds `folder`, in bytes; null where the system does not tell. */
export async function roomOf(folder: string): Promise<{ free_bytes: number; total_bytes: number } | null> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
  } catch {
    return null
  }
}
