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
  /** The embedded database, open here; or the address of a served one. */
  database: Database | { url: string }
  dataDir: string
  version: string
}

/** Adds what is not there yet: files are never changed once they are kept. */
async function copyKept(dataDir: string, place: string): Promise<void> {
  for (const folder of keptFolders) {
    await cp(path.join(dataDir, folder), path.join(place, folder), { recursive: true, force: false, errorOnExist: false }).catch(
      (error: unknown) => {
        // A file that is deleted while its folder is read is none that the backup needs: its document is gone too.
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
 * Makes a backup in a new folder below `target` and answers its path. Files are copied before the database and once more after it, so that
 * each document of the copied database has its file. Under its final name a backup is whole.
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
