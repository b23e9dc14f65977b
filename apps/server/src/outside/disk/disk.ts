import { statfs } from 'node:fs/promises'

/** Size and free space of the disk that holds `folder`, in bytes; null when the system does not report them. */
export async function diskSpaceOf(folder: string): Promise<{ free_bytes: number; total_bytes: number } | null> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
  } catch {
    return null
  }
}
