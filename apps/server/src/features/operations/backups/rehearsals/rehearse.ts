import { existsSync } from 'node:fs'
import path from 'node:path'
import { Problem, type Reason } from '@penmark/contract'
import { messageOf } from '../../../../lib/error-message.ts'
import { megabyteBytes, toMegabytes } from '../../../../lib/megabytes.ts'
import { writeFaultOf } from '../../../../lib/write-faults.ts'
import { reason } from '../../../../locale/problems/reason.ts'
import { manifestName } from '../../../../services/backup/manifest.ts'
import { restoreTemporarily } from '../../../../services/backup/restore-temporarily.ts'
import {
  type BackupFolders,
  listStoredBackups,
  type StoredBackup,
} from '../../../../services/backup/stored-backups.ts'
import { RehearsalRunningError } from '../../../../services/backup/temporary-copy.ts'
import type { FileSettings } from '../../../../services/storage/open-storage.ts'
import { type Rehearsal, writeRehearsal } from '../rehearsal-result.ts'
import { NotWholeError, openRestored } from './open-restored.ts'

export interface RehearsalParts extends BackupFolders {
  /** Null for the embedded database. */
  databaseUrl: string | null
  version: string
  files: FileSettings
  readDisk(folder: string): Promise<{ free_bytes: number } | null>
}

/** Left free on the disk of the running product. */
const reserveBytes = 512 * megabyteBytes

/**
 * The newest backup that is restored if everything else is lost; those made before updates and restores are
 * in the data folder.
 */
export async function newestBackup(folders: BackupFolders): Promise<StoredBackup | null> {
  const kept = await listStoredBackups(folders)
  return kept.find(({ madeBy }) => madeBy !== 'update' && madeBy !== 'restore') ?? null
}

async function requireSpace({ dataDir, readDisk }: RehearsalParts, { bytes }: StoredBackup): Promise<void> {
  const free = (await readDisk(dataDir))?.free_bytes ?? null
  const needed = bytes + reserveBytes
  if (free === null || free >= needed) return
  throw new NotWholeError(
    reason('rehearsal_needs_space', { needed: toMegabytes(needed), free: toMegabytes(free) }),
  )
}

function reasonOf(error: unknown): Reason {
  if (error instanceof NotWholeError) return error.reason
  if (writeFaultOf(error) === 'full') return reason('rehearsal_filled_disk')
  if (error instanceof Problem) return reason('rehearsal_unopened', { error: error.message })
  return reason('rehearsal_failed', { error: messageOf(error) })
}

/**
 * Restores the backup into a place of its own, counts and opens what is there, removes the place, and stores
 * the result. Null if the backup was deleted meanwhile. Meant for a process of its own at low priority.
 */
export async function rehearseRestore(
  parts: RehearsalParts,
  backup: StoredBackup,
  now: Date,
): Promise<Rehearsal | null> {
  const about = {
    backup_id: backup.id,
    backup_made_at: backup.madeAt.toISOString(),
    rehearsed_at: now.toISOString(),
  }
  const outcome = await requireSpace(parts, backup)
    .then(() =>
      restoreTemporarily(parts, backup.backupFolder, (database, restoredDir) =>
        openRestored(database, restoredDir, parts.files),
      ),
    )
    .then(
      (contents) => ({ ...contents, failure: null }),
      (error: unknown) => {
        if (error instanceof RehearsalRunningError) throw error
        return { documents: 0, files: 0, opened: 0, failure: reasonOf(error) }
      },
    )
  if (outcome.failure !== null && !existsSync(path.join(backup.backupFolder, manifestName))) return null
  const rehearsal: Rehearsal = { ...about, ...outcome }
  await writeRehearsal(parts.backupDir, rehearsal)
  return rehearsal
}
