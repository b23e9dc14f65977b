import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../../../services/database/database.ts'
import {
  type PersonalDataTable,
  partsOfDocuments,
  personalDataTables,
} from '../personal-data/personal-data-tables.ts'

const erasures = pgTable('erasures', {
  id: uuid().primaryKey(),
  teacher_id: uuid(),
  subject: text(),
  subject_hash: text(),
  erased: jsonb().$type<Record<string, number>>().notNull().default({}),
  sign_in: text({ enum: ['erased', 'kept-by-provider'] }),
  started_at: time().notNull(),
  finished_at: time(),
  sha256: text(),
})

export type ErasureRow = typeof erasures.$inferSelect

export async function insertErasure(
  { orm }: Connection,
  row: typeof erasures.$inferInsert,
): Promise<ErasureRow> {
  const [inserted] = await orm.insert(erasures).values(row).returning()
  if (!inserted) throw new Error('An erasure was not stored.')
  return inserted
}

export async function selectOptionalErasure({ orm }: Connection, id: string): Promise<ErasureRow | null> {
  const [row] = await orm.select().from(erasures).where(eq(erasures.id, id))
  return row ?? null
}

/** Whether the erasure of this person's account began after `since`. */
export async function selectIsErased(
  { orm }: Connection,
  subject_hash: string,
  since: Date,
): Promise<boolean> {
  const rows = await orm
    .select({ id: erasures.id })
    .from(erasures)
    .where(and(eq(erasures.subject_hash, subject_hash), gt(erasures.started_at, since)))
    .limit(1)
  return rows.length > 0
}

/** Deletes the subject hashes of erasures that finished before a moment. */
export async function deleteSubjectHashes({ orm }: Connection, before: Date): Promise<void> {
  await orm.update(erasures).set({ subject_hash: null }).where(lt(erasures.finished_at, before))
}

export async function selectUnfinishedIds({ orm }: Connection): Promise<string[]> {
  const rows = await orm.select({ id: erasures.id }).from(erasures).where(isNull(erasures.finished_at))
  return rows.map(({ id }) => id)
}

/** Locks the row, so that counts can be added to it. */
export async function selectErasureForUpdate({ orm }: Connection, id: string): Promise<ErasureRow> {
  const [row] = await orm.select().from(erasures).where(eq(erasures.id, id)).for('update')
  if (!row) throw new Error('An erasure is gone.')
  return row
}

export async function updateErasure(
  { orm }: Connection,
  id: string,
  change: Partial<ErasureRow>,
): Promise<void> {
  await orm.update(erasures).set(change).where(eq(erasures.id, id))
}

/**
 * Deletes documents with everything that belongs to them, and counts the rows of each table. The table names
 * are our own constants.
 */
export async function deleteDocuments(
  connection: Connection,
  ids: string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of partsOfDocuments) {
    const key = table === 'documents' ? 'id' : 'document_id'
    const { rows } = await connection.query(
      `with gone as (delete from ${table} where ${key} = any($1::uuid[]) returning 1) select count(*)::float8 as count from gone`,
      [ids],
    )
    counts[table] = Number(rows[0]?.count)
  }
  return counts
}

/** How many rows of each table belong to the teacher. */
export async function countPersonalData(
  connection: Connection,
  teacher_id: string,
): Promise<Map<string, number>> {
  const counts = personalDataTables.map(
    ({ table, where }) => `select '${table}' as name, count(*)::float8 as count from ${table} where ${where}`,
  )
  const { rows } = await connection.query(
    `select * from (${counts.join(' union all ')}) counts where $1::text is not null`,
    [teacher_id],
  )
  return new Map(rows.map(({ name, count }) => [String(name), Number(count)]))
}

export async function deletePersonalData(
  connection: Connection,
  { table, where }: PersonalDataTable,
  teacher_id: string,
): Promise<number> {
  const { rows } = await connection.query(
    `with gone as (delete from ${table} where $1::text is not null and (${where}) returning 1) select count(*)::float8 as count from gone`,
    [teacher_id],
  )
  return Number(rows[0]?.count)
}
