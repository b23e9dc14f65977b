import type { Logger } from 'pino'
import type { Database } from '../../../database/database.ts'
import type { Announce } from '../../../events.ts'
import { measureStage } from '../../../observe/channels.ts'
import { outsideErrorOf } from '../../../outside/call-outside.ts'
import type { Job, JobHandler, Queue } from '../../../outside/queue/queue.ts'
import type { Storage } from '../../../outside/storage/storage.ts'
import { DamagedFileError, verifiedCopy } from '../../../outside/storage/verified-copy.ts'
import type { ReadText } from '../../../pipeline/extract.ts'
import { type FinalFailure, finalFailure, NoWordsError, needsRecognition, type Pipeline } from '../../../pipeline/pipeline.ts'
import { problem } from '../../../problems/problem.ts'
import { reason } from '../../../problems/reason.ts'
import { releaseWords } from '../../allowance/actions.ts'
import { maximumRuns } from '../rules.ts'
import { type DocumentRow, deleteText } from '../store.ts'
import { enqueue } from './enqueue.ts'
import { updateByJob, withoutContent } from './job-store.ts'
import { type ClaimedDocument, createDocumentBatches, type DocumentBatches, mayKeepUnprocessed } from './process-batches.ts'

export interface ProcessDependencies {
  database: Database
  storage: Storage
  queue: Queue
  pipeline: Pipeline
  /** Whether plans differ; if false, every account has what the Schools plan includes. */
  planLimits: boolean
  announce: Announce
  logger: Logger
}

async function readText(dependencies: ProcessDependencies, { row, job, pasted }: ClaimedDocument, signal: AbortSignal): Promise<ReadText> {
  const { storage, pipeline } = dependencies
  const { teacher_id: owner } = row
  if (row.blob_key === null) {
    if (pasted === null) throw problem('not_found', 'stored_text_gone')
    return pipeline.readPasted(pasted, { signal, owner })
  }
  const { blob_key: key, size_bytes: sizeBytes, content_sha256: sha256 } = row
  const withCopy = async (read: (path: string) => Promise<ReadText>) => {
    const copy = await verifiedCopy(storage, key, { sizeBytes, sha256 })
    if (!copy) throw problem('not_found', 'stored_file_gone')
    try {
      return await read(copy.path)
    } finally {
      await copy.release()
    }
  }
  if (row.is_scan) {
    const onPage = savePageNumbers(dependencies, row, job)
    return withCopy((path) => pipeline.recogniseFile(path, { signal, onPage }))
  }
  const readFile = () => withCopy((path) => pipeline.readFile(path, { signal, owner }))
  return pipeline.limitFiles(readFile, { signal, owner, isUrgent: row.processing_priority === 'HIGH' })
}

/** Writes the page of a scan that is being read to its row. A failed write is only logged, because the next page follows. */
function savePageNumbers(
  { database, logger }: ProcessDependencies,
  row: DocumentRow,
  job: Job,
): (progress: { page: number; pages: number }) => void {
  return ({ page, pages }) => {
    const progress = { reading_page: page, page_count: pages }
    updateByJob(database, row.id, job.id, progress, new Date()).catch((error: unknown) => {
      logger.warn({ err: error, document_id: row.id }, 'The page number of a scan could not be saved')
    })
  }
}

/** Moves a document whose pages are pictures to the queue for scans. This run does not count. */
async function requeueAsScan({ database, queue }: ProcessDependencies, row: DocumentRow, job: Job): Promise<void> {
  await database.transaction(async (connection) => {
    if (!(await updateByJob(connection, row.id, job.id, { is_scan: true }, new Date()))) return
    await enqueue(connection, queue, row, row.runs - 1)
  })
  queue.wake()
}

/** Ends the document without a result, returns its reserved words, and keeps its content if another try may help. */
async function failDocument(
  { database, storage, announce }: ProcessDependencies,
  row: DocumentRow,
  job: Job,
  { reason: failure, content }: FinalFailure,
): Promise<void> {
  const isDiscarded = await database.transaction(async (connection) => {
    const discards =
      content === 'useless' || (content === 'doubtful' && !(await mayKeepUnprocessed(connection, row.teacher_id, row.size_bytes)))
    const end = { status: 'ERROR', failure, stage: null, completed_at: null, ...(discards && withoutContent) } as const
    if (!(await updateByJob(connection, row.id, job.id, end, new Date()))) return false
    await releaseWords(connection, row.id)
    await announce(connection, 'documentsFailed', { document_ids: [row.id] })
    if (discards) await deleteText(connection, row.id)
    return discards
  })
  if (isDiscarded && row.blob_key !== null) await storage.delete(row.blob_key)
}

async function processClaimed(
  dependencies: ProcessDependencies,
  batches: DocumentBatches,
  claimed: ClaimedDocument,
  signal: AbortSignal,
): Promise<void> {
  const { pipeline } = dependencies
  const read = await measureStage('reading', () => readText(dependencies, claimed, signal))
  const options = { signal, owner: claimed.row.teacher_id }
  const words = await pipeline.countWords(read.text, options)
  if (words === 0) throw new NoWordsError()
  if (!(await batches.storeText({ ...claimed, read, words }))) return
  const report = await measureStage('detecting', () => pipeline.report(claimed.row.id, read, words, options))
  await measureStage('keeping', () => batches.storeResult({ ...claimed, read, words, report }))
}

const ourFault: FinalFailure = { reason: reason('reading_failed'), content: 'good' }
const damagedFile: FinalFailure = { reason: reason('stored_file_damaged'), content: 'good' }

/** How often a failure is tried that no service outside explains. Outages last longer, and the queue retries those until its last attempt. */
const maximumOwnAttempts = 4

function isFinalAttempt({ attempt, isLastAttempt }: Job, error: unknown): boolean {
  return isLastAttempt || (attempt >= maximumOwnAttempts && outsideErrorOf(error) === null)
}

/** Returns a document to the queue when this process stops. The run does not count. */
async function returnToQueue({ database, queue }: ProcessDependencies, row: DocumentRow, job: Job): Promise<void> {
  await database.transaction(async (connection) => {
    if (await updateByJob(connection, row.id, job.id, {}, new Date())) await enqueue(connection, queue, row, row.runs - 1)
  })
}

/**
 * Creates the handler that processes documents, any number at a time. A `Problem` or an unreadable file is final; any other error is rethrown,
 * so that the queue retries, until the last attempt ends in ERROR.
 */
export function createProcessor(dependencies: ProcessDependencies): JobHandler {
  const batches = createDocumentBatches(dependencies)
  return async (job, signal) => {
    const claimed = await batches.claim(job)
    if (claimed === null) return
    const { row } = claimed
    try {
      if (row.runs > maximumRuns) return await failDocument(dependencies, row, job, ourFault)
      await processClaimed(dependencies, batches, claimed, signal)
    } catch (error) {
      if (signal.aborted) return await returnToQueue(dependencies, row, job)
      if (needsRecognition(error)) return await requeueAsScan(dependencies, row, job)
      const failure = finalFailure(error)
      if (failure !== null) return await failDocument(dependencies, row, job, failure)
      if (isFinalAttempt(job, error)) {
        dependencies.logger.error({ err: error, document_id: row.id }, 'A document failed after its last attempt')
        return await failDocument(dependencies, row, job, error instanceof DamagedFileError ? damagedFile : ourFault)
      }
      await updateByJob(dependencies.database, row.id, job.id, { status: 'QUEUED', stage: null }, new Date())
      throw error
    } finally {
      batches.release(claimed)
    }
  }
}
