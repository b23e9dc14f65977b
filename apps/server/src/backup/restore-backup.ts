import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { unpackArchive } from './archive.ts'
import { databaseDump, databaseFolder, keptFolders } from './make-backup.ts'
import { type Manifest, readManifest, verifyFiles } from './manifest.ts'
import { runPostgresTool } from './postgres-tools.ts'
import { type RestoreTarget, requireFitting } from './requirements.ts'
import { noteRestored } from './restored.ts'

export interface RestoreParts extends RestoreTarget {
  dataDir: string
}

/** Holds the parts until all are complete. The next restore deletes what an interrupted one left here. */
const unfinished = '.restoring'
/** A backup that was downloaded as one file, unpacked. */
const unpacked = '.unpacked'

async function requireEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(() => [])
  if (entries.some((entry) => entry !== unfinished && entry !== unpacked)) {
    throw new Error(
      `${folder} is not empty. A backup can only be restored to an empty folder: set DATA_DIR to one, or move this folder out of the way.`,
    )
  }
}

const countTables = "select count(*) from pg_tables where schemaname in ('public', 'queue')"

async function restoreServed(place: string, databaseUrl: string): Promise<void> {
  await runPostgresTool(
    'pg_restore',
    [
      '--no-owner',
      '--no-privileges',
      '--single-transaction',
      '--exit-on-error',
      `--dbname=${new URL(databaseUrl).pathname.slice(1)}`,
      path.join(place, databaseDump),
    ],
    databaseUrl,
  )
}

async function requireFresh({ dataDir, databaseUrl, version }: RestoreParts, manifest: Manifest): Promise<void> {
  requireFitting(manifest, { databaseUrl, version })
  await requireEmpty(dataDir)
  if (databaseUrl !== null && Number(await runPostgresTool('psql', ['-XAtc', countTables], databaseUrl)) > 0) {
    throw new Error('The database at DATABASE_URL is not empty. A backup can only be restored to an empty database.')
  }
}

/** Unpacks a downloaded backup beside the data it will become. */
async function unpack(dataDir: string, archive: string): Promise<string> {
  const place = path.join(dataDir, unpacked)
  await unpackArchive(archive, place).catch((cause: unknown) => {
    throw new Error(`${archive} is not a complete backup. Download it again. Nothing was restored.`, { cause })
  })
  return place
}

/**
 * Restores a backup, a folder or the archive it was downloaded as, into an empty data folder and, for a server, an empty database. Restores
 * everything or nothing.
 */
export async function restoreBackup(parts: RestoreParts, source: string): Promise<Manifest> {
  const isArchive = await stat(source).then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isArchive) return restoreFolder(parts, source)
  await requireEmpty(parts.dataDir)
  try {
    return await restoreFolder(parts, await unpack(parts.dataDir, source))
  } finally {
    await rm(path.join(parts.dataDir, unpacked), { recursive: true, force: true })
  }
}

async function restoreFolder(parts: RestoreParts, place: string): Promise<Manifest> {
  const manifest = await readManifest(place)
  await requireFresh(parts, manifest)
  await verifyFiles(place, manifest)
  const { dataDir, databaseUrl } = parts
  // Inside the data folder, which may be a separate disk: the final rename must not cross disks.
  const draft = path.join(dataDir, unfinished)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  const there = new Set(manifest.files.map((file) => file.path.split('/')[0] ?? ''))
  // Empty folders are not in the backup; the product creates them when it needs them.
  const folders = [...keptFolders, databaseFolder].filter((folder) => there.has(folder))
  for (const folder of folders) await cp(path.join(place, folder), path.join(draft, folder), { recursive: true })
  if (databaseUrl !== null) await restoreServed(place, databaseUrl)
  // The database comes last: a data folder without it counts as unused.
  for (const folder of folders) await rename(path.join(draft, folder), path.join(dataDir, folder))
  await noteRestored(dataDir, manifest, new Date())
  await rm(draft, { recursive: true })
  return manifest
}
