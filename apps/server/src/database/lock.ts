import fs from 'node:fs'
import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { DatabaseInUseError } from './database.ts'

const Holder = z.object({ pid: z.int(), process_started: z.string(), host: z.string(), since: z.string() })
type Holder = z.infer<typeof Holder>

const heldHere = new Set<string>()

interface ProcessStatus {
  /** In the kernel's own ticks; distinguishes re-used process ids. */
  started: string
  state: 'running' | 'dying' | 'dead'
}

/** PF_EXITING of the kernel: the process takes itself apart, which takes longer the more memory it has. */
const exitingFlag = 0x4
/** SIGKILL in the masks of pending signals. */
const killBit = 1n << 8n

/** What Linux tells of a process; null where the system or the process does not tell. */
function statusOf(pid: number): ProcessStatus | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name may hold spaces and brackets, so count from the last bracket. The numbers are those of proc(5) minus three.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { started: fields[19] ?? '', state: stateOf(pid, fields[0] ?? '', Number(fields[6])) }
  } catch {
    return null
  }
}

function stateOf(pid: number, letter: string, flags: number): ProcessStatus['state'] {
  if (letter === 'X') return 'dead'
  // A zombie waits for its parent to ask how it ended, perhaps for ever; its other threads may still be writing.
  if (letter === 'Z') return fs.readdirSync(`/proc/${pid}/task`).length > 1 ? 'dying' : 'dead'
  if ((flags & exitingFlag) !== 0) return 'dying'
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const pending = [...status.matchAll(/^(?:SigPnd|ShdPnd):\s*([\da-f]+)$/gm)].map(([, mask]) => BigInt(`0x${mask}`))
  return pending.some((mask) => (mask & killBit) !== 0n) ? 'dying' : 'running'
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** `unknown` is a process that runs, on a system that cannot say whether it is about to end. */
function holderState(holder: Holder): ProcessStatus['state'] | 'unknown' {
  // A process of another machine cannot be looked up; a folder shared between machines is the operator's to keep apart.
  if (holder.host !== os.hostname() || !isRunning(holder.pid)) return 'dead'
  const status = statusOf(holder.pid)
  if (status === null) return holder.pid === process.pid ? 'dead' : 'unknown'
  if (holder.process_started !== '' && holder.process_started !== status.started) return 'dead'
  return status.state
}

function read(file: string): { text: string; holder: Holder | null } | null {
  try {
    const text = fs.readFileSync(file, 'utf8')
    try {
      return { text, holder: Holder.parse(JSON.parse(text)) }
    } catch {
      // Cut short by a power failure: nobody holds it.
      return { text, holder: null }
    }
  } catch {
    return null
  }
}

function refusal(file: string, holder: Holder | null): DatabaseInUseError {
  const who = holder === null ? 'another process' : `process ${holder.pid} (since ${holder.since})`
  return new DatabaseInUseError(
    `The data folder is in use by ${who}. Stop that process first, or set DATA_DIR to another folder. Lock file: ${file}`,
  )
}

function writeWhole(file: string): boolean {
  const own: Holder = {
    pid: process.pid,
    process_started: statusOf(process.pid)?.started ?? '',
    host: os.hostname(),
    since: new Date().toISOString(),
  }
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, JSON.stringify(own))
  try {
    // A link appears whole or not at all, and never over an existing file.
    fs.linkSync(draft, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

/** Takes over the lock of a process that is gone. False when somebody else was quicker. */
function removeStale(file: string, judged: string): boolean {
  const aside = `${file}.${process.pid}.stale`
  try {
    fs.renameSync(file, aside)
  } catch {
    return false
  }
  if (fs.readFileSync(aside, 'utf8') === judged) {
    fs.rmSync(aside)
    return true
  }
  fs.renameSync(aside, file)
  return false
}

/**
 * How long a start waits for the process that holds the lock, by its state. A killed process that is just taking its signal shows no sign of
 * it for an instant, so even a running one gets a little time.
 */
const waitMs = { dying: 30_000, unknown: 3_000, running: 500 }
const pollEveryMs = 50

/** Waits until the system has taken a killed holder apart. False when the holder still runs. */
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
 * Holds `file` for this process: a second process on one embedded database would lose rows silently. The lock of a process that was
 * killed is taken over once that process is gone. Answers the release; throws a readable error when the lock is held.
 */
export async function acquireLock(file: string): Promise<() => void> {
  if (heldHere.has(file)) throw refusal(file, null)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (writeWhole(file)) {
      heldHere.add(file)
      return () => {
        if (heldHere.delete(file)) fs.rmSync(file, { force: true })
      }
    }
    const found = read(file)
    if (found?.holder && !(await waitForEnd(found.holder))) throw refusal(file, found.holder)
    if (found) removeStale(file, found.text)
  }
  throw refusal(file, read(file)?.holder ?? null)
}
