import { constants } from 'node:fs'
import { copyFile, link, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '../../lib/error-code.ts'
import { fileFolders, isFinal, isLeftOut } from './backed-up-files.ts'
import { listFiles, sizeOf, sizeOfAll } from './folder-files.ts'
import { filesAtOnce, inParallel } from './in-parallel.ts'
import type { OnBytes } from './manifest.ts'

async function listFinishedFiles(dataDir: string): Promise<string[]> {
  const found = await Promise.all(fileFolders.map((folder) => listFiles(dataDir, folder)))
  return found.flat().filter((file) => !isLeftOut(file))
}

/** Bytes of all files of a data folder that a backup holds. */
export const sizeOfFinishedFiles = async (dataDir: string): Promise<number> =>
  sizeOfAll(dataDir, await listFinishedFiles(dataDir))

/**
 * Links the file if allowed and possible, which takes no space. Other disks, and some networks, need a copy.
 */
async function copyOrLink(from: string, to: string, links: boolean): Promise<void> {
  try {
    if (links) await link(from, to)
    else await copyFile(from, to, constants.COPYFILE_EXCL)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    if (hasCode(error, 'ENOENT') || !links) throw error
    await copyFile(from, to)
  }
}

interface CopyOptions {
  /** Links files that never change, instead of copying them. */
  links: boolean
  onBytes: OnBytes
}

/**
 * Adds the finished files that are not in the backup yet. One deleted meanwhile is not needed: its document
 * is deleted too.
 */
export async function addMissingFiles(
  dataDir: string,
  backupFolder: string,
  { links, onBytes }: CopyOptions,
): Promise<void> {
  const files = await listFinishedFiles(dataDir)
  const folders = new Set(files.map((file) => path.dirname(file)))
  await inParallel(folders, filesAtOnce, async (folder) => {
    await mkdir(path.join(backupFolder, folder), { recursive: true, mode: 0o700 })
  })
  await inParallel(files, filesAtOnce, async (file) => {
    const target = path.join(backupFolder, file)
    await copyOrLink(path.join(dataDir, file), target, links && isFinal(file)).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error
    })
    onBytes(await sizeOf(target))
  })
}
