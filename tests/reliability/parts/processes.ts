import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../../apps/server/src/testing/port.ts'
import { openBundle } from '../../../apps/server/src/testing/setup/bundle.ts'
import { serverFlags } from '../../../scripts/server-flags.ts'

const root = join(import.meta.dirname, '../../..')
const readyWithinMs = 120_000
/** To profile a part: `PARTS_NODE_OPTIONS="--cpu-prof --cpu-prof-dir=/tmp/profiles"`. */
const nodeOptions = process.env.PARTS_NODE_OPTIONS?.split(' ') ?? []

export interface Part {
  readonly pid: number
  /** Address of the API; empty for a worker. */
  readonly origin: string
  /** Address of its `/metrics`, `/healthz` and `/readyz`. */
  readonly probes: string
  output(): string
  /** Stops it gracefully. Throws unless it exits with 0. */
  stop(): Promise<void>
  /** Kills it. */
  kill(): Promise<void>
}

/** With the embedded database there is one process, which is `all`. */
type Role = 'api' | 'worker' | 'all'

/** The parts of the product as in production: bundled, each a separate process, on one database. */
export interface Parts {
  readonly dataDir: string
  start(role: Role, settings?: NodeJS.ProcessEnv): Promise<Part>
  /** Stops running parts and removes temporary files. */
  close(): Promise<void>
}

/**
 * Bundles the server once and starts parts of it on `databaseUrl`, or on the embedded database if that is
 * null.
 */
export async function openParts(databaseUrl: string | null): Promise<Parts> {
  const bundle = await openBundle()
  const dataDir = await mkdtemp(join(tmpdir(), 'penmark-scale-'))
  const running = new Set<Part>()
  return {
    dataDir,
    async start(role, settings = {}) {
      const part = await startPart({ role, bundle, databaseUrl, dataDir, settings })
      running.add(part)
      const leave =
        <End extends () => Promise<void>>(end: End) =>
        async () => {
          running.delete(part)
          await end()
        }
      return { ...part, stop: leave(part.stop), kill: leave(part.kill) }
    },
    async close() {
      await Promise.all([...running].map((part) => part.kill()))
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

interface Order {
  role: Role
  bundle: string
  databaseUrl: string | null
  dataDir: string
  settings: NodeJS.ProcessEnv
}

async function startPart({ role, bundle, databaseUrl, dataDir, settings }: Order): Promise<Part> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const child: ChildProcess = spawn(
    process.execPath,
    [...serverFlags, ...nodeOptions, join(bundle, 'start.js'), role],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
        DATA_DIR: dataDir,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        METRICS_HOST: '127.0.0.1',
        HOST: '127.0.0.1',
        PUBLIC_URL: `http://localhost:${port}`,
        LOG_LEVEL: 'error',
        MIN_FREE_DISK_MB: '0',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  const part: Part = {
    pid: child.pid ?? 0,
    origin: role === 'worker' ? '' : `http://127.0.0.1:${port}`,
    probes: `http://127.0.0.1:${metricsPort}`,
    output: () => output,
    stop: async () => {
      await end('SIGTERM')
      if (child.exitCode !== 0)
        throw new Error(`A ${role} ended with ${child.exitCode ?? child.signalCode}.\n${output}`)
    },
    kill: () => end('SIGKILL'),
  }
  const deadline = Date.now() + readyWithinMs
  while (!(await isReady(`${part.probes}/readyz`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await part.kill()
      throw new Error(`A ${role} did not start.\n${output}`)
    }
    await wait(50)
  }
  return part
}

const isReady = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
