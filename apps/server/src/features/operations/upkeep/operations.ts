import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type FailedJob,
  isId,
  type Models,
  type QueueHealth,
  type ReleasedModel,
  routes,
  type StorageUse,
} from '@penmark/contract'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Binder } from '../../../http/bind.ts'
import type { Owner } from '../../../http/caller.ts'
import { modelsFolder } from '../../../lib/release.ts'
import type { Locale } from '../../../locale/locale.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import { mails } from '../../../services/mail/mailer.ts'
import type { BackgroundQueue } from '../../../services/queue/background-queues.ts'
import { retryFailedJob, selectFailedJobs } from '../../../services/queue/failed-jobs.ts'
import type { Queue } from '../../../services/queue/queue.ts'
import { hasPlanLimits, readTotalStorage, type StorageQuota } from '../../accounts/index.ts'
import { reopenFileCheck } from '../../cases/index.ts'
import { readDocumentQueue, retryDocuments } from '../../documents/index.ts'
import { listPaymentEvents } from '../../plans/index.ts'
import { listMessages, readMessage, setMessageClosed } from '../../public/index.ts'
import { reopenExport } from '../exports/work-exports.ts'
import { allowSweep, readHeldSweep } from './held-sweep.ts'
import { type LimitSettings, readLimits } from './read-limits.ts'

interface OperationsDependencies extends LimitSettings {
  database: Database
  queue: Queue
  /** The detector that scores new documents. */
  detector: Models['active']
  readDisk: ReadDisk
}

export function bindOperations({ bind }: Binder, dependencies: OperationsDependencies): void {
  const { database, storageQuota, detector, readDisk } = dependencies
  bind(routes.readQueue, (_input, caller) => readQueue(database, caller.locale))
  bind(routes.retryDocuments, ({ document_id }, caller) => retryDocuments(dependencies, document_id, caller))
  bind(routes.listFailedJobs, () => listFailedJobs(database))
  bind(routes.retryJob, ({ id }, caller) => retryJob(database, id, caller))
  bind(routes.readStorage, () => readStorage(database, storageQuota, readDisk))
  bind(routes.allowSweep, ({ files }, caller) => allowSweep(database, files, caller))
  bind(routes.readLimits, async () => readLimits(dependencies, await hasPlanLimits(database)))
  bind(routes.readModels, () => readModels(detector))
  bind(routes.listPaymentEvents, (page) => listPaymentEvents(database, page))
  bind(routes.listSupportMessages, (page) => listMessages(database, page))
  bind(routes.readSupportMessage, ({ id }, caller) => readMessage(database, id, caller))
  bind(routes.closeSupportMessage, ({ id, closed }, caller) => setMessageClosed(database, id, closed, caller))
}

async function readQueue(database: Database, locale?: Locale): Promise<QueueHealth> {
  return { ...(await readDocumentQueue(database, locale)), ...(await selectMailCounts(database)) }
}

/** Free and total space of the disk that holds the data; null if unknown. */
export type ReadDisk = () => Promise<StorageUse['disk']>

async function readStorage(
  database: Database,
  storageQuota: StorageQuota,
  readDisk: ReadDisk,
): Promise<StorageUse> {
  const quota = await readTotalStorage(database, storageQuota)
  return {
    database: { kind: database.kind, ...(await selectDatabaseUse(database)) },
    files: await selectFileUse(database, 'documents'),
    exports: await selectFileUse(database, 'exports'),
    quota: { used_bytes: quota.used, limit_bytes: quota.limit },
    sweep: await readHeldSweep(database),
    disk: await readDisk(),
  }
}

/** The part of a model's card that is shown. */
const Card = z.object({
  name: z.string(),
  version: z.string(),
  use: z.string(),
  minimum_words: z.int(),
  texts: z.object({ human: z.int(), ai: z.int(), sources: z.int() }),
  model_file: z.object({ bytes: z.int(), sha256: z.string() }),
})

/** The release's models by their cards, and which one scores new documents. */
async function readModels(active: Models['active']): Promise<Models> {
  const names = (await readdir(modelsFolder)).filter((name) => name.endsWith('.card.json')).sort()
  const released: ReleasedModel[] = []
  for (const name of names) {
    const { model_file, ...card } = Card.parse(
      JSON.parse(await readFile(path.join(modelsFolder, name), 'utf8')),
    )
    released.push({
      ...card,
      ...model_file,
      is_active: card.name === active.name && card.version === active.version,
    })
  }
  return { active, released }
}

async function selectMailCounts({
  orm,
}: Connection): Promise<{ mails_waiting: number; mails_failed: number }> {
  const [row] = await orm
    .select({
      mails_waiting: sql<number>`(count(*) filter (where ${mails.sent_at} is null and ${mails.failed_at} is null))::float8`,
      mails_failed: sql<number>`(count(*) filter (where ${mails.failed_at} is not null))::float8`,
    })
    .from(mails)
  return row ?? { mails_waiting: 0, mails_failed: 0 }
}

const largestTables = 8

async function selectDatabaseUse(
  connection: Connection,
): Promise<Pick<StorageUse['database'], 'bytes' | 'tables'>> {
  const total = await connection.query('select pg_database_size(current_database())::float8 as bytes')
  const { rows } = await connection.query(
    // The queue's tables, some of them partitions, count as one.
    `select case n.nspname when 'queue' then 'queue' else c.relname end as name, sum(pg_total_relation_size(c.oid))::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'queue')
     where c.relkind = 'r' group by 1 order by 2 desc, 1 limit ${largestTables}`,
  )
  return {
    bytes: Number(total.rows[0]?.bytes),
    tables: rows.map(({ name, bytes }) => ({ name: String(name), bytes: Number(bytes) })),
  }
}

/** Stored files of documents and exports, according to their rows. */
async function selectFileUse(
  connection: Connection,
  table: 'documents' | 'exports',
): Promise<StorageUse['files']> {
  const { rows } = await connection.query(
    `select count(*)::float8 as count, coalesce(sum(size_bytes), 0)::float8 as bytes from ${table} where blob_key is not null`,
  )
  return { count: Number(rows[0]?.count), bytes: Number(rows[0]?.bytes) }
}

const shownJobs = 50

async function listFailedJobs(database: Database): Promise<FailedJob[]> {
  return selectFailedJobs(database, shownJobs)
}

/**
 * Resets a row that a worker would skip because its job failed for good. False if it cannot be processed
 * again.
 */
async function reopen(connection: Connection, queue: BackgroundQueue, subject: string): Promise<boolean> {
  if (queue === 'exports') return reopenExport(connection, subject)
  // A file whose case is gone needs nothing.
  if (queue === 'reply-files') await reopenFileCheck(connection, subject)
  return true
}

/** Runs a background job again that failed for good. */
async function retryJob(database: Database, id: string, administrator: Owner): Promise<{ queued: number }> {
  if (!isId(id)) throw problem('not_found', 'job_unknown')
  await database.transaction(async (connection) => {
    const job = await retryFailedJob(connection, id)
    if (job === null) throw problem('conflict', 'job_retried')
    if (!(await reopen(connection, job.queue, job.subject))) {
      throw problem('conflict', 'archive_replaced')
    }
    await recordAction(connection, administrator, {
      action: 'job.retry',
      target_id: id,
      details: { queue: job.queue },
    })
  })
  return { queued: 1 }
}
