import { type Reason, sourceLimits } from '@penmark/contract'
import { reason } from '../../locale/problems/reason.ts'
import type { Database } from '../../services/database/database.ts'
import type { BackgroundJob, JobWorker } from '../../services/queue/background-queues.ts'
import { sendMissingJobs } from '../../services/queue/send-job.ts'
import type { Storage } from '../../services/storage/storage.ts'
import { extractFile, failureReason, type Reader, type ReadText, type Scorer } from '../documents/index.ts'
import { compareClassAgain } from './compare-class-again.ts'
import { selectDocumentsBeside } from './sources/match-store.ts'
import {
  type SourceRow,
  selectSourceWords,
  selectWaitingIds,
  updateSourceBegun,
  updateSourceByRun,
} from './sources/source-store.ts'

const queue = 'sources'
/** Gives up a source at which workers keep dying. */
const maximumRuns = 6
/** Few, because a scan takes a quarter of a gigabyte. */
const sourcesAtOnce = 2

interface SourceDependencies {
  database: Database
  storage: Pick<Storage, 'localCopy' | 'delete'>
  reader: Pick<Reader, 'limitFiles' | 'readFile' | 'recogniseFile'>
  /** Without anything that scores a text. */
  scorer: Pick<Scorer, 'readPasted' | 'countWords'>
}

/** The text of an uploaded file or a pasted one; null if the storage has lost the file. */
async function readText(
  dependencies: SourceDependencies,
  row: SourceRow,
  signal: AbortSignal,
): Promise<ReadText | null> {
  const { blob_key: key, size_bytes: sizeBytes, sha256, teacher_id: owner } = row
  if (key === null) return dependencies.scorer.readPasted(row.text, { signal, owner })
  return extractFile(dependencies, { key, sizeBytes, sha256 }, { signal, owner })
}

/** What becomes of a source: its text, or why it has none. */
async function readSource(
  dependencies: SourceDependencies,
  row: SourceRow,
  signal: AbortSignal,
): Promise<Partial<SourceRow>> {
  const failed = (failure: Reason) => ({ state: 'failed', failure, text: '' }) as const
  try {
    const read = await readText(dependencies, row, signal)
    if (read === null) return failed(reason('stored_file_gone'))
    const words = await dependencies.scorer.countWords(read.text, { signal, owner: row.teacher_id })
    if (words === 0) return failed(reason('text_without_words'))
    const others = await selectSourceWords(dependencies.database, row.class_group_id)
    if (others + words > sourceLimits.words)
      return failed(reason('sources_too_long', { most: sourceLimits.words }))
    return { state: 'ready', text: read.text, words }
  } catch (error) {
    const failure = failureReason(error)
    if (failure === null || signal.aborted) throw error
    return failed(failure)
  }
}

async function endReading(
  { database, storage }: SourceDependencies,
  row: SourceRow,
  result: Partial<SourceRow>,
): Promise<void> {
  // Its text is all that is kept of a file.
  if ((await updateSourceByRun(database, row, result)) && row.blob_key !== null)
    await storage.delete(row.blob_key)
}

async function runSource(
  dependencies: SourceDependencies,
  { id, isLastAttempt }: BackgroundJob,
  signal: AbortSignal,
): Promise<void> {
  const { database } = dependencies
  const row = await updateSourceBegun(database, id)
  if (row === null) return
  const fail = () =>
    endReading(dependencies, row, { state: 'failed', failure: reason('reading_failed'), text: '' })
  if (row.runs > maximumRuns) return fail()
  try {
    if (row.state === 'waiting')
      await endReading(dependencies, row, await readSource(dependencies, row, signal))
    // Only after the source can be seen: a document that is completed meanwhile is either among these or
    // compared later.
    await database.transaction(async (connection) =>
      compareClassAgain(connection, await selectDocumentsBeside(connection, id)),
    )
  } catch (error) {
    if (isLastAttempt && !signal.aborted) await fail()
    throw error
  }
}

/**
 * Reads sources and lets the documents of their classes be compared with them. Nothing in them is scored or
 * counted against the allowance.
 */
export function sourceWorker(dependencies: SourceDependencies): JobWorker {
  return { atOnce: sourcesAtOnce, run: (job, signal) => runSource(dependencies, job, signal) }
}

/** Sends a job for each source that waits and has none. */
export async function sendMissingSources(database: Database): Promise<void> {
  await sendMissingJobs(database, queue, await selectWaitingIds(database))
}
