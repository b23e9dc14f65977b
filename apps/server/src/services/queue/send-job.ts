import PgBoss from 'pg-boss'
import type { Connection } from '../database/database.ts'
import type { BackgroundQueue } from './background-queues.ts'
import { schema, toBossDb } from './boss.ts'

export interface JobOptions {
  /** The earliest time to run, or the seconds until then by the database's clock; now by default. */
  startAfter?: Date | number
  /** Deduplicates waiting jobs in queues with such a policy. */
  singletonKey?: string
}

/** Never started: it only builds statements, which run on the caller's connection. */
const boss = new PgBoss({
  db: { executeSql: () => Promise.reject(new Error('A job is sent over the connection of its caller.')) },
  schema,
})

/** Keeps a waiting job from being taken before the transaction ends. False if there is none any more. */
async function lockWaitingJob(
  connection: Connection,
  queue: BackgroundQueue,
  singletonKey: string,
): Promise<boolean> {
  const { rows } = await connection.query(
    `select 1 from ${schema}.job where name = $1 and singleton_key = $2 and state = 'created' for update`,
    [queue, singletonKey],
  )
  return rows.length > 0
}

/**
 * Sends a job in the caller's transaction: the job exists exactly if the row it concerns was committed. `id`
 * is usually that row's id. When a job with the same key is already waiting, that one serves: it is taken
 * after the transaction, since before, it would not see what the transaction changes.
 */
export async function sendJob(
  connection: Connection,
  queue: BackgroundQueue,
  id: string,
  options: JobOptions = {},
): Promise<void> {
  const { singletonKey } = options
  for (;;) {
    const sent = await boss.send(queue, { id }, { ...options, db: toBossDb(connection) })
    if (
      sent !== null ||
      singletonKey === undefined ||
      (await lockWaitingJob(connection, queue, singletonKey))
    )
      return
  }
}

/**
 * Sends a job that is due now. One with the same id that already waits, such as the next run of a scheduled
 * job, is brought forward instead.
 */
export async function sendJobNow(
  connection: Connection,
  queue: BackgroundQueue,
  id: string,
  singletonKey: string | null,
): Promise<void> {
  await sendJob(connection, queue, id, singletonKey === null ? {} : { singletonKey })
  await connection.query(
    `update ${schema}.job set start_after = now() where name = $1 and data ->> 'id' = $2 and state < 'active' and start_after > now()`,
    [queue, id],
  )
}

/** Sends a job for each of these, unless one for it waits or runs. */
export async function sendMissingJobs(
  connection: Connection,
  queue: BackgroundQueue,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await connection.query(
    `select given.id from unnest($2::text[]) as given (id) where not exists (
       select 1 from ${schema}.job where name = $1 and state < 'completed' and data ->> 'id' = given.id)`,
    [queue, ids],
  )
  for (const { id } of rows) await sendJob(connection, queue, String(id), { singletonKey: String(id) })
}

/** When the jobs with these ids run next. Ids whose job is running, or that have none, are left out. */
export async function selectNextRuns(
  connection: Connection,
  queue: BackgroundQueue,
  ids: string[],
): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map()
  const { rows } = await connection.query(
    `select data ->> 'id' as id, max(start_after)::text as start_after from ${schema}.job
     where name = $1 and state < 'active' and data ->> 'id' = any($2::text[]) group by 1`,
    [queue, ids],
  )
  return new Map(rows.map(({ id, start_after }) => [String(id), new Date(String(start_after))]))
}
