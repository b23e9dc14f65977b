import { eq, sql } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../../../services/database/database.ts'

/** At most one row. */
const installationSetup = pgTable('installation_setup', {
  id: integer().primaryKey(),
  /** Makes an account the administrator; null if none is needed, or after it was used. */
  code: text(),
  /** When an administrator finished the welcome page. */
  finished_at: time(),
})

const rowId = 1

interface SetupRow {
  code: string | null
  finished_at: Date | null
}

const emptySetup: SetupRow = { code: null, finished_at: null }

export async function selectSetup({ orm }: Connection): Promise<SetupRow> {
  const [row] = await orm.select().from(installationSetup).where(eq(installationSetup.id, rowId))
  return row ?? emptySetup
}

/** The same, locked until this transaction ends. */
export async function selectSetupForUpdate({ orm }: Connection): Promise<SetupRow> {
  const [row] = await orm
    .select()
    .from(installationSetup)
    .where(eq(installationSetup.id, rowId))
    .for('update')
  return row ?? emptySetup
}

/** Stores a code unless there already is one, and returns the stored one. */
export async function insertCode({ orm }: Connection, code: string): Promise<string | null> {
  const [row] = await orm
    .insert(installationSetup)
    .values({ id: rowId, code })
    .onConflictDoUpdate({
      target: installationSetup.id,
      set: { code: sql`coalesce(${installationSetup.code}, excluded.code)` },
    })
    .returning({ code: installationSetup.code })
  return row?.code ?? null
}

export async function deleteCode({ orm }: Connection): Promise<void> {
  await orm.update(installationSetup).set({ code: null }).where(eq(installationSetup.id, rowId))
}

/** False if it was finished before. */
export async function updateFinished({ orm }: Connection, finished_at: Date): Promise<boolean> {
  const rows = await orm
    .insert(installationSetup)
    .values({ id: rowId, finished_at })
    .onConflictDoUpdate({
      target: installationSetup.id,
      set: { finished_at, code: null },
      setWhere: sql`${installationSetup.finished_at} is null`,
    })
    .returning({ id: installationSetup.id })
  return rows.length > 0
}

/** At most one row. */
const installationId = pgTable('installation_id', {
  row_id: integer().primaryKey().default(rowId),
  id: uuid().notNull(),
})

/** Null before the first start. */
export async function selectOptionalId({ orm }: Connection): Promise<string | null> {
  const [row] = await orm.select({ id: installationId.id }).from(installationId)
  return row?.id ?? null
}

/** Stores a new id in place of one, unless another process was first. */
export async function replaceId(connection: Connection, old: string | null, id: string): Promise<void> {
  if (old === null) await insertId(connection, id)
  else await connection.orm.update(installationId).set({ id }).where(eq(installationId.id, old))
}

/** Stores the id unless there already is one, and returns the stored one. */
export async function insertId({ orm }: Connection, id: string): Promise<string> {
  const [row] = await orm
    .insert(installationId)
    .values({ id })
    .onConflictDoUpdate({ target: installationId.row_id, set: { row_id: rowId } })
    .returning({ id: installationId.id })
  return row?.id ?? id
}
