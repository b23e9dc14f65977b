import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { unpackArchive } from './archive.ts'
import { fileFolders } from './backed-up-files.ts'
import { databaseDump, databaseFolder } from './make-backup.ts'
import { assertCompatible, type Manifest, type RestoreTarget, readManifest, verifyFiles } from './manifest.ts'
import { runPostgresTool } from './postgres-tools.ts'
import { writeRestored } from './restore-folder.ts'

export interface RestoreParts extends RestoreTarget {
  dataDir: string
}

/** Holds the parts until all are complete. The next restore deletes what an interrupted one left here. */
const unfinishedName = '.restoring'
/** A backup that was downloaded as one file, unpacked. */
const unpackedName = '.unpacked'

async function assertEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(() => [])
  if (entries.some((entry) => entry !== unfinishedName && entry !== unpackedName)) {
    throw new Error(
      `${folder} is not empty. A backup can only be restored to an empty folder: set DATA_DIR to one, or move this folder out of the way.`,
    )
  }
}

const countTables = "select count(*) from pg_tables where schemaname in ('public', 'queue')"

async function restoreServed(backupFolder: string, databaseUrl: string): Promise<void> {
  await runPostgresTool(
    'pg_restore',
    [
      '--no-owner',
      '--no-privileges',
      '--single-transaction',
      '--exit-on-error',
      `--dbname=${new URL(databaseUrl).pathname.slice(1)}`,
      path.join(backupFolder, databaseDump),
    ],
    databaseUrl,
  )
}

async function assertEmptyTarget(
  { dataDir, databaseUrl, version }: RestoreParts,
  manifest: Manifest,
): Promise<void> {
  assertCompatible(manifest, { databaseUrl, version })
  await assertEmpty(dataDir)
  if (
    databaseUrl !== null &&
    Number(await runPostgresTool('psql', ['-XAtc', countTables], databaseUrl)) > 0
  ) {
    throw new Error(
      'The database at DATABASE_URL is not empty. A backup can only be restored to an empty database.',
    )
  }
}

/** Unpacks a downloaded backup beside the data it will become. */
async function unpack(dataDir: string, archive: string): Promise<string> {
  const backupFolder = path.join(dataDir, unpackedName)
  await unpackArchive(archive, backupFolder).catch((cause: unknown) => {
    throw new Error(`${archive} is not a complete backup. Download it again. Nothing was restored.`, {
      cause,
    })
  })
  return backupFolder
}

/**
 * Restores a backup, a folder or the archive it was downloaded as, into an empty data folder and, for a
 * server, an empty database. Restores everything or nothing.
 */
export async function restoreBackup(parts: RestoreParts, source: string): Promise<Manifest> {
  const isArchive = await stat(source).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isArchive) return restoreFolder(parts, source)
  await assertEmpty(parts.dataDir)
  try {
    return await restoreFolder(parts, await unpack(parts.dataDir, source))
  } finally {
    await rm(path.join(parts.dataDir, unpackedName), { recursive: true, force: true })
  }
}

async function restoreFolder(parts: RestoreParts, backupFolder: string): Promise<Manifest> {
  const manifest = await readManifest(backupFolder)
  await assertEmptyTarget(parts, manifest)
  await verifyFiles(backupFolder, manifest)
  const { dataDir, databaseUrl } = parts
  // Inside the data folder, which may be a separate disk: the final rename must not cross disks.
  const draft = path.join(dataDir, unfinishedName)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  const contained = new Set(manifest.files.map((file) => file.path.split('/')[0] ?? ''))
  // Empty folders are not in the backup; the product creates them when it needs them.
  const folders = [...fileFolders, databaseFolder].filter((folder) => contained.has(folder))
  for (const folder of folders)
    await cp(path.join(backupFolder, folder), path.join(draft, folder), { recursive: true })
  if (databaseUrl !== null) await restoreServed(backupFolder, databaseUrl)
  // The database comes last: a data folder without it counts as unused.
  for (const folder of folders) await rename(path.join(draft, folder), path.join(dataDir, folder))
  await writeRestored(dataDir, manifest, new Date())
  await rm(draft, { recursive: true })
  return manifest
}
