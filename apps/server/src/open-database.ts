import type { Logger } from 'pino'
import { applyPlannedRestore, confirmRestore, undoRestore } from './backup/apply-restore.ts'
import { backUpBeforeUpdate } from './backup/before-update.ts'
import type { Config } from './config.ts'
import { connect } from './database/connect.ts'
import { type Database, DatabaseInUseError } from './database/database.ts'

/** Opens and migrates the database, and finishes a restore that was planned for this start. */
export async function openDatabase(config: Config, logger: Logger): Promise<Database> {
  const onError = (error: Error) => logger.error({ err: error }, 'A database connection broke')
  const connectTo = () => connect(config, onError, (database, update) => backUpBeforeUpdate({ ...config, database, update, logger }))
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== null) return connectTo()
  await applyPlannedRestore(dataDir, logger)
  try {
    const database = await connectTo()
    await confirmRestore(dataDir)
    return database
  } catch (error) {
    if (error instanceof DatabaseInUseError || !(await undoRestore(dataDir, error, logger))) throw error
    return connectTo()
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
