import { Problem } from '@penmark/contract'
import type { Logger } from 'pino'
import type { Database } from '../../../database/database.ts'
import type { Announce } from '../../../events.ts'
import { observed } from '../../../observe/channels.ts'
import type { Job, JobHandler, Queue } from '../../../outside/queue/queue.ts'
import type { Storage } from '../../../outside/storage/storage.ts'
import { type FinalFailure, finalFailure, needsRecognition, noWords, type Pipeline } from '../../../pipeline/pipeline.ts'
import type { ReadText } from '../../../pipeline/read-text.ts'
import { releaseWords } from '../../allowance/actions.ts'
import { gaveUp, maximumRuns } from '../rules.ts'
import { type DocumentRow, deleteText } from '../store.ts'
import { enqueue } from './enqueue.ts'
import { updateByJob, withoutContent } from './job-store.ts'
import { mayKeepUnprocessed } from './keep-unprocessed.ts'
import { type Claimed, createDocumentBatches, type DocumentBatches } from './process-batches.ts'

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

async function readText(dependencies: ProcessDependencies, { row, job, pasted }: Claimed, signal: AbortSignal): Promise<ReadText> {
  const { storage, pipeline } = dependencies
  const { teacher_id: owner } = row
  if (row.blob_key === null) {
    if (pasted === null) throw new Problem('not_found', 'The text of this document is gone. Delete it and paste the text again.')
    return pipeline.readPasted(pasted, { signal, owner })
  }
  const key = row.blob_key
  const withCopy = async (read: (path: string) => Promise<ReadText>) => {
    const copy = await storage.localCopy(key)
    if (!copy) throw new Problem('not_found', 'The file of this document is gone. Delete it and upload the file again.')
    try {
      return await read(copy.path)
    } finally {
      await copy.release()
    }
  }
  if (row.is_scan) {
    const onPage = reportPages(dependencies, row, job)
    return withCopy((path) => pipeline.recogniseFile(path, { signal, onPage }))
  }
  const readFile = () => withCopy((path) => pipeline.readFile(path, { signal, owner }))
  return pipeline.limitFiles(readFile, { signal, owner, isUrgent: row.processing_priority === 'HIGH' })
}

/** Shows each page of a scan on its row. What cannot be written is left out: the next page follows. */
function reportPages(
  { database, logger }: ProcessDependencies,
  row: DocumentRow,
  job: Job,
): (progress: { page: number; pages: number }) => void {
  return ({ page, pages }) => {
    const progress = { reading_page: page, page_count: pages }
    updateByJob(database, row.id, job.id, progress, new Date()).catch((error: unknown) => {
      logger.warn({ err: error, document_id: row.id }, 'The page of a scan could not be shown')
    })
  }
}

/** Passes a document whose pages are pictures on to the queue for scans. This run does not count. */
async function passToScans({ database, queue }: ProcessDependencies, row: DocumentRow, job: Job): Promise<void> {
  await database.transaction(async (connection) => {
    if (!(await updateByJob(connection, row.id, job.id, { is_scan: true }, new Date()))) return
    await enqueue(connection, queue, row, row.runs - 1)
  })
  queue.wake()
}

/** Ends the document without a result. Reserved words are returned; the content is kept where another try may help. */
async function fail(
  { database, storage, announce }: ProcessDependencies,
  row: DocumentRow,
  job: Job,
  { reason, content }: FinalFailure,
): Promise<void> {
  const isGivenUp = await database.transaction(async (connection) => {
    const givesUp =
      content === 'useless' || (content === 'doubtful' && !(await mayKeepUnprocessed(connection, row.teacher_id, row.size_bytes)))
    const end = { status: 'ERROR', status_reason: reason, stage: null, completed_at: null, ...(givesUp && withoutContent) } as const
    if (!(await updateByJob(connection, row.id, job.id, end, new Date()))) return false
    await releaseWords(connection, row.id)
    await announce(connection, 'documentsFailed', { document_ids: [row.id] })
    if (givesUp) await deleteText(connection, row.id)
    return givesUp
  })
  if (isGivenUp && row.blob_key !== null) await storage.delete(row.blob_key)
}

async function run(dependencies: ProcessDependencies, batches: DocumentBatches, claimed: Claimed, signal: AbortSignal): Promise<void> {
  const { pipeline } = dependencies
  const read = await observed('reading', () => readText(dependencies, claimed, signal))
  const options = { signal, owner: claimed.row.teacher_id }
  const words = await pipeline.countWords(read.text, options)
  if (words === 0) throw noWords()
  if (!(await batches.admit({ ...claimed, read, words }))) return
  const report = await observed('detecting', () => pipeline.report(claimed.row.id, read, words, options))
  await observed('keeping', () => batches.keep({ ...claimed, read, words, report }))
}

/** Another attempt may succeed with the same content. */
const ourFault: FinalFailure = { reason: gaveUp, content: 'good' }

/** Returns a document to the queue when this process will not finish it. The run does not count. */
async function putBack({ database, queue }: ProcessDependencies, row: DocumentRow, job: Job): Promise<void> {
  await database.transaction(async (connection) => {
    if (await updateByJob(connection, row.id, job.id, {}, new Date())) await enqueue(connection, queue, row, row.runs - 1)
  })
}

/**
 * Creates the handler that takes documents through the pipeline, any number at a time. A `Problem` or an unreadable file is final; other
 * errors are rethrown so that the queue retries, until the last attempt ends in ERROR.
 */
export function createProcessor(dependencies: ProcessDependencies): JobHandler {
  const batches = createDocumentBatches(dependencies)
  return async (job, signal) => {
    const claimed = await batches.claim(job)
    if (claimed === null) return
    const { row } = claimed
    if (row.runs > maximumRuns) return fail(dependencies, row, job, ourFault)
    try {
      await run(dependencies, batches, claimed, signal)
    } catch (error) {
      if (signal.aborted) return putBack(dependencies, row, job)
      if (needsRecognition(error)) return passToScans(dependencies, row, job)
      const failure = error instanceof Problem ? ({ reason: error.message, content: 'doubtful' } as const) : finalFailure(error)
      if (failure !== null) return fail(dependencies, row, job, failure)
      if (job.isLastAttempt) {
        dependencies.logger.error({ err: error, document_id: row.id }, 'A document was given up')
        return fail(dependencies, row, job, ourFault)
      }
      await updateByJob(dependencies.database, row.id, job.id, { status: 'QUEUED', stage: null }, new Date())
      throw error
    }
  }
}
