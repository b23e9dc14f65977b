import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Logger } from 'pino'
import { commandLine, version } from '../lib/release.ts'
import { databaseFolder, makeBackup } from '../services/backup/make-backup.ts'
import { runPostgresTool } from '../services/backup/postgres-tools.ts'
import { requestBackup } from '../services/backup/requests.ts'
import { restoreBackup } from '../services/backup/restore-backup.ts'
import { DatabaseInUseError } from '../services/database/database.ts'
import type { Config } from './config.ts'
import { withDatabase } from './open-database.ts'

function targetOf(options: string[], usual: string): string {
  try {
    return path.resolve(
      parseArgs({ args: options, options: { to: { type: 'string', default: usual } } }).values.to,
    )
  } catch (cause) {
    throw new Error(`Use "${commandLine('backup')}" or "${commandLine('backup', '--to', 'FOLDER')}".`, {
      cause,
    })
  }
}

/** `backup`: copies the database and the files into a new folder. The product may be running or stopped. */
export async function backupCommand(config: Config, logger: Logger, options: string[]): Promise<void> {
  const { dataDir, databaseUrl, backupDir } = config
  const target = targetOf(options, backupDir)
  const parts = { dataDir, version, madeBy: 'command' } as const
  if (databaseUrl === null && !existsSync(path.join(dataDir, databaseFolder))) {
    throw new Error(
      `There is nothing to back up: ${dataDir} contains no database. Set DATA_DIR to your data folder.`,
    )
  }
  const make = () =>
    databaseUrl === null
      ? withDatabase(config, logger, (database) => makeBackup({ ...parts, database }, target, new Date()))
      : makeBackup({ ...parts, database: { url: databaseUrl } }, target, new Date())
  const backupFolder = await make().catch((error: unknown) => {
    if (error instanceof DatabaseInUseError) return requestBackup(dataDir, target)
    throw error
  })
  console.log(
    `The backup is in ${backupFolder}. It contains students' work, so store it as safely as the live data.`,
  )
}

/** A backup of a version without this table needs nothing: its first start says when it was restored. */
const holdSweeps = `do $$ begin
  if to_regclass('public.file_sweeps') is not null then
    insert into file_sweeps (restored_at) values (now()) on conflict (row_id) do update set restored_at = excluded.restored_at;
  end if;
end $$`

/**
 * `restore FOLDER` or `restore FILE.tar`: restores a backup to the data folder and database that the settings
 * name.
 */
export async function restoreCommand(
  { dataDir, databaseUrl, files: { s3 } }: Config,
  options: string[],
): Promise<void> {
  const [backupFolder, ...rest] = options
  if (backupFolder === undefined || backupFolder.startsWith('-') || rest.length > 0)
    throw new Error(`Use "${commandLine('restore', 'FOLDER')}" or "${commandLine('restore', 'FILE.tar')}".`)
  const { made_at, files } = await restoreBackup(
    { dataDir, databaseUrl, version },
    path.resolve(backupFolder),
  )
  // Written into the database too: the processes on a server may have data folders of their own.
  if (databaseUrl !== null && s3 !== null) await runPostgresTool('psql', ['-XAtqc', holdSweeps], databaseUrl)
  console.log(
    `Restored ${files.length} files to ${dataDir}, from the backup made at ${made_at}. You can start the product now.`,
  )
}
