import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { assertNotBesideFiles } from './agree.ts'
import { applyPlannedRestore, confirmRestore, undoRestore } from './backup/apply-restore.ts'
import { restoreAdvice } from './backup/restore-advice.ts'
import { backUpBeforeUpdate } from './backup/safety-backups.ts'
import type { Config } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'
import { type Database, DatabaseInUseError, type Update } from './database/database.ts'
import { DamagedDatabaseError, damageIn } from './database/embedded/damage.ts'
import { openEmbedded } from './database/embedded/embedded.ts'
import type { EndedDatabaseError } from './database/embedded/guarded.ts'
import { findUpdate, isNew, migrate } from './database/migrate.ts'
import { connectServer } from './database/server.ts'
import { InstallationMismatchError } from './features/installation/installation-id.ts'

/** Called before the tables change. When one fails, they do not. */
interface Hooks {
  /** There is data to migrate. */
  beforeMigrating?: (database: Database, update: Update) => Promise<void>
  /** There are no tables yet. */
  beforeCreating?: (database: Database) => Promise<void>
}

/**
 * Without its database a process can neither answer nor end in order. What was acknowledged is on the disk.
 */
function endProcess({ message }: EndedDatabaseError): never {
  console.error(
    `${message}\nEverything acknowledged is kept. Check the disk (is it full?), then start again.`,
  )
  process.exit(1)
}

/**
 * Opens the configured database and migrates its schema. Throws `NewerDataError` when a newer version wrote
 * the data.
 */
export async function connect(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onError: (error: Error) => void,
  { beforeMigrating, beforeCreating }: Hooks = {},
): Promise<Database> {
  const database =
    databaseUrl === null
      ? await openEmbedded(path.join(dataDir, 'database'), endProcess)
      : await connectServer(databaseUrl, onError)
  try {
    if (await isNew(database)) await beforeCreating?.(database)
    const update = await findUpdate(database)
    if (update !== null) await beforeMigrating?.(database, update)
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

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
