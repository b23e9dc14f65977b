import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const trap = join(import.meta.dirname, 'trap.mjs')
const readyWithinMs = 120_000
const lookEveryMs = 25

/** A process of the product that may die at any moment. */
export interface Running {
  readonly origin: string
  output(): string
  hasEnded(): boolean
  /** Waits for its end for so long; false when it lives on. */
  endsWithin(ms: number): Promise<boolean>
  kill(): Promise<void>
  /** Starts to lose answers of the database, or ends that; only for a process with such a trap. */
  switchLosing(): void
  /** Asks it to stop. Answers its exit code. */
  stop(): Promise<number | null>
}

/** Starts a bundled server with traps. Answers at once: a process that is to die may do so before it is ready. */
export function launch(bundle: string, role: string[], port: number, environment: NodeJS.ProcessEnv): Running {
  const child: ChildProcess = spawn(process.execPath, ['--import', trap, join(bundle, 'start.js'), ...role], {
    env: { PATH: process.env.PATH, PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const exit = once(child, 'exit')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    origin: `http://127.0.0.1:${port}`,
    output: () => output,
    hasEnded,
    endsWithin: async (ms) => {
      await Promise.race([exit, wait(ms, null, { ref: false })])
      return hasEnded()
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exit
    },
    switchLosing: () => {
      child.kill('SIGUSR2')
    },
    stop: async () => {
      child.kill('SIGTERM')
      await exit
      return child.exitCode
    },
  }
}

/** Waits until it said that it is ready. False when it died before. */
export async function isReady(running: Running): Promise<boolean> {
  const deadline = Date.now() + readyWithinMs
  while (!running.output().includes('Your data lies in')) {
    if (running.hasEnded()) return false
    if (Date.now() > deadline) throw new Error(`A process did not start:\n${running.output()}`)
    await wait(lookEveryMs)
  }
  return true
}
