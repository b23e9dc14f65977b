import { cp, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../database/database.ts'
import { describeFiles, writeManifest } from './manifest.ts'
import { runPostgresTool } from './postgres-tools.ts'

/** Folders of DATA_DIR that a backup holds beside the database. */
export const keptFolders = ['files', 'outbox'] as const
export const databaseFolder = 'database'
export const databaseDump = 'database.dump'

export interface BackupParts {
  /** The embedded database, opened by this process, or the address of a PostgreSQL server. */
  database: Database | { url: string }
  dataDir: string
  version: string
}

/** Copies the files that are not in the backup yet. Stored files never change. */
async function copyKept(dataDir: string, place: string): Promise<void> {
  for (const folder of keptFolders) {
    await cp(path.join(dataDir, folder), path.join(place, folder), { recursive: true, force: false, errorOnExist: false }).catch(
      (error: unknown) => {
        // A file deleted during the copy is not needed: its document is deleted too.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      },
    )
  }
}

async function copyDatabase(database: BackupParts['database'], place: string): Promise<'embedded' | 'server'> {
  if ('url' in database) {
    await runPostgresTool(
      'pg_dump',
      ['--format=custom', '--no-owner', '--no-privileges', `--file=${path.join(place, databaseDump)}`],
      database.url,
    )
    return 'server'
  }
  if (database.copyTo === null) throw new Error('This database cannot be copied.')
  await database.copyTo(path.join(place, databaseFolder))
  return 'embedded'
}

const nameOf = (now: Date) => `penmark-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

/**
 * Makes a backup in a new folder below `target` and returns its path. Files are copied before the database and again after it, so that every
 * document in the copied database has its file. The folder gets its final name only once the backup is complete.
 */
export async function makeBackup({ database, dataDir, version }: BackupParts, target: string, now: Date): Promise<string> {
  const place = path.join(target, nameOf(now))
  const draft = `${place}.part`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    await copyKept(dataDir, draft)
    const kind = await copyDatabase(database, draft)
    await copyKept(dataDir, draft)
    await writeManifest(draft, { format: 1, version, made_at: now.toISOString(), database: kind, files: await describeFiles(draft) })
    await rename(draft, place)
    return place
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
