import { rm } from 'node:fs/promises'
import type PQueue from 'p-queue'
import { checkArchive, UnfitBackupError } from '../../../backup/check-archive.ts'
import { placesOf, type RestoreSession, readSession, writeWhole } from '../../../backup/restore-folder.ts'
import { version } from '../../../version.ts'
import type { RestoresDependencies } from './dependencies.ts'

interface Progress {
  done_bytes: number
  total_bytes: number
}

export interface Checks {
  /** Begins to check the uploaded archive unless that is underway; how far it is. Its outcome is written in the queue of changes. */
  begin(session: RestoreSession, changes: PQueue): Progress
  /** Resolves once the check has stopped. It then says nothing any more. */
  abort(): Promise<void>
}

/** The check of an uploaded archive, which takes as long as reading and writing its files. */
export function createChecks({ backups, logger }: Pick<RestoresDependencies, 'backups' | 'logger'>): Checks {
  const { dataDir, databaseUrl, filesInBucket } = backups
  let underway: { progress: Progress; stop: AbortController; checked: Promise<unknown> } | null = null

  const check = async (progress: Progress, signal: AbortSignal): Promise<Pick<RestoreSession, 'contents' | 'refused'>> => {
    const { upload, staged } = placesOf(dataDir)
    const onBytes = (bytes: number) => {
      progress.done_bytes = Math.min(progress.done_bytes + bytes, progress.total_bytes)
    }
    try {
      return { contents: await checkArchive(upload, staged, { databaseUrl, filesInBucket, version }, { onBytes, signal }), refused: null }
    } catch (error) {
      if (error instanceof UnfitBackupError) return { contents: null, refused: error.message }
      if (!signal.aborted) logger.error({ err: error }, 'The check of an uploaded backup failed')
      const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
      const refused = isFull
        ? 'The disk of the data is full. Make room and choose the file again. Nothing was changed.'
        : 'The file could not be checked. The log of the server says why. Nothing was changed.'
      return { contents: null, refused }
    }
  }

  return {
    begin({ size_bytes }, changes) {
      if (underway !== null) return underway.progress
      const progress = { done_bytes: 0, total_bytes: 2 * size_bytes }
      const stop = new AbortController()
      const checked = check(progress, stop.signal)
      const own = { progress, stop, checked }
      underway = own
      const finish = async (found: Awaited<typeof checked>) => {
        if (underway === own) underway = null
        const session = await readSession(dataDir)
        if (stop.signal.aborted || session === null) return
        await writeWhole(placesOf(dataDir).session, { ...session, ...found })
        // Its contents are unpacked, or of no use.
        await rm(placesOf(dataDir).upload, { force: true })
      }
      checked
        .then((found) => changes.add(() => finish(found)))
        .catch((error: unknown) => logger.error({ err: error }, 'The check of an uploaded backup could not be noted'))
      return progress
    },

    async abort() {
      if (underway === null) return
      const { stop, checked } = underway
      stop.abort()
      underway = null
      await checked
    },
  }
}
