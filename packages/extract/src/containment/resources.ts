import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
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

/** /proc gives processor time in hundredths of a second, whatever the kernel's own clock. */
const tickMs = 10

/**
 * Processor time of a process or thread in milliseconds, read from its `stat` file in /proc. Null if it has
 * ended, or not on Linux.
 */
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

/**
 * Time that a process's first thread could have run but waited for a processor, in milliseconds. 0 if
 * unknown, or not on Linux.
 */
export function waitedMs(pid: number): number {
  try {
    const [, waited = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')
    return Number(waited) / 1_000_000
  } catch {
    return 0
  }
}

/** How long a process has run and waited for a processor so far, in milliseconds. */
interface ProcessorTimes {
  usedMs: number
  waitedMs: number
}

/**
 * A process that runs for more than this share of its waiting time shares the processor with others like it,
 * and will finish.
 */
const starvingShare = 0.05

/**
 * Returns a function to call with each new measurement, which says whether the process starves: whether it
 * hardly ran while it waited for `afterMs`.
 */
export function createStarvationCheck(
  afterMs: number,
  from: ProcessorTimes,
): (now: ProcessorTimes) => boolean {
  let before = from
  return (now) => {
    const waited = now.waitedMs - before.waitedMs
    if (waited <= afterMs) return false
    const starves = now.usedMs - before.usedMs <= starvingShare * waited
    before = now
    return starves
  }
}

/** Turns a list of processors in the kernel's form, such as `0-2,5`, into numbers. */
function processorsIn(list: string): number[] {
  return list.split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, place) => first + place)
  })
}

/**
 * The processors on which this process may run, except the first. Empty if there is only one, or not on
 * Linux.
 */
function allButOneProcessor(): number[] {
  try {
    const [, list = ''] =
      /^Cpus_allowed_list:\t(\S+)/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? []
    return processorsIn(list).slice(1)
  } catch {
    return []
  }
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
 * Gives a thread a lower priority than this process, and keeps it off the first processor: even at a low
 * priority, a busy thread delays every thread that wakes up by some milliseconds. Without `taskset`, only the
 * priority changes.
 */
export function giveWayThread(id: number): void {
  lowerPriority([id])
  const processors = allButOneProcessor()
  if (processors.length > 0)
    execFile('taskset', ['-p', '-c', processors.join(','), String(id)], () => undefined)
}

/**
 * Gives all threads of a process a lower priority. With `whenIdle`, if the system has `chrt`, they only run
 * while nothing else wants the processor. A process cannot leave that state again.
 */
export function giveWay(pid: number, { whenIdle }: { whenIdle: boolean }): void {
  lowerPriority(threadsOf(pid))
  if (whenIdle && process.platform === 'linux')
    execFile('chrt', ['-a', '--idle', '-p', '0', String(pid)], () => undefined)
}
