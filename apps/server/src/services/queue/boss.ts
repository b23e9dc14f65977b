import PgBoss from 'pg-boss'
import type { Connection, Database } from '../database/database.ts'
import { backgroundQueues } from './background-queues.ts'
import { type JobKind, jobKinds } from './queue.ts'

export const schema = 'queue'

/**
 * pg-boss's queue for each kind. Files keep the name that once held both kinds, so that jobs of an older
 * version are still found.
 */
export const queueOf = { file: 'documents', text: 'texts', scan: 'scans' } as const satisfies Record<
  JobKind,
  string
>
export const documentQueues = jobKinds.map((kind) => queueOf[kind])

/** Where pg-boss stores a job's owner. The document queues have no policy that would make it unique. */
export const ownerColumn = 'singleton_key'
/** Jobs of an older version have no owner: together they get the share of one teacher. */
export const ownerOf = `coalesce(${ownerColumn}, '') collate "C"`

/** Two minutes of pauses in all, so that a storage that is away for a while costs no document its result. */
export const documentRetries = { retryLimit: 6, retryDelay: 2, retryBackoff: true } as const
/**
 * A job that nobody renewed for this long belongs to a dead process. Documents are watched more closely, so
 * this only cleans up the queue.
 */
const documentExpireInSeconds = 300

/** pg-boss sends some scripts with their own BEGIN and COMMIT; here they run in our transaction. */
function withoutTransaction(text: string): string {
  return text.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')
}

/** Lets pg-boss use our connection, so that a job can be sent or closed in the caller's transaction. */
export function toBossDb(connection: Connection): PgBoss.Db {
  return {
    executeSql: (text, values?: unknown[]) =>
      values && values.length > 0
        ? connection.query(text, values)
        : connection.script(withoutTransaction(text)),
  }
}

/**
 * Which of these queues have a job that can be taken now. Asked once a second, so it is a function, whose plan is
 * kept: planning for the partitions of all queues takes twenty times as long as looking.
 */
export const waitingQueues = `${schema}.waiting_queues`
const waitingQueuesFunction = `
  create function ${waitingQueues} (names text[]) returns setof text language plpgsql stable as $$
  begin
    return query select given.name from unnest(names) as given (name)
      where exists (select 1 from ${schema}.job where job.name = given.name and state < 'active' and start_after < now());
  end $$`

/** Any fixed number, different from those of the migrations and the registration. */
const setupKey = 7_366_277

/**
 * Creates or updates pg-boss's tables. Processes that start together wait for each other, because pg-boss
 * fails when two do so at once.
 */
export function setUpQueues(database: Database): Promise<void> {
  return database.transaction(async (connection) => {
    await connection.query('select pg_advisory_xact_lock($1)', [setupKey])
    const boss = new PgBoss({ db: toBossDb(connection), schema, schedule: false, supervise: false })
    await boss.start()
    const { rows } = await connection.query(
      `select name, to_regproc('${waitingQueues}') is not null as is_known from ${schema}.queue`,
    )
    const existing = new Set(rows.map(({ name }) => name))
    const expireInSeconds = documentExpireInSeconds
    const queues = [
      ...documentQueues.map(
        (name) => [name, { policy: 'standard', ...documentRetries, expireInSeconds }] as const,
      ),
      ...Object.entries(backgroundQueues),
    ]
    for (const [name, options] of queues)
      if (!existing.has(name)) await boss.createQueue(name, { name, ...options })
    if (!rows.some(({ is_known }) => is_known)) await connection.query(waitingQueuesFunction)
    await boss.stop({ graceful: false })
    // pg-boss's own index is by time; without this one every fetch would sort the whole queue.
    await connection.query(
      `create index if not exists job_next on ${schema}.job (name, priority desc, created_on, id) where state < 'active'`,
    )
    await connection.query(
      `create index if not exists job_waiting_owner on ${schema}.job (name, (${ownerOf})) where state < 'active'`,
    )
  })
}
