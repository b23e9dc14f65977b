import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a process of this machine exists. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Deletes the folders that killed runs left in `parent`. Their names are `prefix` and the id of the process
 * that made them.
 */
export function removeLeftBehind(parent: string, prefix: string): void {
  if (!existsSync(parent)) return
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (Number.isInteger(pid) && (pid === process.pid || !isRunning(pid)))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
}
