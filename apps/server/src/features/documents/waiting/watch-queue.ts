import { type FailedDocument, isId, type QueueHealth } from '@penmark/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Owner } from '../../../http/caller.ts'
import type { Locale } from '../../../locale/locale.ts'
import { problem } from '../../../locale/problems/problem.ts'
import { withSentence } from '../../../locale/problems/reason.ts'
import { recordAction } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Queue } from '../../../services/queue/queue.ts'
import { readEmails, readPlan } from '../../accounts/index.ts'
import { enqueue } from '../pipeline/queue.ts'
import { ourFaults, priorityOf } from '../rows/rules.ts'
import type { DocumentRow } from '../rows/store.ts'
import { documents } from '../rows/tables.ts'

const shownFailures = 50
/** Per call, so that the response does not take minutes. */
const retriedAtOnce = 500

type DocumentQueueHealth = Omit<QueueHealth, 'mails_waiting' | 'mails_failed'>

/** The state of processing across all teachers. */
export async function readDocumentQueue(
  connection: Connection,
  locale?: Locale,
): Promise<DocumentQueueHealth> {
  const work = await selectUnfinished(connection)
  const counts = await selectFailedCounts(connection)
  const failed = await selectFailures(connection, shownFailures)
  const emails = await readEmails(
    connection,
    failed.map(({ teacher_id }) => teacher_id),
  )
  const failures = failed.map(
    ({ updated_at, teacher_id, ...row }): FailedDocument => ({
      ...withSentence(row, locale),
      teacher_email: emails.get(teacher_id) ?? null,
      is_ours: ourFaults.some((code) => code === row.failure?.code),
      failed_at: updated_at.toISOString(),
    }),
  )
  return { ...work, ...counts, failures }
}

interface RetryDependencies {
  database: Database
  queue: Queue
}

/** Requeues one failed document. False if it has not failed, or its content was not kept. */
async function retryDocument(
  { database, queue }: RetryDependencies,
  id: string,
  administrator: Owner,
): Promise<boolean> {
  return database.transaction(async (connection) => {
    const row = await selectOptionalFailedForUpdate(connection, id)
    if (row === null) return false
    const { plan } = await readPlan(connection, row.teacher_id)
    await enqueue(connection, queue, { ...row, processing_priority: priorityOf(plan) }, 0)
    await recordAction(connection, administrator, {
      action: 'document.retry',
      target_id: id,
      teacher_id: row.teacher_id,
    })
    return true
  })
}

/** Requeues one failed document of any teacher or, without an id, those that failed by our fault. */
export async function retryDocuments(
  dependencies: RetryDependencies,
  document_id: string | undefined,
  administrator: Owner,
): Promise<{ queued: number }> {
  if (document_id !== undefined && !isId(document_id)) throw problem('not_found', 'document_not_found')
  const ids =
    document_id === undefined ? await selectFailedIds(dependencies.database, retriedAtOnce) : [document_id]
  let queued = 0
  for (const id of ids) if (await retryDocument(dependencies, id, administrator)) queued += 1
  if (document_id !== undefined && queued === 0) throw problem('conflict', 'document_not_retryable')
  return { queued }
}

const isOurs = inArray(sql`${documents.failure} ->> 'code'`, [...ourFaults])

/** Documents that failed by our fault, oldest first. */
async function selectFailedIds({ orm }: Connection, limit: number): Promise<string[]> {
  const rows = await orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.status, 'ERROR'), isOurs))
    .orderBy(documents.updated_at)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Locks a failed document of any teacher; null if it has not failed, or its content was not kept. */
async function selectOptionalFailedForUpdate({ orm }: Connection, id: string): Promise<DocumentRow | null> {
  const [row] = await orm
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), eq(documents.status, 'ERROR'), documents.is_content_kept))
    .for('update')
  return row ?? null
}

const since = (column: string) =>
  sql<string | null>`to_char(min(${sql.raw(column)}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** How many documents wait and run, and since when the oldest of each do. */
async function selectUnfinished({ orm }: Connection) {
  const [row] = await orm
    .select({
      waiting: sql<number>`(count(*) filter (where status in ('QUEUED', 'UPLOADED')))::float8`,
      running: sql<number>`(count(*) filter (where status = 'PROCESSING'))::float8`,
      oldest_waiting_since: since(
        "case when status <> 'PROCESSING' then coalesce(queued_at, created_at) end",
      ),
      oldest_running_since: since("case when status = 'PROCESSING' then coalesce(queued_at, created_at) end"),
    })
    .from(documents)
    // Must match the index literally.
    .where(sql`status in ('UPLOADED', 'QUEUED', 'PROCESSING')`)
  return row ?? { waiting: 0, running: 0, oldest_waiting_since: null, oldest_running_since: null }
}

async function selectFailedCounts({ orm }: Connection) {
  const [row] = await orm
    .select({
      failed: sql<number>`count(*)::float8`,
      failed_ours: sql<number>`(count(*) filter (where ${isOurs}))::float8`,
    })
    .from(documents)
    .where(sql`status = 'ERROR'`)
  return row ?? { failed: 0, failed_ours: 0 }
}

/** The latest failures, newest first. */
async function selectFailures({ orm }: Connection, limit: number) {
  return orm
    .select({
      id: documents.id,
      original_filename: documents.original_filename,
      failure: documents.failure,
      updated_at: documents.updated_at,
      teacher_id: documents.teacher_id,
    })
    .from(documents)
    .where(sql`${documents.status} = 'ERROR'`)
    .orderBy(sql`${documents.updated_at} desc`, documents.id)
    .limit(limit)
}
