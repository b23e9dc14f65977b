import { type FrozenReport, Problem } from '@penmark/contract'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { observed } from '../../observe/channels.ts'
import type { Job, Queue } from '../../outside/queue/queue.ts'
import type { Storage } from '../../outside/storage/storage.ts'
import { finalReason, type Pipeline } from '../../pipeline/pipeline.ts'
import type { ReadText } from '../../pipeline/read-text.ts'
import { keepWords, releaseWords, reserveWords } from '../allowance/actions.ts'
import type { Shortage, Size } from '../allowance/rules.ts'
import { keepReport } from '../reports/keep-report.ts'
import { lockPlan } from '../teachers/plan.ts'
import { announceCompleted } from '../webhooks/announce.ts'
import { enqueue } from './enqueue.ts'
import { updateByJob, updateClaimed, updateStage } from './job-store.ts'
import { gaveUp, maximumRuns } from './rules.ts'
import { type DocumentRow, insertText, selectOptionalText } from './store.ts'

export interface ProcessParts {
  database: Database
  storage: Storage
  queue: Queue
  pipeline: Pipeline
  logger: Logger
}

const noRoom = (size: Size, shortage: Shortage) =>
  `This document has ${size[shortage].toLocaleString('en-GB')} ${shortage}, more than are left of your monthly allowance. It was not processed.`

async function readText({ database, storage, pipeline }: ProcessParts, row: DocumentRow, signal: AbortSignal): Promise<ReadText> {
  if (row.blob_key === null) {
    const pasted = await selectOptionalText(database, row.id)
    if (pasted === null) throw new Problem('not_found', 'The text of this document is gone. Delete it and paste the text again.')
    return pipeline.readPasted(pasted)
  }
  const copy = await storage.localCopy(row.blob_key)
  if (!copy) throw new Problem('not_found', 'The file of this document is gone. Delete it and upload the file again.')
  try {
    return await pipeline.readFile(copy.path, signal)
  } finally {
    await copy.release()
  }
}

/** Ends the document without a result. Reserved words go back. */
async function fail({ database }: ProcessParts, row: DocumentRow, job: Job, status_reason: string): Promise<void> {
  await database.transaction(async (connection) => {
    const change = { status: 'ERROR', status_reason, stage: null, completed_at: null } as const
    if (await updateByJob(connection, row.id, job.id, change, new Date())) await releaseWords(connection, row.id)
  })
}

/** Stores the text and sets its words aside, in one step. False when the document ends here. */
async function admit({ database }: ProcessParts, row: DocumentRow, job: Job, read: ReadText, words: number): Promise<boolean> {
  return database.transaction(async (connection) => {
    const counts = { word_count: words, character_count: read.text.length, page_count: read.pageCount }
    // The document before its teacher, here as everywhere: two transactions that lock both can never wait for each other.
    if (!(await updateByJob(connection, row.id, job.id, { ...counts, stage: 'detecting' }, new Date()))) return false
    const plan = await lockPlan(connection, row.teacher_id)
    const size = { words, characters: read.text.length }
    const shortage = await reserveWords(connection, plan, row.id, size, new Date())
    if (shortage === null) await insertText(connection, row.id, read.text)
    else {
      const change = { stage: null, status: 'LIMIT_EXCEEDED', status_reason: noRoom(size, shortage) } as const
      await updateByJob(connection, row.id, job.id, change, new Date())
    }
    return shortage === null
  })
}

async function run(parts: ProcessParts, row: DocumentRow, job: Job, signal: AbortSignal): Promise<void> {
  const { database, pipeline } = parts
  const read = await observed('reading', () => readText(parts, row, signal))
  const words = pipeline.countWords(read.text)
  if (!(await admit(parts, row, job, read, words))) return
  const report = await observed('detecting', () => pipeline.report(row.id, read, words, signal))
  if (!(await updateStage(database, row.id, job.id, 'reporting', new Date()))) return
  await observed('keeping', () => keep(database, row, job, report))
}

/** Stores the result, keeps the words that were set aside and tells who asked to be told, in one step. */
function keep(database: Database, row: DocumentRow, job: Job, report: FrozenReport): Promise<void> {
  return database.transaction(async (connection) => {
    const now = new Date()
    const change = {
      status: 'COMPLETED',
      status_reason: null,
      stage: null,
      score: report.score,
      label: report.label,
      completed_at: now,
    } as const
    if (!(await updateByJob(connection, row.id, job.id, change, now))) return
    await keepReport(connection, report, now)
    await keepWords(connection, row.id)
    await announceCompleted(connection, row, now)
  })
}

/** Puts a document back that this process will not finish. The run does not count. */
async function putBack({ database, queue }: ProcessParts, row: DocumentRow, job: Job): Promise<void> {
  await database.transaction(async (connection) => {
    if (await updateByJob(connection, row.id, job.id, {}, new Date())) await enqueue(connection, queue, row, row.runs - 1)
  })
}

/**
 * Takes one document through the pipeline. A `Problem` or an unreadable file is final; anything else is thrown on, so that the queue
 * tries again, until the last attempt ends in ERROR.
 */
export async function processDocument(parts: ProcessParts, job: Job, signal: AbortSignal): Promise<void> {
  const row = await updateClaimed(parts.database, job.document_id, job.id, new Date())
  if (row === null) return
  if (row.runs > maximumRuns) return fail(parts, row, job, gaveUp)
  try {
    await run(parts, row, job, signal)
  } catch (error) {
    if (signal.aborted) return putBack(parts, row, job)
    const reason = error instanceof Problem ? error.message : finalReason(error)
    if (reason !== null) return fail(parts, row, job, reason)
    if (job.isLastAttempt) {
      parts.logger.error({ err: error, document_id: row.id }, 'A document was given up')
      return fail(parts, row, job, gaveUp)
    }
    await updateByJob(parts.database, row.id, job.id, { status: 'QUEUED', stage: null }, new Date())
    throw error
  }
}
