import fs from 'node:fs'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { hasCode } from '../../../lib/error-code.ts'
import { isRunning } from '../../system/system.ts'
import { DatabaseInUseError } from '../database.ts'

const Holder = z.object({ pid: z.int(), process_started: z.string(), host: z.string(), since: z.string() })
type Holder = z.infer<typeof Holder>

const heldLocks = new Set<string>()

interface ProcessStatus {
  /** In kernel ticks; tells reused process ids apart. */
  started: string
  state: 'running' | 'dying' | 'dead'
}

/** The kernel's PF_EXITING: the process is being torn down, which takes longer the more memory it has. */
const exitingFlag = 0x4
/** SIGKILL's bit in the masks of pending signals. */
const killBit = 1n << 8n

/** A process's state from /proc; null on other systems or when it cannot be read. */
function statusOf(pid: number): ProcessStatus | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name may hold spaces and brackets, so count from the last bracket. The numbers are those of
    // proc(5) minus three.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { started: fields[19] ?? '', state: stateOf(pid, fields[0] ?? '', Number(fields[6])) }
  } catch {
    return null
  }
}

function stateOf(pid: number, stateCode: string, flags: number): ProcessStatus['state'] {
  if (stateCode === 'X') return 'dead'
  // A zombie may never be reaped by its parent, but its other threads may still be writing.
  if (stateCode === 'Z') return fs.readdirSync(`/proc/${pid}/task`).length > 1 ? 'dying' : 'dead'
  if ((flags & exitingFlag) !== 0) return 'dying'
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const pending = [...status.matchAll(/^(?:SigPnd|ShdPnd):\s*([\da-f]+)$/gm)].map(([, mask]) =>
    BigInt(`0x${mask}`),
  )
  return pending.some((mask) => (mask & killBit) !== 0n) ? 'dying' : 'running'
}

/** `unknown`: the process exists, and the system cannot say whether it is about to end. */
function holderState(holder: Holder): ProcessStatus['state'] | 'unknown' {
  // A process on another machine cannot be looked up. Operators must not share a data folder between
  // machines.
  if (holder.host !== os.hostname() || !isRunning(holder.pid)) return 'dead'
  const status = statusOf(holder.pid)
  if (status === null) return holder.pid === process.pid ? 'dead' : 'unknown'
  if (holder.process_started !== '' && holder.process_started !== status.started) return 'dead'
  return status.state
}

function readLock(file: string): { text: string; holder: Holder | null } | null {
  try {
    const text = fs.readFileSync(file, 'utf8')
    try {
      return { text, holder: Holder.parse(JSON.parse(text)) }
    } catch {
      // An incomplete lock file was left by a power failure; nobody holds it.
      return { text, holder: null }
    }
  } catch {
    return null
  }
}

function inUseError(file: string, holder: Holder | null): DatabaseInUseError {
  const who = holder === null ? 'another process' : `process ${holder.pid} (since ${holder.since})`
  return new DatabaseInUseError(
    `The data folder is in use by ${who}. Stop that process first, or set DATA_DIR to another folder. Lock file: ${file}`,
  )
}

function createLockFile(file: string): boolean {
  const holder: Holder = {
    pid: process.pid,
    process_started: statusOf(process.pid)?.started ?? '',
    host: os.hostname(),
    since: new Date().toISOString(),
  }
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, JSON.stringify(holder))
  try {
    // Creating a link is atomic and never overwrites an existing file.
    fs.linkSync(draft, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

/** Takes over the lock of a dead process. False when another process was quicker. */
function removeStale(file: string, expectedText: string): boolean {
  const movedTo = `${file}.${process.pid}.stale`
  try {
    fs.renameSync(file, movedTo)
  } catch {
    return false
  }
  if (fs.readFileSync(movedTo, 'utf8') === expectedText) {
    fs.rmSync(movedTo)
    return true
  }
  fs.renameSync(movedTo, file)
  return false
}

/**
 * How long a start waits for the lock's holder, by its state. A process that was just killed still looks
 * alive for a moment, so even a running one gets a short wait.
 */
const waitMs = { dying: 30_000, unknown: 3_000, running: 500 }
const pollEveryMs = 50

/** Waits until a killed holder is gone. False when the holder still runs. */
async function waitForEnd(holder: Holder): Promise<boolean> {
  const from = performance.now()
  for (;;) {
    const state = holderState(holder)
    if (state === 'dead') return true
    if (performance.now() - from > waitMs[state]) return false
    await wait(pollEveryMs)
  }
}

/**
 * Locks `file` for this process: two processes on one embedded database would silently lose rows. The lock of
 * a killed process is taken over once that process is gone. Returns a function that releases the lock; throws
 * a readable error when another process holds it.
 */
export async function acquireLock(file: string): Promise<() => void> {
  if (heldLocks.has(file)) throw inUseError(file, null)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (createLockFile(file)) {
      heldLocks.add(file)
      return () => {
        if (heldLocks.delete(file)) fs.rmSync(file, { force: true })
      }
    }
    const found = readLock(file)
    if (found?.holder && !(await waitForEnd(found.holder))) throw inUseError(file, found.holder)
    if (found) removeStale(file, found.text)
  }
  throw inUseError(file, readLock(file)?.holder ?? null)
}
