import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Manifest, manifestName, readManifest } from './manifest.ts'
import { restoreBackupsFolder } from './restore-folder.ts'
import { updateBackupsFolder } from './safety-backups.ts'

export interface BackupFolders {
  dataDir: string
  backupDir: string
}

/** What is known of a backup without reading its files. */
export interface StoredBackup {
  id: string
  backupFolder: string
  madeAt: Date
  madeBy: NonNullable<Manifest['made_by']>
  version: string
  files: number
  bytes: number
}

const namePattern = /^penmark-\d{8}T\d{6}Z$/
/** Folders of the backups made before updates and restores, by the prefix of their ids. */
const safetyFolders = [
  { prefix: 'update-', folder: updateBackupsFolder, madeBy: 'update' },
  { prefix: 'restore-', folder: restoreBackupsFolder, madeBy: 'restore' },
] as const

const safetyFolderOf = (id: string) => safetyFolders.find(({ prefix }) => id.startsWith(prefix))

/** The folder of the backup with this id; null if it is not an id. */
export function folderOfBackup({ dataDir, backupDir }: BackupFolders, id: string): string | null {
  const safetyFolder = safetyFolderOf(id)
  const name = id.slice(safetyFolder?.prefix.length ?? 0)
  if (!namePattern.test(name)) return null
  return path.join(safetyFolder === undefined ? backupDir : path.join(dataDir, safetyFolder.folder), name)
}

/** Manifests never change and can be large, so each is read only once. */
const cache = new Map<string, { modifiedAt: number; backup: StoredBackup }>()

async function describeBackup(backupFolder: string, id: string): Promise<StoredBackup | null> {
  const modifiedAt = await stat(path.join(backupFolder, manifestName)).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )
  if (modifiedAt === null) return null
  const cached = cache.get(backupFolder)
  if (cached?.modifiedAt === modifiedAt) return cached.backup
  const manifest = await readManifest(backupFolder).catch(() => null)
  if (manifest === null) return null
  const backup: StoredBackup = {
    id,
    backupFolder,
    madeAt: new Date(manifest.made_at),
    madeBy: manifest.made_by ?? safetyFolderOf(id)?.madeBy ?? 'command',
    version: manifest.version,
    files: manifest.files.length,
    bytes: manifest.files.reduce((total, { bytes }) => total + bytes, 0),
  }
  cache.set(backupFolder, { modifiedAt, backup })
  return backup
}

async function describeFolder(folder: string, prefix: string): Promise<StoredBackup[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => namePattern.test(name))
  const backups = await Promise.all(
    names.map((name) => describeBackup(path.join(folder, name), `${prefix}${name}`)),
  )
  return backups.filter((backup) => backup !== null)
}

/** All complete backups of this installation, newest first. */
export async function listStoredBackups({ dataDir, backupDir }: BackupFolders): Promise<StoredBackup[]> {
  const backups = await Promise.all([
    describeFolder(backupDir, ''),
    ...safetyFolders.map(({ folder, prefix }) => describeFolder(path.join(dataDir, folder), prefix)),
  ])
  return backups.flat().sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

export async function findStoredBackup(folders: BackupFolders, id: string): Promise<StoredBackup | null> {
  const backupFolder = folderOfBackup(folders, id)
  return backupFolder === null ? null : describeBackup(backupFolder, id)
}

const unfinishedPattern = /^penmark-\d{8}T\d{6}Z\.part$/

/**
 * Removes unfinished backups of killed processes. One that changed after `before` may still be in progress in
 * another process.
 */
export async function removeUnfinishedBackups(
  { dataDir, backupDir }: BackupFolders,
  before: Date,
): Promise<void> {
  for (const folder of [backupDir, path.join(dataDir, updateBackupsFolder)]) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => unfinishedPattern.test(name))
    for (const name of names) {
      const draft = path.join(folder, name)
      const modifiedAt = await stat(draft).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      )
      if (modifiedAt !== null && modifiedAt < before.getTime())
        await rm(draft, { recursive: true, force: true })
    }
  }
}

/** Removes the manifest first, so that the rest of an interrupted deletion is not taken for a backup. */
export async function removeStoredBackup({ backupFolder }: StoredBackup): Promise<void> {
  await rm(path.join(backupFolder, manifestName), { force: true })
  await rm(backupFolder, { recursive: true, force: true })
  cache.delete(backupFolder)
}
