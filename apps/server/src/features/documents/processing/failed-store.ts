import { and, eq, sql } from 'drizzle-orm'
import type { Connection } from '../../../database/database.ts'
import type { DocumentRow } from '../store.ts'
import { documents } from '../tables.ts'

/** Documents that failed for this reason, oldest first. */
export async function selectFailedIds({ orm }: Connection, reason: string, limit: number): Promise<string[]> {
  const rows = await orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.status, 'ERROR'), eq(documents.status_reason, reason)))
    .orderBy(documents.updated_at)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Locks a failed document of any teacher; null when it is no longer failed, or its content was not kept. */
export async function selectOptionalFailedForUpdate({ orm }: Connection, id: string): Promise<DocumentRow | null> {
  const [row] = await orm
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), eq(documents.status, 'ERROR'), documents.is_content_kept))
    .for('update')
  return row ?? null
}

const since = (column: string) => sql<string | null>`to_char(min(${sql.raw(column)}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** How many documents wait and run, and since when the oldest does. */
export async function selectWork({ orm }: Connection) {
  const [row] = await orm
    .select({
      waiting: sql<number>`(count(*) filter (where status in ('QUEUED', 'UPLOADED')))::float8`,
      running: sql<number>`(count(*) filter (where status = 'PROCESSING'))::float8`,
      oldest_waiting_since: since("case when status <> 'PROCESSING' then coalesce(queued_at, created_at) end"),
      oldest_running_since: since("case when status = 'PROCESSING' then coalesce(queued_at, created_at) end"),
    })
    .from(documents)
    // Must match the index literally.
    .where(sql`status in ('UPLOADED', 'QUEUED', 'PROCESSING')`)
  return row ?? { waiting: 0, running: 0, oldest_waiting_since: null, oldest_running_since: null }
}

export async function selectFailedCounts({ orm }: Connection, reason: string) {
  const [row] = await orm
    .select({
      failed: sql<number>`count(*)::float8`,
      failed_ours: sql<number>`(count(*) filter (where ${documents.status_reason} = ${reason}))::float8`,
    })
    .from(documents)
    .where(sql`status = 'ERROR'`)
  return row ?? { failed: 0, failed_ours: 0 }
}

/** The latest failures, newest first. */
export async function selectFailures({ orm }: Connection, limit: number) {
  return orm
    .select({
      id: documents.id,
      original_filename: documents.original_filename,
      status_reason: documents.status_reason,
      updated_at: documents.updated_at,
      teacher_id: documents.teacher_id,
    })
    .from(documents)
    .where(sql`${documents.status} = 'ERROR'`)
    .orderBy(sql`${documents.updated_at} desc`, documents.id)
    .limit(limit)
}
