import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { dayMs } from '../../lib/durations.ts'
import { messageOf } from '../../lib/error-message.ts'
import type { Database, Update } from '../database/database.ts'
import { inspectDatabase } from '../database/embedded/embedded.ts'
import { databaseFolder, makeBackup } from './make-backup.ts'
import { describeFiles, manifestName, writeManifest } from './manifest.ts'
import { readPlan, restoreBackupsFolder } from './restore-folder.ts'

/** In DATA_DIR, so that no second setting is needed and its files can be links. */
export const updateBackupsFolder = 'before-update'
/**
 * Long enough to notice that an update or a restore went wrong. Backups keep what teachers erase, so they
 * must not stay.
 */
const keptDays = 14

interface UpdateParts {
  dataDir: string
  databaseUrl: string | null
  backupBeforeUpdate: boolean
  /** Opened, and not migrated yet. */
  database: Database
  update: Update
  logger: Logger
}

/**
 * Makes a backup before a new version changes the tables. Throws if that fails; the data is then left as it
 * is.
 */
export async function backUpBeforeUpdate(parts: UpdateParts): Promise<void> {
  const { dataDir, databaseUrl, backupBeforeUpdate, update, logger } = parts
  if (!backupBeforeUpdate) return
  logger.info(
    { changes: update.pending, from: update.writtenBy },
    'This version changes the database. A backup is made first',
  )
  const database = databaseUrl === null ? parts.database : { url: databaseUrl }
  // Named after the version that can read it.
  const backup = { database, dataDir, version: update.writtenBy, madeBy: 'update', links: true } as const
  const backupFolder = await makeBackup(backup, path.join(dataDir, updateBackupsFolder), new Date()).catch(
    (cause: unknown) => {
      const reason = messageOf(cause)
      throw new Error(
        `The backup before the update failed, so nothing was changed: ${reason} Solve this and start again, or make a backup yourself and start with BACKUP_BEFORE_UPDATE=off.`,
        { cause },
      )
    },
  )
  logger.info(
    { folder: backupFolder, days: keptDays },
    'The backup is complete. It is removed after these days',
  )
}

/** Removes the backups made before updates and restores that are older than two weeks. */
export async function removeOldSafetyBackups(dataDir: string, now: Date): Promise<void> {
  for (const folder of [updateBackupsFolder, restoreBackupsFolder]) {
    const parent = path.join(dataDir, folder)
    for (const name of await readdir(parent).catch(() => [])) {
      const { mtimeMs } = await stat(path.join(parent, name))
      if (now.getTime() - mtimeMs > keptDays * dayMs)
        await rm(path.join(parent, name), { recursive: true, force: true })
    }
  }
}

interface Parts {
  dataDir: string
  version: string
  logger: Logger
  /** Aborted when the product is about to stop: the next start continues. */
  leaving: AbortSignal
}

async function complete(backupFolder: string, { version, logger, leaving }: Parts): Promise<void> {
  const { teachers } = await inspectDatabase(path.join(backupFolder, databaseFolder))
  // Nobody had registered, so nobody will want it back.
  if (teachers === 0) return rm(backupFolder, { recursive: true, force: true })
  // When the last folder was moved here.
  const made_at = (await stat(backupFolder)).mtime.toISOString()
  const files = await describeFiles(backupFolder, () => leaving.throwIfAborted())
  await writeManifest(backupFolder, {
    format: 1,
    version,
    made_at,
    made_by: 'restore',
    database: 'embedded',
    files,
  })
  logger.info({ folder: backupFolder }, 'The data that a restore replaced are kept as a backup for two weeks')
}

/**
 * Turns the data that restores replaced into complete backups. Hashing many files takes long, so it is done
 * after the start.
 */
export async function completeSafetyBackups(parts: Parts): Promise<void> {
  const { dataDir, logger, leaving } = parts
  if ((await readPlan(dataDir)) !== null) return
  const folder = path.join(dataDir, restoreBackupsFolder)
  for (const name of await readdir(folder).catch(() => [])) {
    const backupFolder = path.join(folder, name)
    if (
      existsSync(path.join(backupFolder, manifestName)) ||
      !existsSync(path.join(backupFolder, databaseFolder))
    )
      continue
    await complete(backupFolder, parts).catch((error: unknown) => {
      if (!leaving.aborted)
        logger.error({ err: error, folder: backupFolder }, 'A safety backup could not be completed')
    })
  }
}
