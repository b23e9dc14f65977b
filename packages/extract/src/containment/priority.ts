import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'

/** /proc gives processor time in hundredths of a second, whatever the kernel's own clock. */
const tickMs = 10

/** Processor time of a process or thread in milliseconds, read from its `stat` file in /proc. Null if it has ended, or not on Linux. */
export function processorMs(statFile: string): number | null {
  try {
    const stat = readFileSync(statFile, 'latin1')
    // proc(5): the program's name comes first and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return null
  }
}

/** Each thread on Linux has its own priority; only threads started later inherit it. */
export function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

/** Gives processes or threads a lower priority than this process. Does nothing if the system refuses. */
export function giveWay(ids: readonly number[]): void {
  const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = os.constants.priority
  const lower = Math.min(PRIORITY_LOW, os.getPriority() + PRIORITY_BELOW_NORMAL)
  for (const id of ids) {
    try {
      os.setPriority(id, lower)
    } catch {
      // It has ended, or this process may not change priorities.
    }
  }
}
