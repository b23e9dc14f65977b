import { exportTimes } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { BackgroundJob, JobWorker } from '../../outside/queue/job-worker.ts'
import { sendMissingJobs } from '../../outside/queue/send-job.ts'
import { newKey } from '../../outside/storage/storage.ts'
import { selectDocumentTotal, selectOptionalSubject } from './data-store.ts'
import { type ArchiveDependencies, makeArchive } from './make-archive.ts'
import { deleteExport, type ExportRow, selectExpired, selectUnfinishedIds, updateBegun, updateByRun, updateReopened } from './store.ts'

const dayMs = 24 * 60 * 60 * 1_000
const queue = 'exports'
/**
 * For an archive whose workers keep dying, so that it neither finishes nor fails. The job has few retries; a new one is sent when they are
 * used up.
 */
const maximumRuns = 12

/** The export was erased, or another worker took over. */
class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/** Writes the archive under the row's key. */
async function store(dependencies: ArchiveDependencies, row: ExportRow, key: string, signal: AbortSignal): Promise<void> {
  const { database, storage } = dependencies
  const now = new Date()
  const subject = await selectOptionalSubject(database, row.teacher_id)
  const documents_total = await selectDocumentTotal(database, row.teacher_id)
  if (subject === null || !(await updateByRun(database, row, { documents_total }))) throw new StoppedError()
  const content = makeArchive(dependencies, {
    teacher_id: row.teacher_id,
    subject,
    language: row.language,
    now,
    onDocument: async (documents_done) => {
      signal.throwIfAborted()
      if (!(await updateByRun(database, row, { documents_done }))) throw new StoppedError()
    },
  })
  const { sizeBytes } = await storage.put(key, content)
  const expires_at = new Date(Date.now() + exportTimes.keepDays * dayMs)
  const isKept = await updateByRun(database, row, { state: 'ready', size_bytes: sizeBytes, expires_at })
  // Erased or taken over while it was stored: no row names this file any more.
  if (!isKept) await storage.delete(key)
}

/** Makes one archive, unless it is gone, finished or failed. */
async function makeExport(dependencies: ArchiveDependencies, { id, isLastAttempt }: BackgroundJob, signal: AbortSignal): Promise<void> {
  const { database } = dependencies
  const key = newKey()
  const row = await updateBegun(database, id, key)
  if (row === null) return
  if (row.runs > maximumRuns) {
    await updateByRun(database, row, { state: 'failed' })
    return
  }
  try {
    await store(dependencies, row, key, signal)
  } catch (error) {
    if (error instanceof StoppedError) return
    await updateByRun(database, row, { state: isLastAttempt && !signal.aborted ? 'failed' : 'waiting' })
    throw error
  }
}

export function exportWorker(dependencies: ArchiveDependencies): JobWorker {
  return { atOnce: 1, run: (job, signal) => makeExport(dependencies, job, signal) }
}

/** Sends a job for each pending archive that has none. */
export async function sendMissingExports(database: Database): Promise<void> {
  await sendMissingJobs(database, queue, await selectUnfinishedIds(database))
}

/** Lets a failed archive be made again by a new job. */
export async function reopenExport(connection: Connection, id: string): Promise<boolean> {
  return updateReopened(connection, id)
}

/** Erases expired archives. The file goes first: without its row it could not be found. */
export async function expireExports({ database, storage }: Pick<ArchiveDependencies, 'database' | 'storage'>, now: Date): Promise<number> {
  const expired = await selectExpired(database, now)
  for (const { id, teacher_id, blob_key } of expired) {
    if (blob_key !== null) await storage.delete(blob_key)
    await deleteExport(database, teacher_id, id)
  }
  return expired.length
}
