import { createHash } from 'node:crypto'
import { open, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Reason } from '@penmark/contract'
import { z } from 'zod'
import { megabyteBytes } from '../../lib/megabytes.ts'
import { reason, sentenceOf } from '../../locale/problems/reason.ts'
import { isLeftOut } from './backed-up-files.ts'
import { listFiles } from './folder-files.ts'
import { inParallel } from './in-parallel.ts'

export const manifestName = 'backup.json'

/** Who asked for a backup: an administrator, the schedule, an update, a restore, or the command line. */
export const backupMakers = ['administrator', 'schedule', 'update', 'restore', 'command'] as const
export type BackupMaker = (typeof backupMakers)[number]

/** The contents of a backup. Paths are relative and use `/` on every system. */
export const Manifest = z.object({
  format: z.literal(1),
  /** Version of the product that made the backup. */
  version: z.string(),
  made_at: z.iso.datetime(),
  /** Unknown in backups of older versions. */
  made_by: z.enum(backupMakers).optional(),
  /** `embedded`: the database files are in `database`. `server`: `database.dump` is for pg_restore. */
  database: z.enum(['embedded', 'server']),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

/** Called with the size of every chunk that was processed. Throws to stop the work. */
export type OnBytes = (bytes: number) => void

const chunkBytes = megabyteBytes

/**
 * Reads through one buffer: most files of a database are so small that a stream for each would cost more than
 * their checksum.
 */
async function hashFile(
  file: string,
  buffer: Buffer,
  onBytes: OnBytes,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const handle = await open(file)
  try {
    let bytes = 0
    for (;;) {
      const { bytesRead } = await handle.read(buffer)
      if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
      hash.update(buffer.subarray(0, bytesRead))
      bytes += bytesRead
      onBytes(bytesRead)
    }
  } finally {
    await handle.close()
  }
}

/** Few, because each has a buffer; enough that small files do not wait for one another. */
const hashedAtOnce = 16

/**
 * Lists every finished file below `folder` with its checksum, so that damage is found before anything is
 * restored.
 */
export async function describeFiles(
  folder: string,
  onBytes: OnBytes = () => undefined,
): Promise<Manifest['files']> {
  const names = (await listFiles(folder)).filter((name) => !isLeftOut(name))
  const buffers: Buffer[] = []
  const files: Manifest['files'] = []
  await inParallel(names, hashedAtOnce, async (name) => {
    const buffer = buffers.pop() ?? Buffer.allocUnsafe(chunkBytes)
    files.push({ path: name, ...(await hashFile(path.join(folder, name), buffer, onBytes)) })
    buffers.push(buffer)
  })
  return files.sort((a, b) => a.path.localeCompare(b.path))
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(path.join(folder, manifestName), `${JSON.stringify(manifest, null, 1)}\n`)
}

/** Reads the manifest of a backup. Throws a readable error when the folder is not a backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestName), 'utf8').catch((cause: unknown) => {
    throw new Error(`There is no backup in ${folder}: ${manifestName} is missing.`, { cause })
  })
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(
      `${path.join(folder, manifestName)} cannot be read. It may be damaged, or a newer version may have made it.`,
      { cause },
    )
  }
}

/** A file that is not as it was when the backup was made. */
export interface Damage {
  kind: 'lacks_file' | 'file_changed' | 'file_added'
  file: string
}

/** For the person who verifies the backup. */
export function damageReason({ kind, file }: Damage): Reason {
  return reason(`backup_${kind}`, { file })
}

/**
 * The first file that is missing, added or changed since the backup was made; null if all are as they were.
 * Older versions put unfinished files into backups, which changed afterwards and are not needed.
 */
export async function findDamage(
  folder: string,
  manifest: Manifest,
  onBytes?: OnBytes,
): Promise<Damage | null> {
  const found = new Map((await describeFiles(folder, onBytes)).map((file) => [file.path, file]))
  for (const { path: name, sha256 } of manifest.files.filter((each) => !isLeftOut(each.path))) {
    const file = found.get(name)
    if (!file) return { kind: 'lacks_file', file: name }
    if (file.sha256 !== sha256) return { kind: 'file_changed', file: name }
    found.delete(name)
  }
  found.delete(manifestName)
  const [extra] = found.keys()
  return extra === undefined ? null : { kind: 'file_added', file: extra }
}

/** Throws at the first file that is missing, added or changed since the backup was made. */
export async function verifyFiles(folder: string, manifest: Manifest): Promise<void> {
  const damage = await findDamage(folder, manifest)
  if (damage !== null) throw new Error(`${sentenceOf(damageReason(damage))} Nothing was restored.`)
}

export interface RestoreTarget {
  /** Null for the embedded database. */
  databaseUrl: string | null
  version: string
}

function isNewer(backupVersion: string, installedVersion: string): boolean {
  return backupVersion.localeCompare(installedVersion, 'en', { numeric: true }) > 0
}

/** This installation cannot take the backup. */
export class IncompatibleBackupError extends Error {
  override readonly name = 'IncompatibleBackupError'
  readonly reason: Reason

  constructor(why: Reason) {
    super(sentenceOf(why))
    this.reason = why
  }
}

/**
 * Throws when this installation cannot take the backup: a newer version made it, or it has another kind of
 * database.
 */
export function assertCompatible(manifest: Manifest, { databaseUrl, version }: RestoreTarget): void {
  if (isNewer(manifest.version, version)) {
    throw new IncompatibleBackupError(
      reason('restore_of_newer_version', { made: manifest.version, here: version }),
    )
  }
  const expected = databaseUrl === null ? 'embedded' : 'server'
  if (manifest.database !== expected) {
    throw new IncompatibleBackupError(
      reason(manifest.database === 'server' ? 'restore_into_server' : 'restore_into_embedded'),
    )
  }
}
