import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { inspectDatabase } from './inspect-database.ts'
import { databaseFolder } from './make-backup.ts'
import { describeFiles, manifestName, writeManifest } from './manifest.ts'
import { readPlan, restoreBackupsFolder } from './restore-folder.ts'

interface Parts {
  dataDir: string
  version: string
  logger: Logger
  /** Aborted when the product is about to stop: the next start continues. */
  leaving: AbortSignal
}

async function complete(place: string, { version, logger, leaving }: Parts): Promise<void> {
  const { teachers } = await inspectDatabase(path.join(place, databaseFolder))
  // Nobody had registered, so nobody will want it back.
  if (teachers === 0) return rm(place, { recursive: true, force: true })
  // When the last folder was moved here.
  const made_at = (await stat(place)).mtime.toISOString()
  const files = await describeFiles(place, () => leaving.throwIfAborted())
  await writeManifest(place, { format: 1, version, made_at, made_by: 'restore', database: 'embedded', files })
  logger.info({ place }, 'The data that a restore replaced are kept as a backup for two weeks')
}

/** Makes complete backups of what restores replaced. Hashing many files takes long, so it is done after the start. */
export async function completeSafetyBackups(parts: Parts): Promise<void> {
  const { dataDir, logger, leaving } = parts
  if ((await readPlan(dataDir)) !== null) return
  const folder = path.join(dataDir, restoreBackupsFolder)
  for (const name of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, name)
    if (existsSync(path.join(place, manifestName)) || !existsSync(path.join(place, databaseFolder))) continue
    await complete(place, parts).catch((error: unknown) => {
      if (!leaving.aborted) logger.error({ err: error, place }, 'A safety backup could not be completed')
    })
  }
}
