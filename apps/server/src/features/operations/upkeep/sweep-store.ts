import { sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { type Connection, time } from '../../../services/database/database.ts'

/**
 * Why a sweep removed nothing: it would have removed a large share of the files; a backup was restored, which
 * knows nothing of later files; or files and database are not of one installation.
 */
const heldReasons = ['share', 'restore', 'installation'] as const
export type HeldReason = (typeof heldReasons)[number]

/** At most one row. */
const fileSweeps = pgTable('file_sweeps', {
  row_id: integer().primaryKey().default(1),
  held: text({ enum: heldReasons }),
  held_since: time(),
  held_files: integer(),
  held_of: integer(),
  agreed_files: integer(),
  restored_at: time(),
  restore_agreed_at: time(),
})

type SweepRow = Omit<typeof fileSweeps.$inferSelect, 'row_id'>

const emptyRow: SweepRow = {
  held: null,
  held_since: null,
  held_files: null,
  held_of: null,
  agreed_files: null,
  restored_at: null,
  restore_agreed_at: null,
}

export async function selectSweep({ orm }: Connection): Promise<SweepRow> {
  const [row] = await orm.select().from(fileSweeps)
  return row ?? emptyRow
}

async function upsert({ orm }: Connection, set: Partial<SweepRow>): Promise<void> {
  await orm
    .insert(fileSweeps)
    .values(set)
    .onConflictDoUpdate({ target: fileSweeps.row_id, set: { row_id: 1, ...set } })
}

/** The sweep is held, since now or since an earlier one was. */
export async function updateHeld(
  { orm }: Connection,
  held: Pick<SweepRow, 'held' | 'held_files' | 'held_of'>,
  now: Date,
): Promise<void> {
  await orm
    .insert(fileSweeps)
    .values({ ...held, held_since: now })
    .onConflictDoUpdate({
      target: fileSweeps.row_id,
      set: { ...held, held_since: sql`coalesce(${fileSweeps.held_since}, excluded.held_since)` },
    })
}

const notHeld = { held: null, held_since: null, held_files: null, held_of: null }

/** A sweep had nothing to hold. An agreement that it did not need lapses with it. */
export const updateSwept = (connection: Connection): Promise<void> =>
  upsert(connection, { ...notHeld, agreed_files: null })

/** An administrator allows the next sweep to remove this many files, also after a restore. */
export const updateAgreed = (connection: Connection, agreed_files: number): Promise<void> =>
  upsert(connection, { ...notHeld, agreed_files, restore_agreed_at: new Date() })

/**
 * A backup was restored at this moment, as the processes of this installation find it written down at each
 * start.
 */
export const updateRestored = (connection: Connection, restored_at: Date): Promise<void> =>
  upsert(connection, { restored_at })
