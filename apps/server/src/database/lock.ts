import fs from 'node:fs'
import os from 'node:os'
import { z } from 'zod'
import { DatabaseInUseError } from './database.ts'

const Holder = z.object({ pid: z.int(), process_started: z.string(), host: z.string(), since: z.string() })
type Holder = z.infer<typeof Holder>

const heldHere = new Set<string>()

/** Start time of a running process in the kernel's own ticks, or null where the system does not tell. Distinguishes re-used process ids. */
function startOf(pid: number): string | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name may hold spaces and brackets, so count from the last bracket: start time is the 22nd field of all.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isAlive(holder: Holder): boolean {
  // A process of another machine cannot be looked up; a folder shared between machines is the operator's to keep apart.
  if (holder.host !== os.hostname() || !isRunning(holder.pid)) return false
  if (holder.pid === process.pid) return startOf(process.pid) === holder.process_started
  const start = startOf(holder.pid)
  return start === null || holder.process_started === '' || start === holder.process_started
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
    process_started: startOf(process.pid) ?? '',
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
 * Holds `file` for this process: a second process on one embedded database would lose rows silently. The lock of a process that was
 * killed is taken over. Answers the release; throws a readable error when the lock is held.
 */
export function acquireLock(file: string): () => void {
  if (heldHere.has(file)) throw refusal(file, null)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (writeWhole(file)) {
      heldHere.add(file)
      return () => {
        if (heldHere.delete(file)) fs.rmSync(file, { force: true })
      }
    }
    const found = read(file)
    if (found?.holder && isAlive(found.holder)) throw refusal(file, found.holder)
    if (found) removeStale(file, found.text)
  }
  throw refusal(file, read(file)?.holder ?? null)
}
