import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresServer } from '../../../apps/server/src/testing/postgres/start.ts'

/** A repository of pgBackRest into which a server archives, set up as docs/point-in-time.md says. */
export interface Archive {
  /** What the server needs so that it archives. */
  readonly databaseSettings: Record<string, string>
  /** Makes the first backup of a running server. */
  open(postgres: PostgresServer): void
  /** Puts the data of a stopped server back: everything that was archived, or what there was at a moment. */
  restore(postgres: PostgresServer, moment?: Date): void
  close(): void
}

const stanza = 'penmark'

export function hasPgBackRest(): boolean {
  try {
    execFileSync('pgbackrest', ['version'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

/** `timeoutSeconds` is the longest that a change waits before it is archived. */
export function createArchive(timeoutSeconds: number): Archive {
  const folder = mkdtempSync(join(tmpdir(), 'penmark-archive-'))
  // Under root, the server runs as another user.
  chmodSync(folder, 0o777)
  const config = join(folder, 'pgbackrest.conf')
  const run = (postgres: PostgresServer, command: string, options: string[] = []) =>
    postgres.run('pgbackrest', [`--config=${config}`, `--stanza=${stanza}`, ...options, command])
  return {
    databaseSettings: {
      archive_mode: 'on',
      archive_command: `pgbackrest --config=${config} --stanza=${stanza} archive-push %p`,
      archive_timeout: String(timeoutSeconds),
      // pgBackRest connects by a socket.
      unix_socket_directories: folder,
    },
    open(postgres) {
      const { port, dataFolder } = postgres
      const repository = [
        `repo1-path=${folder}/repository`,
        'repo1-retention-full=2',
        `log-path=${folder}`,
        `lock-path=${folder}/lock`,
      ]
      const server = [
        `pg1-path=${dataFolder}`,
        `pg1-port=${port}`,
        `pg1-socket-path=${folder}`,
        'pg1-user=penmark',
        'pg1-database=postgres',
      ]
      const options = [
        'start-fast=y',
        'log-level-console=warn',
        'compress-type=lz4',
        `spool-path=${folder}/spool`,
      ]
      writeFileSync(config, ['[global]', ...repository, ...options, `[${stanza}]`, ...server, ''].join('\n'))
      run(postgres, 'stanza-create')
      run(postgres, 'backup', ['--type=full'])
    },
    restore(postgres, moment) {
      const time = moment?.toISOString().replace('T', ' ').replace('Z', '+00')
      run(
        postgres,
        'restore',
        time === undefined ? [] : ['--type=time', `--target=${time}`, '--target-action=promote'],
      )
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
