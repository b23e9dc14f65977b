import { rm } from 'node:fs/promises'
import path from 'node:path'
import { type Inspection, inspectDatabase } from '../database/embedded/embedded.ts'
import { knowsMigrations } from '../database/migrate.ts'
import { syncAll } from '../outside/system/system.ts'
import { unpackArchive } from './archive.ts'
import { databaseFolder } from './make-backup.ts'
import { assertCompatible, findDamage, type Manifest, type OnBytes, type RestoreTarget, readManifest } from './manifest.ts'
import type { RestorePlan } from './restore-folder.ts'

/** This archive cannot be restored here; the message says why, to the administrator. */
export class UnfitBackupError extends Error {
  override readonly name = 'UnfitBackupError'
}

export interface CheckTarget extends RestoreTarget {
  /** Whether uploaded files are kept in a bucket. */
  filesInBucket: boolean
}

const damagedMessage = 'The file is damaged or incomplete. Download the backup again, or use an older one. Nothing was changed.'

async function unpack(archive: string, staged: string, onBytes: OnBytes): Promise<Manifest> {
  await unpackArchive(archive, staged, onBytes).catch((cause: unknown) => {
    // A full disk does not mean a damaged file.
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC') throw cause
    throw new UnfitBackupError(damagedMessage, { cause })
  })
  return readManifest(staged).catch((cause: unknown) => {
    throw new UnfitBackupError('This file is not a backup, or a newer version has made it. Nothing was changed.', { cause })
  })
}

function assertFits(manifest: Manifest, target: CheckTarget): void {
  const holds = (folder: string) => manifest.files.some((file) => file.path.startsWith(`${folder}/`))
  if (manifest.database === 'server') {
    throw new UnfitBackupError(
      'This backup was made from a PostgreSQL server, and this installation has its database in its data folder. Nothing was changed.',
    )
  }
  try {
    assertCompatible(manifest, target)
  } catch (cause) {
    throw new UnfitBackupError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
  if (!holds(databaseFolder)) throw new UnfitBackupError('This backup holds no database, so it cannot be restored. Nothing was changed.')
  if (target.filesInBucket && holds('files')) {
    throw new UnfitBackupError(
      'This backup holds uploaded files, and this installation keeps them in a bucket. Restore it without S3_BUCKET. Nothing was changed.',
    )
  }
}

async function inspect(staged: string, { version }: CheckTarget): Promise<Inspection> {
  const found = await inspectDatabase(path.join(staged, databaseFolder)).catch((cause: unknown) => {
    throw new UnfitBackupError(damagedMessage, { cause })
  })
  if (!knowsMigrations(found.migrations)) {
    throw new UnfitBackupError(`This backup was made by a newer version than this one (${version}). Update first. Nothing was changed.`)
  }
  return found
}

/**
 * Unpacks an archive into `staged`, compares every file with its checksum and opens the database, after which `staged` can replace the data
 * folder. Throws `UnfitBackupError` if it must not. `onBytes` counts every byte twice, unpacked and compared, and must not throw.
 */
export async function checkArchive(
  archive: string,
  staged: string,
  target: CheckTarget,
  { onBytes, signal }: { onBytes: OnBytes; signal: AbortSignal },
): Promise<RestorePlan['contents']> {
  try {
    const manifest = await unpack(archive, staged, onBytes)
    assertFits(manifest, target)
    const damage = await findDamage(staged, manifest, (bytes) => {
      signal.throwIfAborted()
      onBytes(bytes)
    })
    if (damage !== null) throw new UnfitBackupError(`${damage} Nothing was changed.`)
    const { teachers, documents } = await inspect(staged, target)
    await syncAll(staged)
    const size_bytes = manifest.files.reduce((total, { bytes }) => total + bytes, 0)
    const { made_at, made_by = null, version, files } = manifest
    return { made_at, made_by, version, files: files.length, size_bytes, teachers, documents }
  } catch (error) {
    await rm(staged, { recursive: true, force: true })
    throw error
  }
}
