import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { InstallationMismatchError } from '../features/operations/index.ts'
import { applyPlannedRestore, confirmRestore, undoRestore } from '../services/backup/apply-restore.ts'
import { restoreAdvice } from '../services/backup/restore-advice.ts'
import { backUpBeforeUpdate } from '../services/backup/safety-backups.ts'
import { connect } from '../services/database/connect/connect.ts'
import { type Database, DatabaseInUseError } from '../services/database/database.ts'
import { DamagedDatabaseError, damageIn } from '../services/database/embedded/damage.ts'
import { isNew } from '../services/database/migrate.ts'
import { assertNotBesideFiles } from './check-installation.ts'
import type { Config } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'

/**
 * Opens and migrates the database, and finishes a restore that was planned for this start. With `adopts`, a
 * new database is made even beside files.
 */
export async function openDatabase(config: Config, logger: Logger, adopts = false): Promise<Database> {
  const onError = (error: Error) => logger.error({ err: error }, 'A database connection broke')
  const { databaseUrl, dataDir, files } = config
  if (databaseUrl === null || files.s3 === null) await prepareDataFolder(dataDir)
  const open = () =>
    connect(config, onError, {
      beforeMigrating: (database, update) => backUpBeforeUpdate({ ...config, database, update, logger }),
      ...(!adopts && { beforeCreating: (database) => assertNotBesideFiles(config, () => isNew(database)) }),
    })
  if (databaseUrl !== null) return open()
  await applyPlannedRestore(dataDir, logger)
  const folder = path.join(dataDir, 'database')
  const isMissing = async () => (await readdir(folder).catch(() => [])).length === 0
  return adviseRestore(config, folder, async () => {
    if (!adopts) await assertNotBesideFiles(config, isMissing)
    try {
      const database = await open()
      await confirmRestore(dataDir)
      return database
    } catch (error) {
      if (error instanceof DatabaseInUseError || !(await undoRestore(dataDir, error, logger))) throw error
      return open()
    }
  })
}

/** Adds to the error of a missing or damaged embedded database which backup to restore, and how. */
async function adviseRestore<T>(config: Config, folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const damage = damageIn(error)
    const known =
      damage === null || error instanceof DamagedDatabaseError
        ? error
        : new DamagedDatabaseError(folder, damage, { cause: error })
    if (!(known instanceof DamagedDatabaseError || known instanceof InstallationMismatchError)) throw error
    throw new Error(`${known.message}\n${await restoreAdvice(config)}`, { cause: error })
  }
}

/** Opens the database alone, for a command that needs nothing else. */
export async function withDatabase<T>(
  config: Config,
  logger: Logger,
  work: (database: Database) => Promise<T>,
  adopts = false,
): Promise<T> {
  const database = await openDatabase(config, logger, adopts)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
