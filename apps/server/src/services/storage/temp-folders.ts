import { createHash } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { dayMs, hourMs } from '../../lib/durations.ts'
import { isRunning } from '../system/system.ts'

/**
 * A process of another machine or container may share the folder, and its id means nothing here: it may be
 * alive, and wait for work.
 */
const unusedForMs = { here: hourMs, elsewhere: 7 * dayMs }

const namePattern = /^penmark-draft-(?:([0-9a-f]{8})-)?(\d+)-/

const hostHash = createHash('sha256').update(os.hostname()).digest('hex').slice(0, 8)

/**
 * Prefix of this process's temporary folders, which hold unencrypted files while they are written or read.
 */
export const tempFolderPrefix = (): string =>
  path.join(os.tmpdir(), `penmark-draft-${hostHash}-${process.pid}-`)

/**
 * Deletes the temporary folders of killed processes: students' unencrypted files must not outlive them.
 * Returns the number of folders.
 */
export async function sweepTempFolders(now = Date.now()): Promise<number> {
  let swept = 0
  for (const name of await readdir(os.tmpdir())) {
    const [, host, id] = namePattern.exec(name) ?? []
    if (id === undefined) continue
    const isHere = host === hostHash
    if (isHere && isRunning(Number(id))) continue
    const folder = path.join(os.tmpdir(), name)
    const found = await stat(folder).catch(() => null)
    if (found === null || now - found.mtimeMs < (isHere ? unusedForMs.here : unusedForMs.elsewhere)) continue
    await rm(folder, { recursive: true, force: true })
    swept += 1
  }
  return swept
}
