import { readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** Another machine's process may share the folder and have a number that nobody has here, so a folder in use is left alone. */
const quietMs = 60 * 60_000

const named = /^penmark-draft-(\d+)-/

/** The beginning of the name of a folder in which this process keeps files in plain while they are written or read. */
export const draftsPrefix = (): string => path.join(os.tmpdir(), `penmark-draft-${process.pid}-`)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes what processes left that were killed: students' files in plain must not outlive them. Answers how many folders there were. */
export async function sweepDrafts(now = Date.now()): Promise<number> {
  let swept = 0
  for (const name of await readdir(os.tmpdir())) {
    const pid = Number(named.exec(name)?.[1])
    if (!Number.isInteger(pid) || isAlive(pid)) continue
    const folder = path.join(os.tmpdir(), name)
    const found = await stat(folder).catch(() => null)
    if (found === null || now - found.mtimeMs < quietMs) continue
    await rm(folder, { recursive: true, force: true })
    swept += 1
  }
  return swept
}
