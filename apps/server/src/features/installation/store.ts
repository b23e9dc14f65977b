import { eq, sql } from 'drizzle-orm'
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Connection } from '../../database/database.ts'

/** At most one row. */
const installationSetup = pgTable('installation_setup', {
  id: integer().primaryKey(),
  /** Makes an account the administrator; null where no code is needed, and once it was used. */
  code: text(),
  /** When an administrator finished the welcome page. */
  finished_at: timestamp({ withTimezone: true }),
})

const only = 1

interface SetupRow {
  code: string | null
  finished_at: Date | null
}

const none: SetupRow = { code: null, finished_at: null }

export async function selectSetup({ orm }: Connection): Promise<SetupRow> {
  const [row] = await orm.select().from(installationSetup).where(eq(installationSetup.id, only))
  return row ?? none
}

/** The same, locked until this transaction ends. */
export async function selectSetupForUpdate({ orm }: Connection): Promise<SetupRow> {
  const [row] = await orm.select().from(installationSetup).where(eq(installationSetup.id, only)).for('update')
  return row ?? none
}

/** Stores a code unless there is one, and returns the one that counts. */
export async function insertCode({ orm }: Connection, code: string): Promise<string | null> {
  const [row] = await orm
    .insert(installationSetup)
    .values({ id: only, code })
    .onConflictDoUpdate({ target: installationSetup.id, set: { code: sql`coalesce(${installationSetup.code}, excluded.code)` } })
    .returning({ code: installationSetup.code })
  return row?.code ?? null
}

export async function deleteCode({ orm }: Connection): Promise<void> {
  await orm.update(installationSetup).set({ code: null }).where(eq(installationSetup.id, only))
}

/** False where it had been finished before. */
export async function updateFinished({ orm }: Connection, finished_at: Date): Promise<boolean> {
  const rows = await orm
    .insert(installationSetup)
    .values({ id: only, finished_at })
    .onConflictDoUpdate({
      target: installationSetup.id,
      set: { finished_at, code: null },
      setWhere: sql`${installationSetup.finished_at} is null`,
    })
    .returning({ id: installationSetup.id })
  return rows.length > 0
}
