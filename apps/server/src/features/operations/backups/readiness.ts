import { access, constants, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { BackupList } from '@penmark/contract'
import { megabyteBytes, toMegabytes } from '../../../lib/megabytes.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { sizeOfFolder } from '../../../services/backup/folder-files.ts'
import { readDumpVersion } from '../../../services/backup/postgres-tools.ts'
import type { BackupFolders, StoredBackup } from '../../../services/backup/stored-backups.ts'
import type { Database } from '../../../services/database/database.ts'
import { readStoredBytes } from '../../accounts/index.ts'
import { readArchiveBytes } from '../exports/exports.ts'
import type { Rehearsal } from './rehearsal-result.ts'
import { selectDatabaseBytes, selectServerVersion } from './store.ts'

export interface BackupSettings extends BackupFolders {
  /** Null for the embedded database. */
  databaseUrl: string | null
  /** Whether uploaded files are in a bucket. */
  filesInBucket: boolean
  /** The disk of a folder; null if the system does not report it. */
  readDisk(folder: string): Promise<{ free_bytes: number } | null>
  /**
   * Restores a backup beside the running installation to see whether it is whole; null if the operator turned
   * that off.
   */
  rehearse: ((backup: StoredBackup, signal: AbortSignal) => Promise<Rehearsal | null>) | null
}

export interface BackupsDependencies {
  database: Database
  backups: BackupSettings
}

/** The space that the next backup needs and has, and the first obstacle to making it. */
type BackupReadiness = Pick<BackupList, 'obstacle' | 'needed_bytes' | 'free_bytes' | 'shares_disk'>

/** For the manifest, and for what is written while the backup is made. */
const reserveBytes = 32 * megabyteBytes

async function deviceOf(folder: string): Promise<number | null> {
  return stat(folder).then(
    ({ dev }) => dev,
    () => null,
  )
}

/** Counted when they were stored, except for the few emails of the outbox. */
async function fileBytes({ database, backups }: BackupsDependencies): Promise<number> {
  const stored = backups.filesInBucket
    ? 0
    : (await readStoredBytes(database)) + (await readArchiveBytes(database))
  return stored + (await sizeOfFolder(path.join(backups.dataDir, 'outbox')))
}

async function dumpObstacle({
  database,
  backups,
}: BackupsDependencies): Promise<BackupReadiness['obstacle']> {
  if (backups.databaseUrl === null) return null
  const installed = await readDumpVersion()
  if (installed === null) return 'pg-dump-missing'
  return installed < (await selectServerVersion(database)) ? 'pg-dump-too-old' : null
}

const lastReadiness = new WeakMap<BackupSettings, BackupReadiness>()

export async function readReadiness(dependencies: BackupsDependencies): Promise<BackupReadiness> {
  const { database } = dependencies
  const { dataDir, backupDir } = dependencies.backups
  const isWritable = await mkdir(backupDir, { recursive: true, mode: 0o700 })
    .then(() => access(backupDir, constants.W_OK))
    .then(
      () => true,
      () => false,
    )
  const [dataDevice, backupDevice] = [await deviceOf(dataDir), await deviceOf(backupDir)]
  const shares_disk = dataDevice !== null && dataDevice === backupDevice
  // On the disk of the data, files are linked instead of copied.
  const copiedBytes = shares_disk ? 0 : await fileBytes(dependencies)
  const needed_bytes = (await selectDatabaseBytes(database, database.kind)) + copiedBytes + reserveBytes
  const free_bytes = (await dependencies.backups.readDisk(backupDir))?.free_bytes ?? null
  const hasSpace = free_bytes === null || free_bytes >= needed_bytes
  const obstacle = !isWritable
    ? 'folder-not-writable'
    : ((await dumpObstacle(dependencies)) ?? (hasSpace ? null : 'no-room'))
  const readiness = { obstacle, needed_bytes, free_bytes, shares_disk }
  lastReadiness.set(dependencies.backups, readiness)
  return readiness
}

/**
 * As last read: the page asks every second during a run, and reading it starts a program and asks for the
 * size of every table.
 */
export async function readReadinessDuringRun(dependencies: BackupsDependencies): Promise<BackupReadiness> {
  return lastReadiness.get(dependencies.backups) ?? readReadiness(dependencies)
}

/** Throws if there is an obstacle. */
export function requireReady({ obstacle, needed_bytes, free_bytes }: BackupReadiness): void {
  if (obstacle === 'folder-not-writable') throw problem('conflict', 'backup_folder_read_only')
  if (obstacle === 'pg-dump-missing') throw problem('conflict', 'pg_dump_missing')
  if (obstacle === 'pg-dump-too-old') throw problem('conflict', 'pg_dump_too_old')
  if (obstacle === 'no-room')
    throw problem('storage_full', 'backup_needs_space', {
      needed: toMegabytes(needed_bytes),
      free: toMegabytes(free_bytes ?? 0),
    })
}
