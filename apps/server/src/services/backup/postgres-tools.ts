import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * The address as environment variables for PostgreSQL's own tools. On the command line, every user of the
 * machine could read the password.
 */
export function connectionVariables(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl)
  const variables = {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: searchParams.get('port') ?? port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
  }
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
}

/**
 * The major version of the installed `pg_dump`; null if there is none. It cannot dump a server that is newer
 * than itself.
 */
export async function readDumpVersion(): Promise<number | null> {
  const result = await promisify(execFile)('pg_dump', ['--version']).catch(() => null)
  const major = /\b(\d+)(?:\.\d+)?/.exec(result?.stdout ?? '')?.[1]
  return major === undefined ? null : Number(major)
}

/**
 * Runs `pg_dump` or `pg_restore`, which must be installed. On failure, throws an error with the tool's
 * output.
 */
export async function runPostgresTool(
  tool: 'pg_dump' | 'pg_restore' | 'psql',
  options: string[],
  databaseUrl: string,
): Promise<string> {
  const child = spawn(tool, options, {
    env: { ...process.env, ...connectionVariables(databaseUrl) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stdout: string[] = []
  const stderr: string[] = []
  child.stdout.on('data', (data) => stdout.push(String(data)))
  child.stderr.on('data', (data) => stderr.push(String(data)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (cause) =>
      reject(
        new Error(`${tool} could not be started. Install the PostgreSQL client tools and try again.`, {
          cause,
        }),
      ),
    )
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`${tool} failed: ${stderr.join('').trim()}`)
  return stdout.join('')
}
