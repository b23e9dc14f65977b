import { readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { isRunning } from '../system/system.ts'

/** A process of another machine may share the folder, and its id means nothing here, so recently used folders are left alone. */
const unusedForMs = 60 * 60_000

const namePattern = /^penmark-draft-(\d+)-/

/** Prefix of this process's temporary folders, which hold unencrypted files while they are written or read. */
export const tempFolderPrefix = (): string => path.join(os.tmpdir(), `penmark-draft-${process.pid}-`)

/** Deletes the temporary folders of killed processes: students' unencrypted files must not outlive them. Returns the number of folders. */
export async function sweepTempFolders(now = Date.now()): Promise<number> {
  let swept = 0
  for (const name of await readdir(os.tmpdir())) {
    const pid = Number(namePattern.exec(name)?.[1])
    if (!Number.isInteger(pid) || isRunning(pid)) continue
    const folder = path.join(os.tmpdir(), name)
    const found = await stat(folder).catch(() => null)
    if (found === null || now - found.mtimeMs < unusedForMs) continue
    await rm(folder, { recursive: true, force: true })
    swept += 1
  }
  return swept
}
