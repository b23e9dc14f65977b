import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const kilobyte = 1024
/** Page size of Linux on common machines; a wrong guess only makes the check less exact. */
const pageBytes = 4096

/** Resident memory of a process in bytes; null if it has ended or the system does not report it. */
export async function residentBytes(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      // /proc is not backed by a disk: a thread would take longer than reading it synchronously.
      const fields = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')
      return Number(fields[1]) * pageBytes
    }
    if (process.platform === 'win32') return null
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout.trim()) * kilobyte || null
  } catch {
    return null
  }
}
