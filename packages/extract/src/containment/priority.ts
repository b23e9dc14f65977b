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

/** Turns a list of processors in the kernel's form, such as `0-2,5`, into numbers. */
function processorsIn(list: string): number[] {
  return list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, place) => first + place)
  })
}

/** The processors on which this process may run, but for the first. Empty if there is only one, or not on Linux. */
function allButOneProcessor(): number[] {
  try {
    const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? []
    return processorsIn(list).slice(1)
  } catch {
    return []
  }
}

/** Changes the processors of one thread, or of all threads of a process. Does nothing where the system has no `taskset` or refuses. */
function moveTo(processors: readonly number[], options: readonly string[], id: number): void {
  if (processors.length > 0) execFile('taskset', [...options, '-p', '-c', processors.join(','), String(id)], () => undefined)
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
 * Gives a thread a lower priority than this process, and keeps it off the first processor: even at a low priority, a busy thread lets every
 * other one that wakes up wait for some milliseconds.
 */
export function giveWayThread(id: number): void {
  lowerPriority([id])
  moveTo(allButOneProcessor(), [], id)
}

/** Does the same with all threads of a process. */
export function giveWay(pid: number): void {
  lowerPriority(threadsOf(pid))
  moveTo(allButOneProcessor(), ['-a'], pid)
}
