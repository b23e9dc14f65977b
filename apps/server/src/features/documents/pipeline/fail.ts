import { Problem, type Reason } from '@penmark/contract'
import { ExtractionError, type ExtractionFailure } from '@penmark/extract'
import type { Logger } from 'pino'
import { diskReasonCodes, writeFaultOf } from '../../../lib/write-faults.ts'
import { reason } from '../../../locale/problems/reason.ts'
import type { Database } from '../../../services/database/database.ts'
import type { Emit } from '../../../services/events/events.ts'
import { outsideErrorOf } from '../../../services/observe/call-outside.ts'
import type { Job, Queue } from '../../../services/queue/queue.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { DamagedFileError } from '../../../services/storage/verified-copy.ts'
import { releaseWords } from '../../accounts/index.ts'
import { deleteText } from '../rows/store.ts'
import { updateByJob, withoutContent } from './job-store.ts'
import { enqueue } from './queue.ts'
import { NoTextError } from './read.ts'
import { needsRecognition } from './reading/reader.ts'
import { mayKeepUnprocessed } from './reserve.ts'
import type { ClaimedDocument } from './states.ts'

export interface FailDependencies {
  database: Database
  storage: Storage
  queue: Queue
  emit: Emit
  logger: Logger
}

interface FinalFailure {
  reason: Reason
  /**
   * Whether a retry can succeed: never with `useless` content, perhaps with `doubtful` content; `good`
   * content was not at fault.
   */
  content: 'useless' | 'doubtful' | 'good'
}

const doubtful: ExtractionFailure[] = ['too-slow', 'too-much-memory', 'unreadable-scan']

/** Why a document can never be read; null when the failure may be temporary. */
function finalFailure(error: unknown): FinalFailure | null {
  if (error instanceof Problem)
    return { reason: error.reason ?? reason('reading_failed'), content: 'doubtful' }
  if (error instanceof NoTextError)
    return {
      reason: reason(error.words === 0 ? 'text_without_words' : 'text_of_one_word'),
      content: 'useless',
    }
  if (!(error instanceof ExtractionError)) return null
  const { code, params, failure } = error
  return { reason: { code, params }, content: doubtful.includes(failure) ? 'doubtful' : 'useless' }
}

const ourFault: FinalFailure = { reason: reason('reading_failed'), content: 'good' }
const damagedFile: FinalFailure = { reason: reason('stored_file_damaged'), content: 'good' }

/**
 * How often a failure is tried that neither a service outside nor a full disk explains. Those last longer, and
 * the queue retries them until its last attempt.
 */
const maximumOwnAttempts = 4

function isFinalAttempt({ attempt, isLastAttempt }: Job, error: unknown): boolean {
  const passes = outsideErrorOf(error) !== null || writeFaultOf(error) !== null
  return isLastAttempt || (attempt >= maximumOwnAttempts && !passes)
}

/** Why a document ends in ERROR although nothing is wrong with what was uploaded. */
function failureOfOurs(error: unknown): FinalFailure {
  const fault = writeFaultOf(error)
  if (fault !== null) return { reason: reason(diskReasonCodes[fault]), content: 'good' }
  return error instanceof DamagedFileError ? damagedFile : ourFault
}

/**
 * Decides what becomes of a document whose step threw: back to the queue, to the queue for scans, or ERROR.
 * Rethrows errors that another attempt of the same job may not meet.
 */
export async function failStep(
  dependencies: FailDependencies,
  claimed: ClaimedDocument,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { database, logger } = dependencies
  const { row, job } = claimed
  if (signal.aborted) return returnToQueue(dependencies, claimed)
  if (needsRecognition(error)) return requeueAsScan(dependencies, claimed)
  const failure = finalFailure(error)
  if (failure !== null) return failDocument(dependencies, claimed, failure)
  if (isFinalAttempt(job, error)) {
    logger.error({ err: error, document_id: row.id }, 'A document failed after its last attempt')
    return failDocument(dependencies, claimed, failureOfOurs(error))
  }
  await updateByJob(database, row.id, job.id, { status: 'QUEUED', stage: null }, new Date())
  throw error
}

/**
 * Ends the document without a result, returns its reserved words, and keeps its content if another try may
 * help.
 */
export async function failDocument(
  { database, storage, emit }: FailDependencies,
  { row, job }: ClaimedDocument,
  { reason: failure, content }: FinalFailure = ourFault,
): Promise<void> {
  const isDiscarded = await database.transaction(async (connection) => {
    const discards =
      content === 'useless' ||
      (content === 'doubtful' && !(await mayKeepUnprocessed(connection, row.teacher_id, row.size_bytes)))
    const end = {
      status: 'ERROR',
      failure,
      stage: null,
      completed_at: null,
      ...(discards && withoutContent),
    } as const
    if (!(await updateByJob(connection, row.id, job.id, end, new Date()))) return false
    await releaseWords(connection, row.id)
    await emit(connection, 'documentsFailed', { document_ids: [row.id] })
    if (discards) await deleteText(connection, row.id)
    return discards
  })
  if (isDiscarded && row.blob_key !== null) await storage.delete(row.blob_key)
}

/** Moves a document whose pages are pictures to the queue for scans. This run does not count. */
async function requeueAsScan(
  { database, queue }: FailDependencies,
  { row, job }: ClaimedDocument,
): Promise<void> {
  await database.transaction(async (connection) => {
    if (!(await updateByJob(connection, row.id, job.id, { is_scan: true }, new Date()))) return
    await enqueue(connection, queue, row, row.runs - 1)
  })
}

/** Returns a document to the queue when this process stops. The run does not count. */
async function returnToQueue(
  { database, queue }: FailDependencies,
  { row, job }: ClaimedDocument,
): Promise<void> {
  await database.transaction(async (connection) => {
    if (await updateByJob(connection, row.id, job.id, {}, new Date()))
      await enqueue(connection, queue, row, row.runs - 1)
  })
}
