import { type FailedDocument, isId, Problem, type QueueHealth } from '@penmark/contract'
import type { Connection, Database } from '../../../database/database.ts'
import type { Owner } from '../../../http/caller.ts'
import type { Queue } from '../../../outside/queue/queue.ts'
import { recordAction } from '../../audit/audit.ts'
import { readEmails } from '../../teachers/account.ts'
import { readPlan } from '../../teachers/plan.ts'
import { gaveUp, priorityOf } from '../rules.ts'
import { enqueue } from './enqueue.ts'
import { selectFailedCounts, selectFailedIds, selectFailures, selectOptionalFailedForUpdate, selectWork } from './failed-store.ts'

const shownFailures = 50
/** Per call, so that the response does not take minutes. */
const retriedAtOnce = 500

export type WorkHealth = Omit<QueueHealth, 'mails_waiting' | 'mails_failed'>

/** The state of processing across all teachers. */
export async function readWork(connection: Connection): Promise<WorkHealth> {
  const work = await selectWork(connection)
  const counts = await selectFailedCounts(connection, gaveUp)
  const failed = await selectFailures(connection, shownFailures)
  const emails = await readEmails(
    connection,
    failed.map(({ teacher_id }) => teacher_id),
  )
  const failures = failed.map(
    ({ updated_at, teacher_id, ...row }): FailedDocument => ({
      ...row,
      teacher_email: emails.get(teacher_id) ?? null,
      is_ours: row.status_reason === gaveUp,
      failed_at: updated_at.toISOString(),
    }),
  )
  return { ...work, ...counts, failures }
}

interface RetryDependencies {
  database: Database
  planLimits: boolean
  queue: Queue
}

/** Requeues one failed document. False when it is no longer failed, or its content was not kept. */
async function retry({ database, queue, planLimits }: RetryDependencies, id: string, administrator: Owner): Promise<boolean> {
  return database.transaction(async (connection) => {
    const row = await selectOptionalFailedForUpdate(connection, id)
    if (row === null) return false
    const { plan } = await readPlan(connection, row.teacher_id, planLimits)
    await enqueue(connection, queue, { ...row, processing_priority: priorityOf(plan) }, 0)
    await recordAction(connection, administrator, { action: 'document.retry', target_id: id, teacher_id: row.teacher_id })
    return true
  })
}

/** Requeues one failed document of any teacher, or without an id all for which the product gave up. */
export async function retryDocuments(
  dependencies: RetryDependencies,
  document_id: string | undefined,
  administrator: Owner,
): Promise<{ queued: number }> {
  if (document_id !== undefined && !isId(document_id)) throw new Problem('not_found', 'There is no such document.')
  const ids = document_id === undefined ? await selectFailedIds(dependencies.database, gaveUp, retriedAtOnce) : [document_id]
  let queued = 0
  for (const id of ids) if (await retry(dependencies, id, administrator)) queued += 1
  if (document_id !== undefined && queued === 0)
    throw new Problem('conflict', 'This document cannot be tried again. It is queued, finished or deleted, or its file was not kept.')
  if (queued > 0) dependencies.queue.wake()
  return { queued }
}
