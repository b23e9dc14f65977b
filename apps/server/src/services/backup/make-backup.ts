import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../database/database.ts'
import { addMissingFiles, sizeOfFinishedFiles } from './copy-files.ts'
import { sizeOfFolder } from './folder-files.ts'
import {
  type BackupMaker,
  type Damage,
  describeFiles,
  findDamage,
  type OnBytes,
  readManifest,
  writeManifest,
} from './manifest.ts'
import { runPostgresTool } from './postgres-tools.ts'

export const databaseFolder = 'database'
export const databaseDump = 'database.dump'

export interface BackupProgress {
  step: 'copying' | 'database' | 'hashing' | 'verifying'
  done_bytes: number
  total_bytes: number
}

export interface BackupParts {
  /** The embedded database, opened by this process, or the address of a PostgreSQL server. */
  database: Database | { url: string }
  dataDir: string
  version: string
  madeBy: BackupMaker
  /**
   * Links files that never change instead of copying them where that is possible: on the disk of the data
   * folder.
   */
  links?: boolean
  /** Called often. Throws to stop the work. */
  onProgress?: (progress: BackupProgress) => void
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

async function copyDatabase(
  database: BackupParts['database'],
  backupFolder: string,
): Promise<'embedded' | 'server'> {
  if ('url' in database) {
    await runPostgresTool(
      'pg_dump',
      ['--format=custom', '--no-owner', '--no-privileges', `--file=${path.join(backupFolder, databaseDump)}`],
      database.url,
    )
    return 'server'
  }
  if (database.copyTo === null) throw new Error('This database cannot be copied.')
  await database.copyTo(path.join(backupFolder, databaseFolder))
  return 'embedded'
}

export const backupNameOf = (now: Date) => `penmark-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

/** Counts the bytes of one step, and reports them. */
function countProgress(
  { onProgress }: BackupParts,
  step: BackupProgress['step'],
  total_bytes: number,
): OnBytes {
  let done = 0
  const report = () => onProgress?.({ step, done_bytes: Math.min(done, total_bytes), total_bytes })
  report()
  return (bytes) => {
    done += bytes
    report()
  }
}

/**
 * Makes a backup in a new folder below `target` and returns its path. Files are copied before the database
 * and again after it, so that every document in the copied database has its file; unfinished ones are left
 * out. The folder gets its final name only once the backup is complete.
 */
export async function makeBackup(parts: BackupParts, target: string, now: Date): Promise<string> {
  const { database, dataDir, version, madeBy, links = false } = parts
  const backupFolder = path.join(target, backupNameOf(now))
  const draft = `${backupFolder}.part`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const onBytes = countProgress(parts, 'copying', await sizeOfFinishedFiles(dataDir))
    await addMissingFiles(dataDir, draft, { links, onBytes })
    countProgress(parts, 'database', 0)
    const kind = await copyDatabase(database, draft)
    await addMissingFiles(dataDir, draft, { links, onBytes: () => undefined })
    const files = await describeFiles(draft, countProgress(parts, 'hashing', await sizeOfFolder(draft)))
    await writeManifest(draft, {
      format: 1,
      version,
      made_at: now.toISOString(),
      made_by: madeBy,
      database: kind,
      files,
    })
    await rename(draft, backupFolder)
    return backupFolder
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Checks every file of a backup against its manifest; the damage, or null. */
export async function verifyBackup(
  backupFolder: string,
  onProgress?: BackupParts['onProgress'],
): Promise<Damage | null> {
  const manifest = await readManifest(backupFolder)
  const total_bytes = sum(manifest.files.map(({ bytes }) => bytes))
  let done_bytes = 0
  return findDamage(backupFolder, manifest, (bytes) => {
    done_bytes += bytes
    onProgress?.({ step: 'verifying', done_bytes: Math.min(done_bytes, total_bytes), total_bytes })
  })
}
