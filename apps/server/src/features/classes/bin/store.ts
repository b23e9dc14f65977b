import { binKinds } from '@penmark/contract'
import { and, asc, count, desc, eq, lte } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../../../services/database/database.ts'

const binItems = pgTable('bin_items', {
  id: uuid().primaryKey(),
  teacher_id: uuid().notNull(),
  kind: text({ enum: binKinds }).notNull(),
  name: text().notNull(),
  deleted_at: time().notNull(),
})

export type BinItemRow = typeof binItems.$inferSelect

/** The newest first. */
export async function selectItems(
  { orm }: Connection,
  teacher_id: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<BinItemRow[]> {
  return orm
    .select()
    .from(binItems)
    .where(eq(binItems.teacher_id, teacher_id))
    .orderBy(desc(binItems.deleted_at), asc(binItems.id))
    .offset(offset)
    .limit(limit)
}

export async function selectItemCount({ orm }: Connection, teacher_id: string): Promise<number> {
  const [row] = await orm.select({ total: count() }).from(binItems).where(eq(binItems.teacher_id, teacher_id))
  return row?.total ?? 0
}

export async function selectOptionalItemForUpdate(
  { orm }: Connection,
  teacher_id: string,
  id: string,
): Promise<BinItemRow | null> {
  const [row] = await orm
    .select()
    .from(binItems)
    .where(and(eq(binItems.teacher_id, teacher_id), eq(binItems.id, id)))
    .for('update')
  return row ?? null
}

/** What was deleted before a moment, the oldest first. */
export async function selectDeletedBefore(
  { orm }: Connection,
  before: Date,
  limit: number,
): Promise<BinItemRow[]> {
  return orm
    .select()
    .from(binItems)
    .where(lte(binItems.deleted_at, before))
    .orderBy(asc(binItems.deleted_at))
    .limit(limit)
}

/** The own row of an item, as it was when it was deleted. */
export async function selectOwnRow(
  connection: Connection,
  { id }: Pick<BinItemRow, 'id'>,
  table: string,
): Promise<Record<string, unknown>> {
  const { rows } = await connection.query(
    "select content from bin_rows where item_id = $1::uuid and table_name = $2::text and content ->> 'id' = $1::text",
    [id, table],
  )
  return { ...(rows[0]?.content as object) }
}

export async function updateOwnRow(
  connection: Connection,
  id: string,
  change: Record<string, unknown>,
): Promise<void> {
  await connection.query(
    "update bin_rows set content = content || $2::jsonb where item_id = $1::uuid and content ->> 'id' = $1::text",
    [id, JSON.stringify(change)],
  )
}

export async function deleteItem({ orm }: Connection, id: string): Promise<void> {
  await orm.delete(binItems).where(eq(binItems.id, id))
}

/** Which of the keys belong to something in the bin. */
export async function selectKnownKeys(connection: Connection, keys: string[]): Promise<string[]> {
  const { rows } = await connection.query(
    "select content ->> 'blob_key' as blob_key from bin_rows where content ->> 'blob_key' = any($1::text[])",
    [keys],
  )
  return rows.map(({ blob_key }) => String(blob_key))
}

/** The keys of all files that a teacher has in the bin. */
export async function selectKeysOf(connection: Connection, teacher_id: string): Promise<string[]> {
  const { rows } = await connection.query(
    `select content ->> 'blob_key' as blob_key from bin_rows
     where item_id in (select id from bin_items where teacher_id = $1::uuid) and content ->> 'blob_key' is not null`,
    [teacher_id],
  )
  return rows.map(({ blob_key }) => String(blob_key))
}

/** Bytes of a teacher's unprocessed documents in the bin. */
export async function selectUnprocessedBytes(connection: Connection, teacher_id: string): Promise<number> {
  const { rows } = await connection.query(
    `select coalesce(sum((r.content ->> 'size_bytes')::bigint), 0)::float8 as bytes from bin_items i join bin_rows r on r.item_id = i.id and r.table_name = 'documents'
     where i.teacher_id = $1::uuid and i.kind = 'document' and r.content ->> 'status' in ('ERROR', 'LIMIT_EXCEEDED')
       and r.content ->> 'blob_key' is not null and (r.content ->> 'is_content_kept')::boolean`,
    [teacher_id],
  )
  return Number(rows[0]?.bytes)
}

/** Which of these rows lost what this column named when it was put into the bin. */
export async function selectRowsWithReference(
  connection: Connection,
  { table, column }: { table: string; column: string },
  rows: { id: string; teacher_id: string }[],
): Promise<string[]> {
  const { rows: found } = await connection.query(
    `select r.row_id from unnest($3::uuid[], $4::uuid[]) as given (id, teacher_id)
     join bin_items i on i.teacher_id = given.teacher_id
     join bin_references r on r.item_id = i.id and r.table_name = $1 and r.column_name = $2 and r.row_id = given.id`,
    [table, column, rows.map(({ id }) => id), rows.map(({ teacher_id }) => teacher_id)],
  )
  return found.map(({ row_id }) => String(row_id))
}
