import { copyFile, cp, link, mkdir, readdir, rename, rm } from 'node:fs/promises'
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
  /** Links the files instead of copying them, for a backup inside the data folder. */
  links?: boolean
}

const hasCode = (error: unknown, ...codes: string[]) => error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** Gives a stored file a second name, which takes no space. Stored files never change. Other disks, and some networks, need a copy. */
async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    if (hasCode(error, 'ENOENT')) throw error
    await copyFile(from, to)
  }
}

async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) await linkFolder(source, target)
    else if (entry.isFile()) await linkFile(source, target).catch(ignoreMissing)
  }
}

/** A file deleted during the copy is not needed: its document is deleted too. */
function ignoreMissing(error: unknown): void {
  if (!hasCode(error, 'ENOENT')) throw error
}

/** Takes the files that are not in the backup yet. */
async function takeFiles(dataDir: string, place: string, links: boolean): Promise<void> {
  for (const folder of keptFolders) {
    const [from, to] = [path.join(dataDir, folder), path.join(place, folder)]
    const taken = links ? linkFolder(from, to) : cp(from, to, { recursive: true, force: false, errorOnExist: false })
    await taken.catch(ignoreMissing)
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
export async function makeBackup({ database, dataDir, version, links = false }: BackupParts, target: string, now: Date): Promise<string> {
  const place = path.join(target, nameOf(now))
  const draft = `${place}.part`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    await takeFiles(dataDir, draft, links)
    const kind = await copyDatabase(database, draft)
    await takeFiles(dataDir, draft, links)
    await writeManifest(draft, { format: 1, version, made_at: now.toISOString(), database: kind, files: await describeFiles(draft) })
    await rename(draft, place)
    return place
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
