import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { agreeOnInstallation, fileRows, findFiles, recordRestored } from '../features/operations/index.ts'
import { hasCode } from '../lib/error-code.ts'
import { isRestoreUnrecorded, readRestored } from '../services/backup/restore-folder.ts'
import type { Database } from '../services/database/database.ts'
import { placeOfFiles, withStorage } from '../services/storage/open-storage.ts'
import type { Storage } from '../services/storage/storage.ts'
import type { Config } from './config.ts'

const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (hasCode(cause, ...unreachable)) return true
  return false
}

const reachableWithinSeconds = 30

/**
 * Services that are started together come up in any order, and the command `migrate` is not started again.
 */
async function onceReachable<T>(work: () => Promise<T>): Promise<T> {
  for (let second = 0; ; second += 1) {
    try {
      return await work()
    } catch (error) {
      if (second === reachableWithinSeconds || !isUnreachable(error)) throw error
      await wait(1_000)
    }
  }
}

/** A new database would know none of the files that are there already. Throws if there are any. */
export async function assertNotBesideFiles(
  config: Pick<Config, 'files' | 'dataDir' | 'databaseUrl'>,
  isNew: () => Promise<boolean>,
): Promise<void> {
  if (!(await isNew())) return
  const where =
    config.databaseUrl === null
      ? `there is no database in ${path.join(config.dataDir, 'database')}`
      : 'the database at DATABASE_URL is empty'
  const found = await onceReachable(() =>
    withStorage(config, (storage) => findFiles(storage, placeOfFiles(config), where)),
  )
  // Another process may have made the database meanwhile, and marked the files as its own.
  if (found !== null && (await isNew())) throw found
}

interface Opened {
  database: Database
  storage: Storage
  logger: Logger
  /** The operator's `--adopt`. */
  adopts: boolean
}

/** Makes sure that files and database are of one installation, before anything is done with them. */
export async function agree(config: Config, { database, storage, logger, adopts }: Opened): Promise<void> {
  const { files, dataDir, databaseUrl } = config
  // Whoever restores a backup in the browser decides that it replaces what was here, also the files in a
  // bucket.
  const replaces = databaseUrl === null && (await isRestoreUnrecorded(dataDir))
  const parts = { database, storage, place: placeOfFiles(config), fileRows, adopts: adopts || replaces }
  const { adopted } = await agreeOnInstallation(parts)
  if (adopted)
    logger.warn(
      'Files and database carried different ids. From now on they carry a new one, and any other installation on these files stops writing',
    )
  else if (adopts)
    logger.warn('--adopt had nothing to do. Leave it out: it would also adopt what is there by mistake')
  // Others may go on using the bucket with the database that was restored here: of what they store, this one
  // knows nothing.
  const restored = files.s3 === null ? null : await readRestored(dataDir)
  if (restored !== null) await recordRestored(database, new Date(restored.restored_at))
}
