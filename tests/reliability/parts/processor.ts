import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface ProcessLine {
  parent: number
  /** CPU time of the process and its ended children, in ticks. */
  ticks: number
}

/** proc(5): the fields of `stat` after the name, which may contain spaces. */
function readProcess(pid: number): ProcessLine | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [utime, stime, cutime, cstime] = fields.slice(11, 15).map(Number)
    return { parent: Number(fields[1]), ticks: (utime ?? 0) + (stime ?? 0) + (cutime ?? 0) + (cstime ?? 0) }
  } catch {
    return null
  }
}

/**
 * CPU time of a process and its descendants, in seconds: the basis of figures "per core", since other
 * programs share the machine. Needs /proc.
 */
export function processorSeconds(pid: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const lines = new Map(
    pids.flatMap((name) => {
      const line = readProcess(Number(name))
      return line ? [[Number(name), line] as const] : []
    }),
  )
  const isBelow = (at: number): boolean =>
    at === pid || (lines.has(at) && isBelow(lines.get(at)?.parent ?? 0))
  let ticks = 0
  for (const [at, line] of lines) if (isBelow(at)) ticks += line.ticks
  return ticks / ticksPerSecond
}
