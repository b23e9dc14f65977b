import { existsSync } from 'node:fs'
import path from 'node:path'
import { Problem, type RestoreRehearsal } from '@penmark/contract'
import { manifestName } from '../../../backup/manifest.ts'
import { RehearsalRunningError } from '../../../backup/own-place.ts'
import { restoreAside } from '../../../backup/restore-aside.ts'
import { type BackupFolders, listStoredBackups, type StoredBackup } from '../../../backup/stored-backups.ts'
import type { FileSettings } from '../../../outside/storage/open-storage.ts'
import { NotWholeError, openRestored } from './open-restored.ts'
import { writeRehearsal } from './result.ts'

export interface RehearsalParts extends BackupFolders {
  /** Null for the embedded database. */
  databaseUrl: string | null
  version: string
  files: FileSettings
  readDisk(folder: string): Promise<{ free_bytes: number } | null>
}

/** Left free on the disk of the running product. */
const reserveBytes = 512 * 1_024 * 1_024

/** The newest backup that is restored if everything else is lost; those made before updates and restores are in the data folder. */
export async function newestBackup(folders: BackupFolders): Promise<StoredBackup | null> {
  const kept = await listStoredBackups(folders)
  return kept.find(({ madeBy }) => madeBy !== 'update' && madeBy !== 'restore') ?? null
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000).toLocaleString('en-GB')

async function requireSpace({ dataDir, readDisk }: RehearsalParts, { bytes }: StoredBackup): Promise<void> {
  const free = (await readDisk(dataDir))?.free_bytes ?? null
  const needed = bytes + reserveBytes
  if (free === null || free >= needed) return
  throw new NotWholeError(
    `There is too little free space to rehearse a restore: it needs ${megabytes(needed)} MB, and ${megabytes(free)} MB are free.`,
  )
}

function reasonOf(error: unknown): string {
  if (error instanceof NotWholeError) return error.message
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return 'The disk filled up while a restore was rehearsed.'
  if (error instanceof Problem) return `A document of the restored backup could not be opened: ${error.message}`
  return `The backup could not be restored: ${error instanceof Error ? error.message : String(error)}`
}

/**
 * Restores the backup into a place of its own, counts and opens what is there, removes the place, and stores the result. Null if the backup was
 * deleted meanwhile. Meant for a process of its own at low priority.
 */
export async function rehearseRestore(parts: RehearsalParts, backup: StoredBackup, now: Date): Promise<RestoreRehearsal | null> {
  const about = { backup_id: backup.id, backup_made_at: backup.madeAt.toISOString(), rehearsed_at: now.toISOString() }
  const outcome = await requireSpace(parts, backup)
    .then(() => restoreAside(parts, backup.backupFolder, (database, restoredDir) => openRestored(database, restoredDir, parts.files)))
    .then(
      (contents) => ({ ...contents, status_reason: null }),
      (error: unknown) => {
        if (error instanceof RehearsalRunningError) throw error
        return { documents: 0, files: 0, opened: 0, status_reason: reasonOf(error) }
      },
    )
  if (outcome.status_reason !== null && !existsSync(path.join(backup.backupFolder, manifestName))) return null
  const rehearsal: RestoreRehearsal = { ...about, ...outcome }
  await writeRehearsal(parts.backupDir, rehearsal)
  return rehearsal
}
