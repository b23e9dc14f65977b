import { exportStates, writeFaults } from '@penmark/contract'
import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../../../services/database/database.ts'

const exports = pgTable('exports', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  language: text().notNull(),
  state: text({ enum: exportStates }).notNull(),
  documents_done: integer().notNull().default(0),
  documents_total: integer().notNull().default(0),
  runs: integer().notNull().default(0),
  blob_key: text(),
  size_bytes: bigint({ mode: 'number' }),
  ticket_hash: text(),
  ticket_expires_at: time(),
  created_at: time().notNull().defaultNow(),
  expires_at: time(),
  /** Why the last run could not store it, if the disk was the cause. */
  write_fault: text({ enum: writeFaults }),
})

export type ExportRow = typeof exports.$inferSelect

const isOwn = (teacher_id: string, id: string) => and(eq(exports.teacher_id, teacher_id), eq(exports.id, id))
/** Whether this run may still write the row: it was not deleted, stopped or taken over. */
const isOwned = ({ id, runs }: Pick<ExportRow, 'id' | 'runs'>) =>
  and(eq(exports.id, id), eq(exports.state, 'making'), eq(exports.runs, runs))

/** Null if one is being made already. */
export async function insertExport(
  { orm }: Connection,
  row: typeof exports.$inferInsert,
): Promise<ExportRow | null> {
  const [inserted] = await orm.insert(exports).values(row).onConflictDoNothing().returning()
  return inserted ?? null
}

export async function selectExports({ orm }: Connection, teacher_id: string): Promise<ExportRow[]> {
  return orm
    .select()
    .from(exports)
    .where(eq(exports.teacher_id, teacher_id))
    .orderBy(desc(exports.created_at))
}

/** Bytes of all archives that can be downloaded. */
export async function selectArchiveBytes({ orm }: Connection): Promise<number> {
  const [row] = await orm
    .select({ bytes: sql<number>`coalesce(sum(${exports.size_bytes}), 0)::float8` })
    .from(exports)
  return row?.bytes ?? 0
}

export async function selectOptionalExport(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<ExportRow | null> {
  const [row] = await orm.select().from(exports).where(isOwn(teacher_id, id))
  return row ?? null
}

export async function selectOptionalExportByTicket(
  { orm }: Connection,
  ticket_hash: string,
  now: Date,
): Promise<ExportRow | null> {
  const [row] = await orm
    .select()
    .from(exports)
    .where(
      and(
        eq(exports.ticket_hash, ticket_hash),
        sql`${exports.ticket_expires_at} > ${now.toISOString()}`,
        eq(exports.state, 'ready'),
      ),
    )
  return row ?? null
}

export async function updateTicket(
  { orm }: Connection,
  id: string,
  ticket_hash: string,
  ticket_expires_at: Date,
): Promise<void> {
  await orm.update(exports).set({ ticket_hash, ticket_expires_at }).where(eq(exports.id, id))
}

export async function deleteExport(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<ExportRow | null> {
  const [row] = await orm.delete(exports).where(isOwn(teacher_id, id)).returning()
  return row ?? null
}

/**
 * Starts a run; null if the export is gone or has ended. Every run writes under a key of its own, so that a
 * slow worker can never overwrite or delete the archive of the one that took over.
 */
export async function updateBegun(
  { orm }: Connection,
  id: string,
  blob_key: string,
): Promise<ExportRow | null> {
  const [row] = await orm
    .update(exports)
    .set({ state: 'making', runs: sql`${exports.runs} + 1`, documents_done: 0, blob_key, write_fault: null })
    .where(and(eq(exports.id, id), isUnfinished))
    .returning()
  return row ?? null
}

const isUnfinished = inArray(exports.state, ['waiting', 'making'])

export async function selectUnfinishedIds({ orm }: Connection): Promise<string[]> {
  const rows = await orm.select({ id: exports.id }).from(exports).where(isUnfinished)
  return rows.map(({ id }) => id)
}

/** Lets a failed archive be made again. False if it is gone, or its owner has asked for another one since. */
export async function updateReopened({ orm }: Connection, id: string): Promise<boolean> {
  const isOnly = sql`not exists (select 1 from exports later where later.teacher_id = ${exports.teacher_id} and later.created_at > ${exports.created_at})`
  const rows = await orm
    .update(exports)
    .set({ state: 'waiting', runs: 0 })
    .where(and(eq(exports.id, id), eq(exports.state, 'failed'), isOnly))
    .returning({ id: exports.id })
  return rows.length > 0
}

/** False if the run may not continue. */
export async function updateIfOwnRun(
  { orm }: Connection,
  run: ExportRow,
  change: Partial<ExportRow>,
): Promise<boolean> {
  const rows = await orm.update(exports).set(change).where(isOwned(run)).returning({ id: exports.id })
  return rows.length > 0
}

export async function selectExpired(
  { orm }: Connection,
  now: Date,
): Promise<Pick<ExportRow, 'id' | 'teacher_id' | 'blob_key'>[]> {
  const { id, teacher_id, blob_key } = exports
  return orm
    .select({ id, teacher_id, blob_key })
    .from(exports)
    .where(and(isNotNull(exports.expires_at), lt(exports.expires_at, now)))
}

/** Which of the keys belong to an archive. */
export async function selectKnownKeys({ orm }: Connection, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await orm
    .select({ key: exports.blob_key })
    .from(exports)
    .where(inArray(exports.blob_key, keys))
  return rows.flatMap(({ key }) => key ?? [])
}

export async function selectArchiveKeys({ orm }: Connection, teacher_id: string): Promise<string[]> {
  const rows = await orm
    .select({ key: exports.blob_key })
    .from(exports)
    .where(eq(exports.teacher_id, teacher_id))
  return rows.flatMap(({ key }) => key ?? [])
}
