import { open, rm } from 'node:fs/promises'
import type PQueue from 'p-queue'
import type { Logger } from 'pino'
import { megabyteBytes, toMegabytes } from '../../../../lib/megabytes.ts'
import { version } from '../../../../lib/release.ts'
import { writeFaultOf } from '../../../../lib/write-faults.ts'
import { problem } from '../../../../locale/problems/problem.ts'
import { reason } from '../../../../locale/problems/reason.ts'
import { isArchiveHead } from '../../../../services/backup/archive.ts'
import { checkArchive, UnfitBackupError } from '../../../../services/backup/check-archive.ts'
import {
  type RestoreSession,
  readSession,
  receivedBytes,
  restorePaths,
  writeJsonAtomically,
} from '../../../../services/backup/restore-folder.ts'
import type { BackupSettings } from '../readiness.ts'

/** For everything else that is written while the archive is checked. */
const reserveBytes = 64 * megabyteBytes

/** Throws if the archive and the files unpacked from it do not fit on the disk together. */
export async function requireSpaceFor(
  { dataDir, readDisk }: BackupSettings,
  size_bytes: number,
): Promise<void> {
  const free = (await readDisk(dataDir))?.free_bytes ?? null
  const needed = 2 * size_bytes + reserveBytes
  if (free === null || free >= needed) return
  throw problem('storage_full', 'restore_needs_space', {
    needed: toMegabytes(needed),
    free: toMegabytes(free),
  })
}

function requireNextPart(
  { size_bytes }: RestoreSession,
  received: number,
  offset: number,
  bytes: Buffer,
): void {
  if (offset !== received) throw problem('conflict', 'restore_part_misplaced', { offset: String(received) })
  if (bytes.length === 0 || offset + bytes.length > size_bytes)
    throw problem('invalid_input', 'restore_part_wrong')
  if (offset === 0 && !isArchiveHead(bytes)) throw problem('unsupported_file', 'restore_file_wrong')
}

/**
 * Appends a part to the archive, or nothing if it cannot be written whole. Damage by a power cut is found by
 * the check.
 */
export async function appendPart(
  dataDir: string,
  session: RestoreSession,
  offset: number,
  bytes: Buffer,
): Promise<void> {
  requireNextPart(session, await receivedBytes(dataDir), offset, bytes)
  const handle = await open(restorePaths(dataDir).upload, 'a', 0o600)
  try {
    await handle.writeFile(bytes)
  } catch (cause) {
    await handle.truncate(offset)
    if (writeFaultOf(cause) !== 'full') throw cause
    throw problem('storage_full', 'restore_disk_full', {}, { cause })
  } finally {
    await handle.close()
  }
}

interface Progress {
  done_bytes: number
  total_bytes: number
}

interface ArchiveCheck {
  /**
   * Starts the check unless it is running, and returns its progress. Its result is written to the session as
   * one of the queued changes.
   */
  start(session: RestoreSession, changes: PQueue): Progress
  /** Resolves once the check has stopped; its result is discarded. */
  abort(): Promise<void>
}

/** Checks the uploaded archive in the background, because all its files are read and unpacked. */
export function createArchiveCheck({
  backups,
  logger,
}: {
  backups: BackupSettings
  logger: Logger
}): ArchiveCheck {
  const { dataDir, databaseUrl, filesInBucket } = backups
  let running: { progress: Progress; controller: AbortController; checked: Promise<unknown> } | null = null

  const check = async (
    progress: Progress,
    signal: AbortSignal,
  ): Promise<Pick<RestoreSession, 'contents' | 'refused'>> => {
    const { upload, staged } = restorePaths(dataDir)
    const onBytes = (bytes: number) => {
      progress.done_bytes = Math.min(progress.done_bytes + bytes, progress.total_bytes)
    }
    try {
      return {
        contents: await checkArchive(
          upload,
          staged,
          { databaseUrl, filesInBucket, version },
          { onBytes, signal },
        ),
        refused: null,
      }
    } catch (error) {
      if (error instanceof UnfitBackupError) return { contents: null, refused: error.reason }
      if (!signal.aborted) logger.error({ err: error }, 'The check of an uploaded backup failed')
      const isFull = writeFaultOf(error) === 'full'
      return { contents: null, refused: reason(isFull ? 'restore_check_disk_full' : 'restore_check_failed') }
    }
  }

  return {
    start({ size_bytes }, changes) {
      if (running !== null) return running.progress
      const progress = { done_bytes: 0, total_bytes: 2 * size_bytes }
      const controller = new AbortController()
      const checked = check(progress, controller.signal)
      const current = { progress, controller, checked }
      running = current
      const finish = async (result: Awaited<typeof checked>) => {
        if (running === current) running = null
        const session = await readSession(dataDir)
        if (controller.signal.aborted || session === null) return
        await writeJsonAtomically(restorePaths(dataDir).session, { ...session, ...result })
        // Its contents are unpacked, or it was refused.
        await rm(restorePaths(dataDir).upload, { force: true })
      }
      checked
        .then((result) => changes.add(() => finish(result)))
        .catch((error: unknown) =>
          logger.error({ err: error }, 'The check of an uploaded backup could not be recorded'),
        )
      return progress
    },

    async abort() {
      if (running === null) return
      const { controller, checked } = running
      controller.abort()
      running = null
      await checked
    },
  }
}
