import { connect } from '../database/connect/connect.ts'
import type { Database } from '../database/database.ts'
import { type RestoreParts, restoreBackup } from './restore-backup.ts'
import { inTemporaryCopy } from './temporary-copy.ts'

/**
 * Restores a backup beside the running installation, opens its database as the next start would, and removes
 * it after the work.
 */
export async function restoreTemporarily<T>(
  { version, ...target }: RestoreParts,
  backupFolder: string,
  work: (database: Database, restoredDir: string) => Promise<T>,
): Promise<T> {
  return inTemporaryCopy(target, async (place) => {
    await restoreBackup({ ...place, version }, backupFolder)
    const database = await connect(place, () => undefined)
    try {
      return await work(database, place.dataDir)
    } finally {
      await database.close()
    }
  })
}
