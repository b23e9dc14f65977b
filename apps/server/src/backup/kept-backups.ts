import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { updateBackupsFolder } from './before-update.ts'
import { type Manifest, manifestName, readManifest } from './manifest.ts'
import { restoreBackupsFolder } from './restore-folder.ts'

export interface BackupFolders {
  dataDir: string
  backupDir: string
}

/** What is known of a backup without reading its files. */
export interface KeptBackup {
  id: string
  place: string
  madeAt: Date
  madeBy: NonNullable<Manifest['made_by']>
  version: string
  files: number
  bytes: number
}

const namePattern = /^penmark-\d{8}T\d{6}Z$/
/** Backups before updates and restores lie in folders of their own, which the prefix of their ids names. */
const shelves = [
  { prefix: 'update-', folder: updateBackupsFolder, madeBy: 'update' },
  { prefix: 'restore-', folder: restoreBackupsFolder, madeBy: 'restore' },
] as const

const shelfOf = (id: string) => shelves.find(({ prefix }) => id.startsWith(prefix))

/** The folder that an id names; null for anything that is no id. */
export function placeOf({ dataDir, backupDir }: BackupFolders, id: string): string | null {
  const shelf = shelfOf(id)
  const name = id.slice(shelf?.prefix.length ?? 0)
  if (!namePattern.test(name)) return null
  return path.join(shelf === undefined ? backupDir : path.join(dataDir, shelf.folder), name)
}

/** Manifests never change, and those of many files are large: each is read once. */
const known = new Map<string, { modifiedAt: number; backup: KeptBackup }>()

async function describeBackup(place: string, id: string): Promise<KeptBackup | null> {
  const modifiedAt = await stat(path.join(place, manifestName)).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )
  if (modifiedAt === null) return null
  const remembered = known.get(place)
  if (remembered?.modifiedAt === modifiedAt) return remembered.backup
  const manifest = await readManifest(place).catch(() => null)
  if (manifest === null) return null
  const backup: KeptBackup = {
    id,
    place,
    madeAt: new Date(manifest.made_at),
    madeBy: manifest.made_by ?? shelfOf(id)?.madeBy ?? 'command',
    version: manifest.version,
    files: manifest.files.length,
    bytes: manifest.files.reduce((total, { bytes }) => total + bytes, 0),
  }
  known.set(place, { modifiedAt, backup })
  return backup
}

async function describeFolder(folder: string, prefix: string): Promise<KeptBackup[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => namePattern.test(name))
  const backups = await Promise.all(names.map((name) => describeBackup(path.join(folder, name), `${prefix}${name}`)))
  return backups.filter((backup) => backup !== null)
}

/** All complete backups of this installation, newest first. */
export async function listKeptBackups({ dataDir, backupDir }: BackupFolders): Promise<KeptBackup[]> {
  const backups = await Promise.all([
    describeFolder(backupDir, ''),
    ...shelves.map(({ folder, prefix }) => describeFolder(path.join(dataDir, folder), prefix)),
  ])
  return backups.flat().sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

export async function findKeptBackup(folders: BackupFolders, id: string): Promise<KeptBackup | null> {
  const place = placeOf(folders, id)
  return place === null ? null : describeBackup(place, id)
}

const unfinishedPattern = /^penmark-\d{8}T\d{6}Z\.part$/

/** Removes what killed processes left of backups they were making. Those changed after `before` may still be worked on by another process. */
export async function removeUnfinishedBackups({ dataDir, backupDir }: BackupFolders, before: Date): Promise<void> {
  for (const folder of [backupDir, path.join(dataDir, updateBackupsFolder)]) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => unfinishedPattern.test(name))
    for (const name of names) {
      const place = path.join(folder, name)
      const modifiedAt = await stat(place).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      )
      if (modifiedAt !== null && modifiedAt < before.getTime()) await rm(place, { recursive: true, force: true })
    }
  }
}

/** The manifest goes first: what is left of an interrupted deletion is no backup. */
export async function removeKeptBackup({ place }: KeptBackup): Promise<void> {
  await rm(path.join(place, manifestName), { force: true })
  await rm(place, { recursive: true, force: true })
  known.delete(place)
}
