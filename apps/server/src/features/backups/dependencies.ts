import type { BackupFolders } from '../../backup/kept-backups.ts'
import type { Database } from '../../database/database.ts'

export interface BackupSettings extends BackupFolders {
  /** Null for the embedded database. */
  databaseUrl: string | null
  /** Whether uploaded files are in a bucket. */
  filesInBucket: boolean
  /** The disk of a folder; null where the system does not report it. */
  readDisk(folder: string): Promise<{ free_bytes: number } | null>
}

export interface BackupsDependencies {
  database: Database
  backups: BackupSettings
}
