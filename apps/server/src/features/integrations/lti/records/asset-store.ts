import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Connection } from '../../../../services/database/database.ts'
import { ltiAssets, ltiNotices, ltiProcessors } from './tables.ts'

export type ProcessorRow = typeof ltiProcessors.$inferSelect
export type AssetRow = typeof ltiAssets.$inferSelect
export type NewAsset = typeof ltiAssets.$inferInsert

export async function insertProcessor(
  { orm }: Connection,
  row: typeof ltiProcessors.$inferInsert,
): Promise<void> {
  await orm.insert(ltiProcessors).values(row)
}

/**
 * The processor that receives an assignment's submissions, by our own custom parameter or else by the
 * assignment; null if there is none.
 */
export async function selectOptionalProcessor(
  connection: Connection,
  { platform_id, id, activity_id }: { platform_id: string; id: string | null; activity_id: string | null },
): Promise<Pick<ProcessorRow, 'id' | 'teacher_id'> | null> {
  const { rows } = await connection.query(
    `select id, teacher_id from lti_processors
     where platform_id = $1::uuid and (id = $2::uuid or ($2::uuid is null and activity_id = $3::text)) order by created_at desc limit 1`,
    [platform_id, id, activity_id],
  )
  const [row] = rows
  return row ? { id: String(row.id), teacher_id: String(row.teacher_id) } : null
}

export async function selectOptionalProcessorOf(
  { orm }: Connection,
  { processor_id }: AssetRow,
): Promise<ProcessorRow | null> {
  const [row] = await orm.select().from(ltiProcessors).where(eq(ltiProcessors.id, processor_id))
  return row ?? null
}

/** False if this nonce was used already. */
export async function insertNotice(
  { orm }: Connection,
  row: typeof ltiNotices.$inferInsert,
): Promise<boolean> {
  return (await orm.insert(ltiNotices).values(row).onConflictDoNothing().returning()).length > 0
}

export async function selectOptionalNotice(
  { orm }: Connection,
  platform_id: string,
  nonce: string,
): Promise<string | null> {
  const isMatch = and(eq(ltiNotices.platform_id, platform_id), eq(ltiNotices.nonce, nonce))
  const [row] = await orm.select().from(ltiNotices).where(isMatch)
  return row?.notice_id ?? null
}

/** Takes the new value only until the file is fetched: from then on its person must stay forgotten. */
const untilFetched = (column: AnyPgColumn) =>
  sql`case when ${ltiAssets.fetched_at} is null then excluded.${sql.identifier(column.name)} else ${column} end`

/**
 * Stores files to work on and returns their ids. A known file is reported again; one that could not be
 * fetched is retried with the platform's new details.
 */
export async function upsertAssets({ orm }: Connection, rows: NewAsset[]): Promise<string[]> {
  const ids: string[] = []
  for (const row of rows) {
    const { asset_url, report_url, next_attempt_at } = row
    const update = {
      asset_url,
      report_url,
      next_attempt_at,
      attempts: 0,
      is_closed: false,
      refusal: null,
      told: null,
      person: untilFetched(ltiAssets.person),
      size_bytes: untilFetched(ltiAssets.size_bytes),
      sha256: untilFetched(ltiAssets.sha256),
      filename: untilFetched(ltiAssets.filename),
      content_type: untilFetched(ltiAssets.content_type),
      submission_id: untilFetched(ltiAssets.submission_id),
    }
    const stored = await orm
      .insert(ltiAssets)
      .values(row)
      .onConflictDoUpdate({ target: [ltiAssets.processor_id, ltiAssets.asset_id], set: update })
      .returning({ id: ltiAssets.id })
    ids.push(...stored.map(({ id }) => id))
  }
  return ids
}

const literal = (time: Date) => `'${time.toISOString()}'::timestamptz`

/**
 * SQL for a file `a` and its document `d`: the file must be fetched, or its document has finished and the
 * platform has not been notified.
 */
const isDue = (now: Date) => `not a.is_closed and a.next_attempt_at <= ${literal(now)}
  and (a.fetched_at is null or (d.status in ('COMPLETED', 'ERROR', 'LIMIT_EXCEEDED') and a.told is distinct from d.status))`

/** Leases a file if it is due, and counts the attempt. Nobody else gets it until `held_until`. */
export async function claimAsset(
  { orm }: Connection,
  id: string,
  held_until: Date,
  now: Date,
): Promise<AssetRow | null> {
  const due = sql`(select a.id from lti_assets a left join documents d on d.id = a.document_id
    where a.id = ${id} and ${sql.raw(isDue(now))} and (a.held_until is null or a.held_until <= ${sql.raw(literal(now))})
    for update of a skip locked)`
  const [row] = await orm
    .update(ltiAssets)
    .set({ held_until, attempts: sql`${ltiAssets.attempts} + 1` })
    .where(eq(ltiAssets.id, due))
    .returning()
  return row ?? null
}

/** The files that are due now, leased or not: all, or those among `ids`. */
export async function selectDueIds(
  connection: Connection,
  now: Date,
  ids: string[] | null = null,
): Promise<string[]> {
  const { rows } = await connection.query(
    `select a.id from lti_assets a left join documents d on d.id = a.document_id
     where ${isDue(now)} and ($1::uuid[] is null or a.id = any($1::uuid[]))`,
    [ids],
  )
  return rows.map(({ id }) => String(id))
}

/** The files that became these documents. */
export async function selectIdsOfDocuments({ orm }: Connection, document_ids: string[]): Promise<string[]> {
  const rows = await orm
    .select({ id: ltiAssets.id })
    .from(ltiAssets)
    .where(inArray(ltiAssets.document_id, document_ids))
  return rows.map(({ id }) => id)
}

/** Opens the files of a document again whose last report was that it is complete. */
export async function reopenReported({ orm }: Connection, document_id: string): Promise<void> {
  await orm
    .update(ltiAssets)
    .set({ is_closed: false, told: null, attempts: 0, next_attempt_at: new Date() })
    .where(and(eq(ltiAssets.document_id, document_id), eq(ltiAssets.told, 'COMPLETED')))
}

/** Ends the leases of dead processes. */
export async function releaseAssets(connection: Connection): Promise<void> {
  await connection.query('update lti_assets set held_until = null where held_until is not null', [])
}

export async function updateAsset({ orm }: Connection, id: string, change: Partial<AssetRow>): Promise<void> {
  await orm
    .update(ltiAssets)
    .set({ ...change, held_until: null })
    .where(eq(ltiAssets.id, id))
}

/**
 * Links a file to its document, once, and forgets who submitted it. Throws when it was linked before, so that
 * no second document is kept.
 */
export async function updateFetched(
  { orm }: Connection,
  id: string,
  document_id: string,
  now: Date,
): Promise<void> {
  const rows = await orm
    .update(ltiAssets)
    .set({ document_id, fetched_at: now, person: null, attempts: 0, next_attempt_at: now })
    .where(and(eq(ltiAssets.id, id), isNull(ltiAssets.fetched_at)))
    .returning({ id: ltiAssets.id })
  if (rows.length === 0) throw new Error('A file of a submission was fetched twice.')
}

/** Deletes rows that have no document and will get none. */
export async function deleteOldAssets({ orm }: Connection, before: Date): Promise<void> {
  await orm.delete(ltiAssets).where(and(isNull(ltiAssets.document_id), lt(ltiAssets.created_at, before)))
}

interface TeacherAsset {
  platform_id: string
  asset_id: string
  teacher_id: string
}

/** The document made from a submission's file for this teacher, the newest if several assignments sent it. */
export async function selectOptionalDocumentOf(
  connection: Connection,
  { platform_id, asset_id, teacher_id }: TeacherAsset,
) {
  const { rows } = await connection.query(
    `select a.document_id from lti_assets a join lti_processors p on p.id = a.processor_id
     where p.platform_id = $1::uuid and a.asset_id = $2::text and a.teacher_id = $3::uuid and a.document_id is not null
     order by a.created_at desc limit 1`,
    [platform_id, asset_id, teacher_id],
  )
  const [row] = rows
  return row ? String(row.document_id) : null
}
