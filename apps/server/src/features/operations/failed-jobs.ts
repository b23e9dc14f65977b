import { type FailedJob, isId, Problem } from '@penmark/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import type { BackgroundQueue } from '../../outside/queue/background-queues.ts'
import { retryFailedJob, selectFailedJobs } from '../../outside/queue/failed-jobs.ts'
import { recordAction } from '../audit/audit.ts'
import { reopenFileCheck } from '../cases/student-page/check-files.ts'
import { reopenExport } from '../exports/work-exports.ts'

const shownJobs = 50

export async function listFailedJobs(database: Database): Promise<FailedJob[]> {
  return selectFailedJobs(database, shownJobs)
}

/** Rows that a worker would skip because their job failed for good. False if such a row cannot be worked on again. */
async function reopen(connection: Connection, queue: BackgroundQueue, subject: string): Promise<boolean> {
  if (queue === 'exports') return reopenExport(connection, subject)
  // A file whose case is gone needs nothing.
  if (queue === 'reply-files') await reopenFileCheck(connection, subject)
  return true
}

/** Runs a background job again that failed for good. */
export async function retryJob(database: Database, id: string, administrator: Owner): Promise<{ queued: number }> {
  if (!isId(id)) throw new Problem('not_found', 'There is no such job.')
  await database.transaction(async (connection) => {
    const job = await retryFailedJob(connection, id)
    if (job === null) throw new Problem('conflict', 'This job has already been tried again, or was deleted.')
    if (!(await reopen(connection, job.queue, job.subject))) {
      throw new Problem('conflict', 'This archive was deleted, or its owner has asked for a new one.')
    }
    await recordAction(connection, administrator, { action: 'job.retry', target_id: id, details: { queue: job.queue } })
  })
  return { queued: 1 }
}
