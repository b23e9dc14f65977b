import { type ReplyFileCheck, replyPictures, severityOf, type UnreadReason } from '@penmark/contract'
import { isFound } from '@penmark/wording'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { BackgroundJob, JobWorker } from '../../../services/queue/background-queues.ts'
import { sendJob, sendMissingJobs } from '../../../services/queue/send-job.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { extractFile, type Reader, readFailure, type Scorer } from '../../documents/index.ts'
import {
  type CaseReplyFileRow,
  insertChecks,
  type ReplyFileCheckRow,
  selectOptionalReplyFile,
  selectWaitingCheckIds,
  updateCheckBegun,
  updateCheckByRun,
  updateCheckReopened,
} from '../record/link-store.ts'

const queue = 'reply-files'
/** A file that is started more often counts as unreadable, because its workers keep dying. */
export const maximumRuns = 6
/** Few, because a scan takes a quarter of a gigabyte, and nobody waits for these facts. */
const filesAtOnce = 2

interface CheckDependencies {
  database: Database
  storage: Pick<Storage, 'localCopy'>
  reader: Pick<Reader, 'limitFiles' | 'readFile' | 'recogniseFile'>
  /** Without anything that scores a text. */
  scorer: Pick<Scorer, 'countWords'>
}

/** Queues the files of a reply for reading, in the transaction that hands it in. */
export async function queueFileChecks(
  connection: Connection,
  files: readonly CaseReplyFileRow[],
): Promise<void> {
  const rows = files.map(({ id: file_id, case_id, teacher_id, kind }) => {
    // Mostly photographs of handwriting, which the product cannot read.
    const isPicture = replyPictures.some((picture) => picture === kind)
    return {
      file_id,
      case_id,
      teacher_id,
      state: isPicture ? 'unread' : 'waiting',
      reason: isPicture ? 'picture' : null,
    } as const
  })
  await insertChecks(connection, rows)
  for (const { file_id, state } of rows) if (state === 'waiting') await sendJob(connection, queue, file_id)
}

export function toCheck(row: ReplyFileCheckRow | undefined): ReplyFileCheck {
  if (!row) return { state: 'waiting', reason: null, words: null, page_count: null, facts: [] }
  const { state, reason, words, page_count, facts } = row
  return { state, reason, words, page_count, facts }
}

async function checkFile(
  dependencies: CheckDependencies,
  row: ReplyFileCheckRow,
  signal: AbortSignal,
): Promise<Partial<ReplyFileCheckRow>> {
  const unread = (reason: UnreadReason) => ({ state: 'unread', reason }) as const
  const file = await selectOptionalReplyFile(dependencies.database, row.file_id)
  if (file === null) return unread('missing')
  try {
    const stored = { key: file.blob_key, sizeBytes: file.size_bytes, sha256: file.sha256 }
    const content = await extractFile(dependencies, stored, { signal, owner: file.teacher_id })
    if (content === null) return unread('missing')
    const words = await dependencies.scorer.countWords(content.text, { signal, owner: file.teacher_id })
    const facts = content.facts.map((fact) => ({ ...fact, severity: severityOf(fact) })).filter(isFound)
    return { state: 'read', words, page_count: content.pageCount, facts }
  } catch (error) {
    const failure = readFailure(error)
    if (failure === null || signal.aborted) throw error
    return unread(failure)
  }
}

async function runCheck(
  dependencies: CheckDependencies,
  { id, isLastAttempt }: BackgroundJob,
  signal: AbortSignal,
): Promise<void> {
  const { database } = dependencies
  const row = await updateCheckBegun(database, id)
  if (row === null) return
  const end = (result: Partial<ReplyFileCheckRow>) =>
    updateCheckByRun(database, row, { ...result, checked_at: new Date() })
  if (row.runs > maximumRuns) return end({ state: 'unread', reason: 'failed' })
  try {
    await end(await checkFile(dependencies, row, signal))
  } catch (error) {
    if (isLastAttempt && !signal.aborted) await end({ state: 'unread', reason: 'failed' })
    throw error
  }
}

/**
 * Reads the files that students handed in for facts about them. Nothing in them is scored or counted against
 * the allowance.
 */
export function replyFileWorker(dependencies: CheckDependencies): JobWorker {
  return { atOnce: filesAtOnce, run: (job, signal) => runCheck(dependencies, job, signal) }
}

/** Sends a job for each waiting file that has none. */
export async function sendMissingFileChecks(database: Database): Promise<void> {
  await sendMissingJobs(database, queue, await selectWaitingCheckIds(database))
}

/** Lets a file whose job failed for good be read again. */
export function reopenFileCheck(connection: Connection, file_id: string): Promise<boolean> {
  return updateCheckReopened(connection, file_id)
}
