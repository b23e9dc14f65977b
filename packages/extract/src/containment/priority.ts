import { execFile } from 'node:child_process'
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

/** Each thread on Linux has its own priority and processors; only threads started later inherit them. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

/** Time that a process's first thread could have run but waited for a processor, in milliseconds. 0 if unknown, or not on Linux. */
export function waitedMs(pid: number): number {
  try {
    const [, waited = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')
    return Number(waited) / 1_000_000
  } catch {
    return 0
  }
}

/** Does nothing where the system has no `chrt` or refuses; the lower priority remains. */
function runWhenIdle(options: readonly string[], id: number): void {
  if (process.platform === 'linux') execFile('chrt', [...options, '--idle', '-p', '0', String(id)], () => undefined)
}

function lowerPriority(ids: readonly number[]): void {
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

/**
 * Lets a thread run only when nothing else wants the processor. A low priority alone is not enough: a busy thread of the lowest priority
 * still delays every other one that wakes up by some milliseconds.
 */
export function giveWayThread(id: number): void {
  lowerPriority([id])
  runWhenIdle([], id)
}

/** Does the same with all threads of a process. */
export function giveWay(pid: number): void {
  lowerPriority(threadsOf(pid))
  runWhenIdle(['-a'], pid)
}
