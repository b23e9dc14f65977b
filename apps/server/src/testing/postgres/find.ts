import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Where Debian's packages, Homebrew and the builds of postgresql.org put one folder per version. */
const installFolders = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/Library/PostgreSQL']
const oldest = 15
const timeoutMs = 10 * 60_000

/** The folder with `postgres` and `initdb` of the newest supported PostgreSQL; null when there is none. */
export function findPostgres(environment: NodeJS.ProcessEnv = process.env): string | null {
  const onPath = (environment.PATH ?? '').split(path.delimiter)
  const byVersion = installFolders
    .flatMap((place) =>
      existsSync(place) ? readdirSync(place).map((folder) => path.join(place, folder)) : [],
    )
    .map((folder) => ({ folder: path.join(folder, 'bin'), version: Number(/(\d+)$/.exec(folder)?.[1] ?? 0) }))
    .filter(({ version }) => version >= oldest)
    .toSorted((a, b) => b.version - a.version)
  const isComplete = (folder: string) =>
    ['postgres', 'initdb'].every((program) => existsSync(path.join(folder, program)))
  return (
    [...byVersion.map(({ folder }) => folder), ...onPath].find(
      (folder) => folder !== '' && isComplete(folder),
    ) ?? null
  )
}

function install(): void {
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']]) {
    process.stdout.write(`No PostgreSQL found. Running: apt-get ${args.join(' ')}\n`)
    // The run level keeps the package from starting its own server.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    if (spawnSync('apt-get', args, { stdio: 'inherit', timeout: timeoutMs, env }).status !== 0) return
  }
}

/**
 * The result of `findPostgres`. As root on a Debian machine in CI it installs a missing server. CI fails
 * without one; elsewhere it returns null, and tests that need a server are skipped with a message.
 */
export function providePostgres(): string | null {
  const inCi = process.env.CI === 'true'
  const mayInstall = inCi && process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (findPostgres() === null && mayInstall) install()
  const folder = findPostgres()
  if (folder !== null) return folder
  const message = `No PostgreSQL ${oldest} or newer was found. Install one, for example: apt-get install postgresql`
  if (inCi) throw new Error(message)
  process.stdout.write(`What needs a PostgreSQL server is skipped. ${message}\n`)
  return null
}
