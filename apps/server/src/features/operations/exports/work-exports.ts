import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { exportTimes, Problem } from '@penmark/contract'
import { ZipFile } from 'yazl'
import { dayMs } from '../../../lib/durations.ts'
import { writeFaultOf } from '../../../lib/write-faults.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { BackgroundJob, JobWorker } from '../../../services/queue/background-queues.ts'
import { sendMissingJobs } from '../../../services/queue/send-job.ts'
import { newKey } from '../../../services/storage/storage.ts'
import { listHandedInFiles } from '../../cases/index.ts'
import { type PrintDependencies, printReport } from '../../documents/index.ts'
import {
  deleteExport,
  type ExportRow,
  selectExpired,
  selectUnfinishedIds,
  updateBegun,
  updateIfOwnRun,
  updateReopened,
} from './store.ts'
import {
  type Cursor,
  type ExportedDocument,
  type ExportSubject,
  type ExportsDependencies,
  nameInArchive,
  selectDocumentsAfter,
  selectDocumentTotal,
  selectOptionalSubject,
  writeExport,
} from './write-export.ts'

const queue = 'exports'
/**
 * An archive that is started more often fails, because its workers keep dying: when a job has no retries
 * left, a new one is sent.
 */
const maximumRuns = 12

/** Thrown if the export was deleted, or another worker took over. */
class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/** Writes the archive under the row's key. */
async function storeArchive(
  dependencies: ArchiveDependencies,
  row: ExportRow,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, storage } = dependencies
  const now = new Date()
  const subject = await selectOptionalSubject(database, row.teacher_id)
  const documents_total = await selectDocumentTotal(database, row.teacher_id)
  if (subject === null || !(await updateIfOwnRun(database, row, { documents_total })))
    throw new StoppedError()
  const content = makeArchive(dependencies, {
    teacher_id: row.teacher_id,
    subject,
    language: row.language,
    now,
    onDocument: async (documents_done) => {
      signal.throwIfAborted()
      if (!(await updateIfOwnRun(database, row, { documents_done }))) throw new StoppedError()
    },
  })
  // Where it could not be stored, nobody reads the rest, and a file would stay open.
  const { sizeBytes } = await storage.put(key, content).finally(() => content.destroy())
  const expires_at = new Date(Date.now() + exportTimes.keepDays * dayMs)
  const isKept = await updateIfOwnRun(database, row, { state: 'ready', size_bytes: sizeBytes, expires_at })
  // If it was deleted or taken over meanwhile, no row names this file.
  if (!isKept) await storage.delete(key)
}

/** Makes one archive, unless it is deleted, finished or failed. */
async function makeExport(
  dependencies: ArchiveDependencies,
  { id, isLastAttempt }: BackgroundJob,
  signal: AbortSignal,
): Promise<void> {
  const { database } = dependencies
  const key = newKey()
  const row = await updateBegun(database, id, key)
  if (row === null) return
  if (row.runs > maximumRuns) {
    await updateIfOwnRun(database, row, { state: 'failed' })
    return
  }
  try {
    await storeArchive(dependencies, row, key, signal)
  } catch (error) {
    if (error instanceof StoppedError) return
    const state = isLastAttempt && !signal.aborted ? 'failed' : 'waiting'
    await updateIfOwnRun(database, row, { state, write_fault: writeFaultOf(error) })
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

/** Deletes expired archives. The file is deleted before its row, which is needed to find it. */
export async function expireExports(
  { database, storage }: Pick<ArchiveDependencies, 'database' | 'storage'>,
  now: Date,
): Promise<number> {
  const expired = await selectExpired(database, now)
  for (const { id, teacher_id, blob_key } of expired) {
    if (blob_key !== null) await storage.delete(blob_key)
    await deleteExport(database, teacher_id, id)
  }
  return expired.length
}

type ArchiveDependencies = ExportsDependencies & PrintDependencies

interface ArchiveRequest extends ExportSubject {
  language: string
  now: Date
  /** Called after each document; throws to stop the export. */
  onDocument: (done: number) => Promise<void>
}

const printing = { attempts: 30, pauseMs: 2_000 }
const documentsAtOnce = 20

/** Prints a report, and tries again while the printer is busy. */
async function printWithRetries(
  dependencies: ArchiveDependencies,
  id: string,
  { language, teacher_id }: ArchiveRequest,
): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await printReport(dependencies, id, { language, appendix: true }, { teacher_id })).content
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'busy') || attempt >= printing.attempts) throw error
      await setTimeout(printing.pauseMs)
    }
  }
}

/**
 * A ZIP that is written while it is read. Each entry is added when the one before it has been read, so that
 * only one is in memory.
 */
function openZip() {
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.on('error', (error) => out.destroy(error instanceof Error ? error : new Error(String(error))))
  zip.outputStream.pipe(out)
  // If the reader stops, entries are never read to their end.
  const outputEnded = finished(out)
  outputEnded.catch(() => undefined)
  return {
    out,
    /** Resolves when the entry has been read to its end. Closes it also when it was not. */
    async add(name: string, content: Readable, at: Date): Promise<void> {
      try {
        zip.addReadStream(content, name, { mtime: at })
        await Promise.race([finished(content), outputEnded])
      } finally {
        content.destroy()
      }
    },
    end: () => zip.end(),
  }
}

type Zip = ReturnType<typeof openZip>

/** Adds one document with its text and report. Returns what could not be added. */
async function addDocument(
  zip: Zip,
  dependencies: ArchiveDependencies,
  request: ArchiveRequest,
  document: ExportedDocument,
  position: number,
): Promise<string[]> {
  const { id, original_filename, blob_key, text, is_completed } = document
  const missing: string[] = []
  const file = blob_key === null ? null : await dependencies.storage.get(blob_key)
  if (file) await zip.add(`documents/${nameInArchive(position, original_filename)}`, file, request.now)
  else if (blob_key !== null) missing.push(`documents/${nameInArchive(position, original_filename)}`)
  if (text !== null)
    await zip.add(
      `texts/${nameInArchive(position, original_filename, 'txt')}`,
      Readable.from([text]),
      request.now,
    )
  if (!is_completed) return missing
  const report = `reports/${nameInArchive(position, original_filename, 'pdf')}`
  try {
    await zip.add(
      report,
      Readable.from([Buffer.from(await printWithRetries(dependencies, id, request))]),
      request.now,
    )
  } catch (error) {
    // A document that was deleted meanwhile is not missing; a report that cannot be printed is still in the
    // JSON.
    if (!(error instanceof Problem && error.code === 'not_found')) missing.push(report)
  }
  return missing
}

/** Adds what students handed in with their replies. Returns what could not be added. */
async function addReplyFiles(
  zip: Zip,
  { database, storage }: ArchiveDependencies,
  request: ArchiveRequest,
): Promise<string[]> {
  const missing: string[] = []
  for (const [index, { filename, blob_key }] of (
    await listHandedInFiles(database, request.teacher_id)
  ).entries()) {
    const name = `replies/${nameInArchive(index + 1, filename)}`
    const file = await storage.get(blob_key)
    if (file) await zip.add(name, file, request.now)
    else missing.push(name)
  }
  return missing
}

async function addEntries(
  zip: Zip,
  dependencies: ArchiveDependencies,
  request: ArchiveRequest,
): Promise<void> {
  await zip.add('export.json', Readable.from(writeExport(dependencies, request, request.now)), request.now)
  const missing: string[] = []
  let cursor: Cursor = null
  let done = 0
  for (;;) {
    const { documents, last } = await selectDocumentsAfter(
      dependencies.database,
      request.teacher_id,
      cursor,
      documentsAtOnce,
    )
    for (const document of documents) {
      done += 1
      missing.push(...(await addDocument(zip, dependencies, request, document, done)))
      await request.onDocument(done)
    }
    if (last === null) break
    cursor = last
  }
  missing.push(...(await addReplyFiles(zip, dependencies, request)))
  if (missing.length > 0)
    await zip.add('missing.txt', Readable.from([`${missing.join('\n')}\n`]), request.now)
  zip.end()
}

/** The archive as a stream; it fails when any part of it does. */
function makeArchive(dependencies: ArchiveDependencies, request: ArchiveRequest): Readable {
  const zip = openZip()
  addEntries(zip, dependencies, request).catch((error: unknown) =>
    zip.out.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return zip.out
}
