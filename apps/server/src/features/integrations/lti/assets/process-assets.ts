import { Readable } from 'node:stream'
import { type Document, Problem, uploadLimits } from '@penmark/contract'
import type { Caller } from '../../../../http/caller.ts'
import { discard, storeFile } from '../../../../http/multipart.ts'
import { hourMs, minuteMs, secondMs } from '../../../../lib/durations.ts'
import type { Database } from '../../../../services/database/database.ts'
import { EgressError } from '../../../../services/egress/egress.ts'
import { type JobWorker, RetryLaterError } from '../../../../services/queue/background-queues.ts'
import { sendJob, sendMissingJobs } from '../../../../services/queue/send-job.ts'
import { readAccount, readLmsAccess } from '../../../accounts/index.ts'
import {
  type DocumentsDependencies,
  readOutcome,
  submitText,
  uploadDocument,
} from '../../../documents/index.ts'
import {
  type AssetRow,
  claimAsset,
  deleteOldAssets,
  type ProcessorRow,
  releaseAssets,
  selectDueIds,
  selectOptionalProcessorOf,
  updateAsset,
  updateFetched,
} from '../records/asset-store.ts'
import type { LtiDependencies } from '../records/dependencies.ts'
import { type PlatformRow, selectOptionalPlatform } from '../records/store.ts'
import { findOrCreateSubmitter } from '../roster/platform-students.ts'
import { type AssetRefusal, GoneError, sendReport } from './asset-report.ts'
import { fetchAsset, textOfHtml } from './fetch-asset.ts'

export interface AssetDependencies extends LtiDependencies, DocumentsDependencies {}

const assetsAtOnce = 4
const queue = 'lti-assets'
/** A file leased for longer than this belonged to a dead process. */
const leaseMs = 3 * minuteMs
/** Delays after failed attempts. Together they outlast a platform that is down overnight. */
const retryDelaysMs = [
  10 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  6 * hourMs,
  12 * hourMs,
]
const deleteAfterMs = 30 * 24 * hourMs

/** A file that will never become a document. */
class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly refusal: AssetRefusal

  constructor(refusal: AssetRefusal, options?: ErrorOptions) {
    super(`A file of a submission was refused: ${refusal}`, options)
    this.refusal = refusal
  }
}

/** The current time. Every step reads it again, because fetching a file may take minutes. */
type Clock = () => Date

interface AssetJob {
  dependencies: AssetDependencies
  clock: Clock
  row: AssetRow
  processor: ProcessorRow
  platform: PlatformRow
}

function refusalOf(error: unknown): AssetRefusal | null {
  if (error instanceof RefusedError) return error.refusal
  if (error instanceof EgressError)
    return error.fault === 'too-large'
      ? 'ASSET_TOO_LARGE'
      : error.fault === 'address'
        ? 'DOWNLOAD_FAILED'
        : null
  if (!(error instanceof Problem)) return null
  const refusals: Partial<Record<Problem['code'], AssetRefusal>> = {
    allowance_exceeded: 'ALLOWANCE',
    storage_full: 'STORAGE',
    unsupported_file: 'UNSUPPORTED_ASSET_TYPE',
    too_large: 'ASSET_TOO_LARGE',
    invalid_input: 'UNSUPPORTED_ASSET_TYPE',
  }
  return refusals[error.code] ?? null
}

async function ownersOf({ dependencies, row, processor, platform }: AssetJob, caller: Caller) {
  const { class_group_id } = processor
  const student_id =
    row.person === null
      ? null
      : await findOrCreateSubmitter(dependencies, platform, processor, row.person, caller)
  return { class_group_id, student_id }
}

/**
 * Fetches the file and uploads it as a document of the teacher. The row is linked to the document in the same
 * transaction.
 */
async function fetchDocument(job: AssetJob): Promise<Document> {
  const { dependencies, row, platform, clock } = job
  if ((await readLmsAccess(dependencies.database, row.teacher_id, clock())) === 'none')
    throw new RefusedError('PLAN')
  if ((row.size_bytes ?? 0) > uploadLimits.fileBytes) throw new RefusedError('ASSET_TOO_LARGE')
  const { content, type } = await fetchAsset(dependencies, platform, row)
  const caller = {
    teacher_id: row.teacher_id,
    is_administrator: false,
    person: await readAccount(dependencies.database, row.teacher_id),
  }
  const owners = await ownersOf(job, caller)
  const options = {
    onStored: (connection: Parameters<typeof updateFetched>[0], { id }: { id: string }) =>
      updateFetched(connection, row.id, id, clock()),
  }
  if (/^text\/html\b/i.test(type || row.content_type)) {
    // Text typed into the platform's editor has no file name.
    const text = textOfHtml(content.toString('utf8'))
    return submitText(dependencies, { text, ...owners, filename: `${row.filename}.txt` }, caller, options)
  }
  const files = [await storeFile(dependencies.storage, row.filename, Readable.from([content]))]
  try {
    return await uploadDocument(dependencies, owners, caller, files, options)
  } catch (error) {
    await discard(files, dependencies.storage)
    throw error
  }
}

/**
 * Reports how the document ended. A completed document is final; any other may still change when the teacher
 * retries.
 */
async function reportOutcome({ dependencies, row, processor, platform, clock }: AssetJob): Promise<void> {
  const { database } = dependencies
  const document = row.document_id === null ? null : await readOutcome(database, row.document_id)
  if (document === null) return updateAsset(database, row.id, { is_closed: true })
  const { status } = document
  await sendReport(dependencies, platform, row, processor.language, { kind: 'ended', document }, clock())
  await updateAsset(database, row.id, { told: status, attempts: 0, is_closed: status === 'COMPLETED' })
}

async function fetchAndReport(job: AssetJob): Promise<void> {
  const { dependencies, row, processor, platform, clock } = job
  await fetchDocument(job)
  await updateAsset(dependencies.database, row.id, {})
  // This report is optional for the platform, so a failure is only logged.
  await sendReport(dependencies, platform, row, processor.language, { kind: 'processing' }, clock()).catch(
    (error: unknown) => {
      dependencies.logger.warn(
        { reason: error instanceof Error ? error.name : 'unknown' },
        'A platform was not notified that a file is being processed',
      )
    },
  )
}

/** Reports why a file will not become a document, and closes it. */
async function refuse(
  { dependencies, row, processor, platform, clock }: AssetJob,
  refusal: AssetRefusal,
): Promise<void> {
  await sendReport(dependencies, platform, row, processor.language, { kind: 'refused', refusal }, clock())
  await updateAsset(dependencies.database, row.id, { refusal, is_closed: true, person: null })
}

/**
 * Schedules another attempt, or gives up after the last: a failed download is reported, a refused report is
 * dropped.
 */
async function fail(job: AssetJob, error: unknown): Promise<void> {
  const { dependencies, row, clock } = job
  const { database, logger } = dependencies
  logger.warn(
    { reason: error instanceof EgressError ? error.fault : error instanceof Error ? error.name : 'unknown' },
    'A file of a submission could not be processed',
  )
  const delayMs = retryDelaysMs[row.attempts - 1]
  if (error instanceof GoneError || (delayMs === undefined && row.fetched_at !== null))
    return updateAsset(database, row.id, { is_closed: true, person: null })
  if (delayMs === undefined)
    return refuse(job, 'DOWNLOAD_FAILED').catch(() =>
      updateAsset(database, row.id, { is_closed: true, person: null }),
    )
  const startAfter = new Date(clock().getTime() + delayMs)
  await updateAsset(database, row.id, { next_attempt_at: startAfter })
  await sendJob(database, queue, row.id, { startAfter })
}

async function processClaimed(dependencies: AssetDependencies, row: AssetRow, clock: Clock): Promise<void> {
  const processor = await selectOptionalProcessorOf(dependencies.database, row)
  const platform = processor && (await selectOptionalPlatform(dependencies.database, processor.platform_id))
  if (!platform) return
  const job = { dependencies, clock, row, processor, platform }
  try {
    if (row.fetched_at !== null) return await reportOutcome(job)
    await fetchAndReport(job)
  } catch (error) {
    const refusal = row.fetched_at === null ? refusalOf(error) : null
    await (refusal === null
      ? fail(job, error)
      : refuse(job, refusal).catch((failure: unknown) => fail(job, failure)))
  }
}

/** Fetches a submission's file, or reports its result to the platform, if either is due. */
export async function processAsset(
  dependencies: AssetDependencies,
  id: string,
  clock: Clock = () => new Date(),
): Promise<void> {
  const { database } = dependencies
  const now = clock()
  const row = await claimAsset(database, id, new Date(now.getTime() + leaseMs), now)
  const isDue = async () => (await selectDueIds(database, clock(), [id])).length > 0
  if (row !== null) {
    await processClaimed(dependencies, row, clock)
    // Meanwhile the platform may have sent it again, or its document may have finished.
    if (await isDue()) await sendJob(database, queue, id)
  } else if (await isDue()) throw new RetryLaterError('Another worker holds this file, or died with it.')
}

export function assetWorker(dependencies: AssetDependencies): JobWorker {
  return { atOnce: assetsAtOnce, run: ({ id }) => processAsset(dependencies, id) }
}

/** Sends a job for each file that has work and no job. */
export async function sendMissingAssets(database: Database, now: Date): Promise<void> {
  await sendMissingJobs(database, queue, await selectDueIds(database, now))
}

/** Ends the leases of dead processes. Only call it if no other process can be running. */
export function releaseHeldAssets({ database }: Pick<AssetDependencies, 'database'>): Promise<void> {
  return releaseAssets(database)
}

/** Deletes rows of files that never became a document, or whose document is gone. */
export function sweepAssets({ database }: Pick<AssetDependencies, 'database'>, now: Date): Promise<void> {
  return deleteOldAssets(database, new Date(now.getTime() - deleteAfterMs))
}
