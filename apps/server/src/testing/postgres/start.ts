import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../port.ts'

const readyWithinMs = 60_000
const pollEveryMs = 50
const user = 'penmark'

/** How a server ends: rolling back and closing files, or as if killed. */
type End = 'fast' | 'immediate'
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** A private PostgreSQL server on loopback, in a folder that is deleted with it. */
export interface PostgresServer {
  readonly host: '127.0.0.1'
  readonly port: number
  /** Folder of its data. */
  readonly dataFolder: string
  /** URL of a database; by default the server's first one. */
  url(name?: string): string
  /** Creates an empty database, replacing one of that name. Returns its URL. */
  createDatabase(name: string): Promise<string>
  /** Stops it and keeps its folder, so that it can be started again. */
  halt(end?: End): Promise<void>
  /** Starts it again on the same port and data, and waits until it answers. */
  start(): Promise<void>
  /** Runs a program as the user of the server, with the server's password. Throws if it fails. */
  run(program: string, args: readonly string[]): string
  /** Stops it and deletes its folder. */
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root; its package creates another user. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function untilAnswers(url: string, child: ChildProcess, stderrLines: string[]): Promise<void> {
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) break
    const client = new pg.Client({ connectionString: url })
    // A server that ends during a query also emits an event.
    client.on('error', () => undefined)
    const answers = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (answers) return
    await wait(pollEveryMs)
  }
  throw new Error(`PostgreSQL did not start:\n${stderrLines.join('')}`)
}

/**
 * Creates and starts a server from the programs in `binaries` (see `providePostgres`). `settings` are
 * PostgreSQL's own, for example `{ fsync: 'off' }` for tests without power loss. It ends with this process,
 * except after a kill.
 */
export async function startPostgres(
  binaries: string,
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'penmark-postgres-'))
  const owner = unprivileged()
  const password = randomBytes(16).toString('hex')
  const passwordFile = path.join(folder, 'password')
  const data = path.join(folder, 'data')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) for (const ownedPath of [folder, passwordFile]) chownSync(ownedPath, owner.uid, owner.gid)
  const as = { ...owner, cwd: folder }
  const initOptions = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(
    path.join(binaries, 'initdb'),
    ['-D', data, '-U', user, `--pwfile=${passwordFile}`, ...initOptions],
    {
      ...as,
      stdio: 'pipe',
    },
  )

  const port = await freePort()
  const all = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', ...settings }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = (name = 'postgres') => `postgres://${user}:${password}@127.0.0.1:${port}/${name}`
  let child: ChildProcess | null = null

  const start = async () => {
    const stderrLines: string[] = []
    const started = spawn(path.join(binaries, 'postgres'), ['-D', data, ...options], {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    started.stderr.on('data', (chunk: Buffer) => {
      if (stderrLines.length < 100) stderrLines.push(chunk.toString('utf8'))
    })
    child = started
    await untilAnswers(url(), started, stderrLines)
  }
  const halt = async (end: End = 'fast') => {
    const running = child
    child = null
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const exit = once(running, 'exit')
    running.kill(signals[end])
    await exit
  }
  const leave = () => {
    child?.kill(signals.immediate)
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', leave)

  const server: PostgresServer = {
    host: '127.0.0.1',
    port,
    dataFolder: data,
    url,
    run: (program, args) =>
      execFileSync(program, args, {
        ...as,
        env: { ...process.env, PGPASSWORD: password },
        encoding: 'utf8',
        stdio: 'pipe',
      }),
    createDatabase: async (name) => {
      const client = new pg.Client({ connectionString: url() })
      await client.connect()
      try {
        await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
        await client.query(`create database ${client.escapeIdentifier(name)}`)
      } finally {
        await client.end()
      }
      return url(name)
    },
    halt,
    start,
    stop: async () => {
      await halt()
      process.off('exit', leave)
      leave()
    },
  }
  try {
    await start()
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}
