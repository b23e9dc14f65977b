import PgBoss from 'pg-boss'
import type { Connection, Database } from '../../database/database.ts'
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
    const expireInSeconds = documentExpireInSeconds
    for (const name of documentQueues)
      await boss.createQueue(name, { name, policy: 'standard', ...documentRetries, expireInSeconds })
    for (const [name, options] of Object.entries(backgroundQueues))
      await boss.createQueue(name, { name, ...options })
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
