import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { filesAtOnce, inParallel } from './in-parallel.ts'

/**
 * All files below `root/folder`, relative to `root` and with `/` on every system; none if the folder is
 * missing.
 */
export async function listFiles(root: string, folder = '.'): Promise<string[]> {
  if (!existsSync(path.join(root, folder))) return []
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)).split(path.sep).join('/'))
}

/** Bytes of a file; 0 if it does not exist. */
export async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Bytes of these files below `root`. */
export async function sizeOfAll(root: string, files: string[]): Promise<number> {
  let bytes = 0
  await inParallel(files, filesAtOnce, async (file) => {
    bytes += await sizeOf(path.join(root, file))
  })
  return bytes
}

/** Bytes of all files below a folder; 0 if it does not exist. */
export const sizeOfFolder = async (folder: string): Promise<number> =>
  sizeOfAll(folder, await listFiles(folder))
