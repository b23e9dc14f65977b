import type { FailedJob } from '@penmark/contract'
import { z } from 'zod'
import type { Connection } from '../database/database.ts'
import { describeError } from '../observe/log.ts'
import { type BackgroundQueue, backgroundQueues } from './background-queues.ts'
import { schema } from './boss.ts'
import { sendJobNow } from './send-job.ts'

const queues = Object.keys(backgroundQueues)
const longestError = 200

/**
 * What is stored with a failed job. A SyntaxError quotes what it could not parse, which may be student text,
 * so only its name is kept.
 */
export function outputOf(error: unknown): { error: string } {
  const { type, message } = describeError(error)
  return { error: (type === 'SyntaxError' ? type : `${type}: ${message}`).slice(0, longestError) }
}

/** A job with the same id completed after the failure, so nothing is left to do. Needs the alias `failed`. */
const isSettled = `exists (
  select 1 from (select name, data, state, completed_on from ${schema}.job union all select name, data, state, completed_on from ${schema}.archive) later
  where later.name = failed.name and later.data ->> 'id' = failed.data ->> 'id' and later.state = 'completed' and later.completed_on >= failed.completed_on)`

const Row = z.object({
  id: z.string(),
  queue: z.string(),
  subject: z.string().nullable(),
  attempts: z.int(),
  error: z.string().nullable(),
})

/** Background jobs that failed for good, newest first. Only scheduled jobs have a subject: their name. */
export async function selectFailedJobs(connection: Connection, limit: number): Promise<FailedJob[]> {
  const { rows } = await connection.query(
    `select id::text, name as queue, retry_count + 1 as attempts, completed_on::text as failed_at,
       case name when 'scheduled-jobs' then data ->> 'id' end as subject, coalesce(output ->> 'error', output -> 'value' ->> 'message') as error
     from ${schema}.job failed where name = any($1::text[]) and state = 'failed' and not ${isSettled}
     order by failed.completed_on desc, failed.id limit $2`,
    [queues, limit],
  )
  return rows.map((row) => ({ ...Row.parse(row), failed_at: new Date(String(row.failed_at)).toISOString() }))
}

/**
 * Replaces a job that failed for good by a new one that is due now, and returns what it was about; null if
 * there is no such job. A job with the same key that already waits, such as the next run of a scheduled job,
 * is brought forward instead.
 */
export async function retryFailedJob(
  connection: Connection,
  id: string,
): Promise<{ queue: BackgroundQueue; subject: string } | null> {
  const { rows } = await connection.query(
    `delete from ${schema}.job where id = $1::uuid and name = any($2::text[]) and state = 'failed'
     returning name, data ->> 'id' as subject, singleton_key as key`,
    [id, queues],
  )
  const [row] = z
    .array(z.object({ name: z.string(), subject: z.string(), key: z.string().nullable() }))
    .parse(rows)
  if (!row) return null
  const { subject, key } = row
  const queue = row.name as BackgroundQueue
  await sendJobNow(connection, queue, subject, key)
  return { queue, subject }
}

/** Deletes failures that a later job has made good. */
export async function deleteSettledFailures(connection: Connection): Promise<void> {
  await connection.query(
    `delete from ${schema}.job failed where name = any($1::text[]) and state = 'failed' and ${isSettled}`,
    [queues],
  )
}
