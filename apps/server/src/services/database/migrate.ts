import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brand } from '@penmark/contract'
import { version } from '../../lib/release.ts'
import type { Connection, Database, Update } from './database.ts'

/** Next to this file, and next to the bundle. */
const folder = fileURLToPath(new URL('./migrations/', import.meta.url))
/** An arbitrary advisory-lock key, so that two starting processes migrate one after the other. */
const advisoryKey = 7_366_275

interface Migration {
  name: string
  sql: string
  sha256: string
}

function readMigrations(): Migration[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    const sql = fs.readFileSync(`${folder}${name}`, 'utf8')
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

/** The data was written by a newer version, whose tables this one does not know. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
}

interface Applied {
  /** Checksums of the applied migrations by name. */
  checksums: Map<string, string>
  /** The version that applied the last of them. */
  writtenBy: string
}

/** The last version that did not write its own number beside its migrations. */
const unnamedVersion = '0.1.0'

/** Throws `NewerDataError` when this version does not have one of the applied migrations. */
async function readApplied(connection: Connection, known: Migration[]): Promise<Applied> {
  const { rows } = await connection.query('select name, sha256, version from migrations order by name')
  const writer = rows.at(-1)?.version
  const writtenBy = typeof writer === 'string' ? writer : unnamedVersion
  const names = new Set(known.map(({ name }) => name))
  if (rows.some((row) => !names.has(String(row.name)))) {
    throw new NewerDataError(
      `Your data was written by version ${writtenBy} of ${brand.name}, which is newer than this one (${version}). Nothing was changed. Start that version or a newer one, or restore the backup that was made before the update.`,
    )
  }
  return { checksums: new Map(rows.map((row) => [String(row.name), String(row.sha256)])), writtenBy }
}

async function prepareTable(connection: Connection): Promise<void> {
  await connection.script(`
    create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now());
    alter table migrations add column if not exists version text`)
}

/** Whether the database has no tables yet. */
export async function isNew(database: Database): Promise<boolean> {
  const { rows } = await database.query("select to_regclass('public.migrations') is null as is_new")
  return rows[0]?.is_new === true
}

/**
 * The update that a database needs; null for an up-to-date one, and for a new one, which has nothing to lose.
 */
export async function findUpdate(database: Database): Promise<Update | null> {
  if (await isNew(database)) return null
  const known = readMigrations()
  const { checksums, writtenBy } = await database.transaction(async (connection) => {
    await prepareTable(connection)
    return readApplied(connection, known)
  })
  const pending = checksums.size === 0 ? 0 : known.length - checksums.size
  return pending === 0 ? null : { pending, writtenBy }
}

async function applyMissing(connection: Connection): Promise<string[]> {
  await connection.query('select pg_advisory_xact_lock($1)', [advisoryKey])
  await prepareTable(connection)
  const known = readMigrations()
  const { checksums } = await readApplied(connection, known)
  const missing: string[] = []
  for (const { name, sql, sha256 } of known) {
    const appliedChecksum = checksums.get(name)
    if (appliedChecksum === sha256) continue
    if (appliedChecksum !== undefined)
      throw new Error(
        `The migration ${name} was changed after it had been applied. Restore it and add a new one.`,
      )
    await connection.script(sql)
    await connection.query('insert into migrations (name, sha256, version) values ($1, $2, $3)', [
      name,
      sha256,
      version,
    ])
    missing.push(name)
  }
  return missing
}

/** Whether this version has all of these migrations: if not, a newer one wrote the data. */
export function knowsMigrations(names: string[]): boolean {
  const known = new Set(readMigrations().map(({ name }) => name))
  return names.every((name) => known.has(name))
}

/** Migrates the schema in one transaction. Returns the names of the migrations applied. */
export function migrate(database: Database): Promise<string[]> {
  return database.transaction(applyMissing)
}
