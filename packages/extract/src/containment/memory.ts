import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const kilobyte = 1024
/** Linux on every machine we know; a wrong guess makes the watch less exact, never blind to a runaway. */
const pageBytes = 4096

/** Memory that a process holds, in bytes; null when it has ended or the system does not tell. */
export async function residentBytes(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      // No disk lies below it: to wait for a thread would take longer than to read.
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
