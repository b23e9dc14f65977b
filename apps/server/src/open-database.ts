import path from 'node:path'
import type { Logger } from 'pino'
import { applyPlannedRestore, confirmRestore, undoRestore } from './backup/apply-restore.ts'
import { backUpBeforeUpdate } from './backup/safety-backups.ts'
import type { Config } from './config.ts'
import { type Database, DatabaseInUseError, type Update } from './database/database.ts'
import { openEmbedded } from './database/embedded/embedded.ts'
import { findUpdate, migrate } from './database/migrate.ts'
import { connectServer } from './database/server.ts'

/**
 * Opens the configured database and migrates its schema. `beforeMigrating` is called if there is data to migrate; when it fails, nothing is
 * migrated. Throws `NewerDataError` when a newer version wrote the data.
 */
export async function connect(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onError: (error: Error) => void,
  beforeMigrating?: (database: Database, update: Update) => Promise<void>,
): Promise<Database> {
  const database = databaseUrl === null ? await openEmbedded(path.join(dataDir, 'database')) : await connectServer(databaseUrl, onError)
  try {
    const update = await findUpdate(database)
    if (update !== null) await beforeMigrating?.(database, update)
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens and migrates the database, and finishes a restore that was planned for this start. */
export async function openDatabase(config: Config, logger: Logger): Promise<Database> {
  const onError = (error: Error) => logger.error({ err: error }, 'A database connection broke')
  const open = () => connect(config, onError, (database, update) => backUpBeforeUpdate({ ...config, database, update, logger }))
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== null) return open()
  await applyPlannedRestore(dataDir, logger)
  try {
    const database = await open()
    await confirmRestore(dataDir)
    return database
  } catch (error) {
    if (error instanceof DatabaseInUseError || !(await undoRestore(dataDir, error, logger))) throw error
    return open()
  }
}

/** Opens the database alone, for a command that needs nothing else. */
export async function withDatabase<T>(config: Config, logger: Logger, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, logger)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
