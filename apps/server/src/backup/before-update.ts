import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Database, Update } from '../database/database.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackupsFolder } from './restore-folder.ts'

/** In DATA_DIR, so that no second setting is needed and its files can be links. */
export const updateBackupsFolder = 'before-update'
/** Long enough to notice that an update or a restore went wrong. Backups keep what teachers erase, so they must not stay. */
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

/** Makes a backup before a new version changes the tables. Throws when there can be none: the data is then left as it is. */
export async function backUpBeforeUpdate(parts: UpdateParts): Promise<void> {
  const { dataDir, databaseUrl, backupBeforeUpdate, update, logger } = parts
  if (!backupBeforeUpdate) return
  logger.info({ changes: update.pending, from: update.writtenBy }, 'This version changes the database. A backup is made first')
  const database = databaseUrl === null ? parts.database : { url: databaseUrl }
  // Named after the version that can read it.
  const backup = { database, dataDir, version: update.writtenBy, madeBy: 'update', links: true } as const
  const place = await makeBackup(backup, path.join(dataDir, updateBackupsFolder), new Date()).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The backup before the update failed, so nothing was changed: ${reason} Solve this and start again, or make a backup yourself and start with BACKUP_BEFORE_UPDATE=off.`,
      { cause },
    )
  })
  logger.info({ place, days: keptDays }, 'The backup is complete. It is removed after these days')
}

/** Removes the backups made before updates and restores that are older than two weeks. */
export async function removeOldSafetyBackups(dataDir: string, now: Date): Promise<void> {
  for (const folder of [updateBackupsFolder, restoreBackupsFolder]) {
    const place = path.join(dataDir, folder)
    for (const name of await readdir(place).catch(() => [])) {
      const { mtimeMs } = await stat(path.join(place, name))
      if (now.getTime() - mtimeMs > keptDays * 24 * 60 * 60_000) await rm(path.join(place, name), { recursive: true, force: true })
    }
  }
}
