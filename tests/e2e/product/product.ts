import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../apps/server/src/testing/port.ts'
import { serverFlags } from '../../../scripts/server-flags.ts'

const root = join(import.meta.dirname, '../../..')
const readyWithinMs = 120_000
const stopWithinMs = 30_000
const pollEveryMs = 50

/** The product as started by `npm start`, with its own port and data folder. */
export interface Product {
  readonly origin: string
  readonly dataDir: string
  /** Process id of `npm start`, the parent of all others. */
  pid(): number
  isRunning(): boolean
  /** Restarts it on the same data and waits until it is ready. */
  start(): Promise<void>
  /** Stops it gracefully and returns its exit code. */
  stop(): Promise<number | null>
  /** Kills the whole process tree at once, as a power cut would. */
  kill(): Promise<void>
  /** Its output so far. */
  output(): string
  /** Stops it if running, and removes its data. */
  remove(): Promise<void>
}

interface ProductOptions {
  /**
   * A data folder with a migrated database, of which a copy is used: migrating takes most of a first start.
   * Without it the folder is empty.
   */
  template?: string | null
  /** Path of the Node binary that runs the product; by default the one that runs this. */
  node?: string
  /** Folder of the project to run; by default this one. */
  project?: string
  /** The program in it; by default that of `npm start`. */
  program?: string
  /** Kills the product when it is aborted. */
  signal?: AbortSignal | undefined
}

/** Starts the product and waits until it is ready. `environment` is added to the settings. */
export async function openProduct(
  environment: NodeJS.ProcessEnv = {},
  {
    template = null,
    node = process.execPath,
    project = root,
    program = 'scripts/start.mjs',
    signal,
  }: ProductOptions = {},
): Promise<Product> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'penmark-journey-'))
  // Synchronously, which takes a tenth of the processor time for a thousand small files.
  if (template !== null) cpSync(template, dataDir, { recursive: true })
  let child: ChildProcess | null = null
  let output = ''

  const end = async (by: NodeJS.Signals): Promise<number | null> => {
    const running = child
    if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null)
      return running?.exitCode ?? null
    const exit = once(running, 'exit') as Promise<[number | null]>
    // A graceful stop signals only the first process; a kill takes its whole group.
    process.kill(by === 'SIGKILL' ? -running.pid : running.pid, by)
    const late = wait(stopWithinMs, null, { ref: false })
    const first = await Promise.race([exit, late])
    if (first === null) {
      process.kill(-running.pid, 'SIGKILL')
      throw new Error(`The product did not stop within ${stopWithinMs} ms of ${by}.\n${output}`)
    }
    return first[0]
  }

  const product: Product = {
    origin,
    dataDir,
    pid: () => child?.pid ?? 0,
    isRunning: () => child !== null && child.exitCode === null && child.signalCode === null,
    start: async () => {
      const started = spawn(node, [...serverFlags, join(project, program)], {
        cwd: project,
        // Most journeys and measurements count documents; those about samples ask for them.
        env: {
          ...process.env,
          NODE_ENV: 'production',
          PORT: String(port),
          DATA_DIR: dataDir,
          SAMPLE_DOCUMENTS: 'off',
          // As under npm, it stops by itself when the process that started it is gone, however that ended.
          npm_lifecycle_event: 'start',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      })
      child = started
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
      await waitUntilReady(origin, started, () => output)
    },
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    output: () => output,
    remove: async () => {
      signal?.removeEventListener('abort', kill)
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  const kill = () => void product.kill()
  signal?.addEventListener('abort', kill)
  try {
    signal?.throwIfAborted()
    await product.start()
  } catch (error) {
    await product.kill()
    await rm(dataDir, { recursive: true, force: true })
    throw error
  }
  return product
}

async function waitUntilReady(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline) {
    const ending = child.exitCode ?? child.signalCode
    if (ending !== null) throw new Error(`The product ended with ${ending} while it started.\n${output()}`)
    if (await isReady(origin)) return
    await wait(pollEveryMs)
  }
  throw new Error(`The product was not ready within ${readyWithinMs} ms.\n${output()}`)
}

/**
 * Reads the answer as well as its status, so that another program on the port is not taken for the product.
 */
async function isReady(origin: string): Promise<boolean> {
  try {
    const answer = (await (await fetch(`${origin}/healthz`)).json()) as { status?: string }
    return answer.status === 'ready'
  } catch {
    return false
  }
}
