import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const kilobyte = 1024
/** Linux on every machine we know; a wrong guess makes the watch less exact, never blind to a runaway. */
const pageBytes = 4096

/** Memory that a process holds, in bytes; null when it has ended or the system does not tell. */
export async function residentBytes(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const fields = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')
      return Number(fields[1]) * pageBytes
    }
    if (process.platform === 'win32') return null
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout.trim()) * kilobyte || null
  } catch {
    return null
  }
}
