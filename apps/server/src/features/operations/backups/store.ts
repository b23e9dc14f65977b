import {
  type BackupSchedule,
  backupFrequencies,
  backupMakers,
  backupRunKinds,
  backupRunStates,
  backupSteps,
  type Reason,
} from '@penmark/contract'
import { and, desc, eq, gt, gte, inArray, lt, notInArray, sql } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { type Connection, type Database, time } from '../../../services/database/database.ts'

const backupRuns = pgTable('backup_runs', {
  id: uuid().primaryKey(),
  kind: text({ enum: backupRunKinds }).notNull(),
  backup_id: text().notNull(),
  made_by: text({ enum: backupMakers }),
  state: text({ enum: backupRunStates }).notNull().default('waiting'),
  step: text({ enum: backupSteps }),
  done_bytes: bigint({ mode: 'number' }).notNull().default(0),
  total_bytes: bigint({ mode: 'number' }).notNull().default(0),
  failure: jsonb().$type<Reason>(),
  runs: integer().notNull().default(0),
  created_at: time().notNull().defaultNow(),
  ended_at: time(),
})

const backupLinks = pgTable('backup_links', {
  backup_id: text().primaryKey(),
  ticket_hash: text().notNull(),
  expires_at: time().notNull(),
})

const backupSchedule = pgTable('backup_schedule', {
  id: integer().primaryKey(),
  frequency: text({ enum: backupFrequencies }).notNull(),
  hour: integer().notNull(),
  keep: integer().notNull(),
  changed_at: time().notNull(),
})

export type BackupRunRow = typeof backupRuns.$inferSelect

const isUnfinished = inArray(backupRuns.state, ['waiting', 'running'])

/** Null while another run is unfinished. */
export async function insertRun(
  { orm }: Connection,
  row: typeof backupRuns.$inferInsert,
): Promise<BackupRunRow | null> {
  const [inserted] = await orm.insert(backupRuns).values(row).onConflictDoNothing().returning()
  return inserted ?? null
}

export async function selectLatestRun({ orm }: Connection): Promise<BackupRunRow | null> {
  const [row] = await orm.select().from(backupRuns).orderBy(desc(backupRuns.created_at)).limit(1)
  return row ?? null
}

export async function selectUnfinishedRuns({ orm }: Connection): Promise<BackupRunRow[]> {
  return orm.select().from(backupRuns).where(isUnfinished)
}

/** The last finished run of each of these backups: a backup is verified right after it was made. */
export async function selectLastRuns({ orm }: Connection, backupIds: string[]): Promise<BackupRunRow[]> {
  if (backupIds.length === 0) return []
  return orm
    .selectDistinctOn([backupRuns.backup_id])
    .from(backupRuns)
    .where(and(inArray(backupRuns.backup_id, backupIds), inArray(backupRuns.state, ['done', 'failed'])))
    .orderBy(backupRuns.backup_id, desc(backupRuns.created_at))
}

/** Which of these backups this installation made: another one may keep its own in the same folder. */
export async function selectMade({ orm }: Connection, backupIds: string[]): Promise<Set<string>> {
  const rows = await orm
    .selectDistinct({ backup_id: backupRuns.backup_id })
    .from(backupRuns)
    .where(and(inArray(backupRuns.backup_id, backupIds), eq(backupRuns.kind, 'make')))
  return new Set(rows.map(({ backup_id }) => backup_id))
}

/** Starts a run; null if it has ended. */
export async function updateBegun({ orm }: Connection, id: string): Promise<BackupRunRow | null> {
  const [row] = await orm
    .update(backupRuns)
    .set({ state: 'running', runs: sql`${backupRuns.runs} + 1`, step: null, done_bytes: 0, total_bytes: 0 })
    .where(and(eq(backupRuns.id, id), isUnfinished))
    .returning()
  return row ?? null
}

/** Does nothing if another worker has taken over. */
export async function updateIfOwnRun(
  { orm }: Connection,
  { id, runs }: BackupRunRow,
  change: Partial<BackupRunRow>,
): Promise<void> {
  await orm
    .update(backupRuns)
    .set(change)
    .where(and(eq(backupRuns.id, id), eq(backupRuns.runs, runs), isUnfinished))
}

export async function deleteRun({ orm }: Connection, id: string): Promise<void> {
  await orm.delete(backupRuns).where(eq(backupRuns.id, id))
}

/**
 * Deletes ended runs beyond the newest `keep`, except those of these backups, whose last verification is
 * shown.
 */
export async function deleteOldRuns({ orm }: Connection, keep: number, backupIds: string[]): Promise<void> {
  const [oldest] = await orm
    .select({ created_at: backupRuns.created_at })
    .from(backupRuns)
    .orderBy(desc(backupRuns.created_at))
    .offset(keep - 1)
    .limit(1)
  if (oldest === undefined) return
  await orm
    .delete(backupRuns)
    .where(
      and(
        lt(backupRuns.created_at, oldest.created_at),
        inArray(backupRuns.state, ['done', 'failed']),
        notInArray(backupRuns.backup_id, backupIds),
      ),
    )
}

/** Deletes everything recorded about a backup. */
export async function deleteRecords({ orm }: Connection, backup_id: string): Promise<void> {
  await orm.delete(backupLinks).where(eq(backupLinks.backup_id, backup_id))
  await orm.delete(backupRuns).where(eq(backupRuns.backup_id, backup_id))
}

export async function upsertLink({ orm }: Connection, link: typeof backupLinks.$inferInsert): Promise<void> {
  await orm.insert(backupLinks).values(link).onConflictDoUpdate({ target: backupLinks.backup_id, set: link })
}

export async function selectOptionalLink(
  { orm }: Connection,
  ticket_hash: string,
  now: Date,
): Promise<{ backup_id: string } | null> {
  const [row] = await orm
    .select({ backup_id: backupLinks.backup_id })
    .from(backupLinks)
    .where(and(eq(backupLinks.ticket_hash, ticket_hash), gt(backupLinks.expires_at, now)))
  return row ?? null
}

/** Whether a scheduled backup has begun since then. */
export async function selectScheduledSince({ orm }: Connection, since: Date): Promise<boolean> {
  const rows = await orm
    .select({ id: backupRuns.id })
    .from(backupRuns)
    .where(and(eq(backupRuns.made_by, 'schedule'), gte(backupRuns.created_at, since)))
    .limit(1)
  return rows.length > 0
}

/** The last scheduled backup that has ended. */
export async function selectLastScheduled({ orm }: Connection): Promise<BackupRunRow | null> {
  const [row] = await orm
    .select()
    .from(backupRuns)
    .where(and(eq(backupRuns.made_by, 'schedule'), inArray(backupRuns.state, ['done', 'failed'])))
    .orderBy(desc(backupRuns.created_at))
    .limit(1)
  return row ?? null
}

export type BackupScheduleRow = BackupSchedule & { changed_at: Date }

const noSchedule: BackupScheduleRow = { frequency: 'off', hour: 3, keep: 14, changed_at: new Date(0) }

export async function selectSchedule({ orm }: Connection): Promise<BackupScheduleRow> {
  const [row] = await orm.select().from(backupSchedule)
  return row ?? noSchedule
}

export async function upsertSchedule({ orm }: Connection, schedule: BackupScheduleRow): Promise<void> {
  const row = { id: 1, ...schedule }
  await orm.insert(backupSchedule).values(row).onConflictDoUpdate({ target: backupSchedule.id, set: row })
}

/**
 * Bytes of the database's files, as the database knows them: visiting a thousand files takes many turns of
 * the process. For a server it is the uncompressed size, of which a dump is never larger.
 */
export async function selectDatabaseBytes(connection: Connection, kind: Database['kind']): Promise<number> {
  const ofServer = 'select pg_database_size(current_database())::float8 as bytes'
  const ofFolder = `select (sum(pg_database_size(oid)) + (select coalesce(sum(size), 0) from pg_ls_waldir()))::float8 as bytes from pg_database`
  const { rows } = await connection.query(kind === 'server' ? ofServer : ofFolder)
  return Number(rows[0]?.bytes)
}

/** The major version of the PostgreSQL server. */
export async function selectServerVersion(connection: Connection): Promise<number> {
  const { rows } = await connection.query(
    "select current_setting('server_version_num')::int / 10000 as major",
  )
  return Number(rows[0]?.major)
}
