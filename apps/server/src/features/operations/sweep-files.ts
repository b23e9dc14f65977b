import type { Database } from '../../database/database.ts'
import type { Storage } from '../../outside/storage/storage.ts'
import { listBinFilesAmong } from '../bin/bin.ts'
import { listReplyFilesAmong } from '../cases/student-page/read-student-page.ts'
import { listFilesAmong } from '../documents/read-documents.ts'
import { listArchivesAmong } from '../exports/exports.ts'

/**
 * Deletes partial files and files without a row: from an upload that died before its row, or a deletion that died after it. Their age is
 * measured by the storage's clock: a process whose clock runs ahead would delete the files of uploads in progress.
 */
export async function sweepFiles(database: Database, storage: Storage, olderThanMs: number): Promise<number> {
  const before = new Date((await storage.now()).getTime() - olderThanMs)
  let swept = 0
  const sweep = async (keys: string[]) => {
    const known = new Set([
      ...(await listBinFilesAmong(database, keys)),
      ...(await listFilesAmong(database, keys)),
      ...(await listArchivesAmong(database, keys)),
      ...(await listReplyFilesAmong(database, keys)),
      // Once more, for what was deleted while the other lists were read.
      ...(await listBinFilesAmong(database, keys)),
    ])
    const orphans = keys.filter((key) => !known.has(key))
    await Promise.all(orphans.map((key) => storage.delete(key)))
    swept += orphans.length
  }
  let keys: string[] = []
  for await (const key of storage.list(before)) {
    keys.push(key)
    if (keys.length === 500) {
      await sweep(keys)
      keys = []
    }
  }
  await sweep(keys)
  await storage.sweepUnfinished(before)
  return swept
}
