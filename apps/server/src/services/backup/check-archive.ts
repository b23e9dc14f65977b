import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Reason } from '@penmark/contract'
import { writeFaultOf } from '../../lib/write-faults.ts'
import { reason, sentenceOf } from '../../locale/problems/reason.ts'
import { type Inspection, inspectDatabase } from '../database/embedded/embedded.ts'
import { knowsMigrations } from '../database/migrate.ts'
import { syncAll } from '../system/system.ts'
import { unpackArchive } from './archive.ts'
import { databaseFolder } from './make-backup.ts'
import {
  assertCompatible,
  findDamage,
  IncompatibleBackupError,
  type Manifest,
  type OnBytes,
  type RestoreTarget,
  readManifest,
} from './manifest.ts'
import type { RestorePlan } from './restore-folder.ts'

/** This archive cannot be restored here. */
export class UnfitBackupError extends Error {
  override readonly name = 'UnfitBackupError'
  readonly reason: Reason

  constructor(why: Reason, options?: ErrorOptions) {
    super(sentenceOf(why), options)
    this.reason = why
  }
}

export interface CheckTarget extends RestoreTarget {
  /** Whether uploaded files are kept in a bucket. */
  filesInBucket: boolean
}

async function unpack(archive: string, staged: string, onBytes: OnBytes): Promise<Manifest> {
  await unpackArchive(archive, staged, onBytes).catch((cause: unknown) => {
    // A full disk does not mean a damaged file.
    if (writeFaultOf(cause) === 'full') throw cause
    throw new UnfitBackupError(reason('restore_file_damaged'), { cause })
  })
  return readManifest(staged).catch((cause: unknown) => {
    throw new UnfitBackupError(reason('restore_file_unknown'), { cause })
  })
}

function assertFits(manifest: Manifest, target: CheckTarget): void {
  const holds = (folder: string) => manifest.files.some((file) => file.path.startsWith(`${folder}/`))
  if (manifest.database === 'server') {
    throw new UnfitBackupError(reason('restore_of_server'))
  }
  try {
    assertCompatible(manifest, target)
  } catch (cause) {
    throw cause instanceof IncompatibleBackupError ? new UnfitBackupError(cause.reason, { cause }) : cause
  }
  if (!holds(databaseFolder)) throw new UnfitBackupError(reason('restore_without_database'))
  if (target.filesInBucket && holds('files')) {
    throw new UnfitBackupError(reason('restore_with_files'))
  }
}

async function inspect(staged: string, { version }: CheckTarget): Promise<Inspection> {
  const found = await inspectDatabase(path.join(staged, databaseFolder)).catch((cause: unknown) => {
    throw new UnfitBackupError(reason('restore_file_damaged'), { cause })
  })
  if (!knowsMigrations(found.migrations)) {
    throw new UnfitBackupError(reason('restore_of_newer_database', { version }))
  }
  return found
}

/**
 * Unpacks an archive into `staged`, compares every file with its checksum and opens the database, after which
 * `staged` can replace the data folder. Throws `UnfitBackupError` if it must not. `onBytes` counts every byte
 * twice, unpacked and compared, and must not throw.
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
    if (damage !== null) throw new UnfitBackupError(reason(`restore_${damage.kind}`, { file: damage.file }))
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
