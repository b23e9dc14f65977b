import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { serverFlags } from '../../../scripts/server-flags.ts'

const faultInjector = join(import.meta.dirname, 'inject-faults.mjs')
const readyWithinMs = 120_000
const pollEveryMs = 25

/** A process of the product that may die at any time. */
export interface Running {
  readonly origin: string
  output(): string
  hasEnded(): boolean
  /** Null while it runs, and after it was killed. */
  exitCode(): number | null
  /** Waits for its exit; false if it is still running after that time. */
  endsWithin(ms: number): Promise<boolean>
  kill(): Promise<void>
  /**
   * Starts the fault, and stops it if it can be stopped; only with FAULT_LOSE_ANSWERS or FAULT_FAIL_SYNCS.
   */
  toggleFault(): void
  /** Stops it gracefully and returns its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts a bundled server with fault injection. Does not wait for readiness, because the process may be
 * killed before.
 */
export function launch(
  bundle: string,
  role: string[],
  port: number,
  environment: NodeJS.ProcessEnv,
): Running {
  const child: ChildProcess = spawn(
    process.execPath,
    [...serverFlags, '--import', faultInjector, join(bundle, 'start.js'), ...role],
    {
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        PUBLIC_URL: `http://localhost:${port}`,
        HOST: '127.0.0.1',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const exit = once(child, 'exit')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    origin: `http://127.0.0.1:${port}`,
    output: () => output,
    hasEnded,
    exitCode: () => child.exitCode,
    endsWithin: async (ms) => {
      await Promise.race([exit, wait(ms, null, { ref: false })])
      return hasEnded()
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exit
    },
    toggleFault: () => {
      child.kill('SIGUSR2')
    },
    stop: async () => {
      child.kill('SIGTERM')
      await exit
      return child.exitCode
    },
  }
}

/** Waits until it is ready. False if it ended before. */
export async function isReady(running: Running): Promise<boolean> {
  const deadline = Date.now() + readyWithinMs
  while (!running.output().includes('Your data is in')) {
    if (running.hasEnded()) return false
    if (Date.now() > deadline) throw new Error(`A process did not start:\n${running.output()}`)
    await wait(pollEveryMs)
  }
  return true
}
