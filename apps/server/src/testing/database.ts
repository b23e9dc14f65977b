import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import type { Database } from '../database/database.ts'
import { databaseOver } from '../database/embedded.ts'

async function load(): Promise<PGlite> {
  const dump = await readFile(path.join(inject('template'), 'database.tar'))
  return PGlite.create({ loadDataDir: new Blob([new Uint8Array(dump)]) })
}

// Test files of one worker share it: opening one costs seconds on a busy machine.
let shared: Promise<PGlite> | null = null

const tablesToEmpty = `
  select string_agg(format('%I.%I', schemaname, tablename), ', ') as names from pg_tables
  where (schemaname = 'public' and tablename <> 'migrations') or (schemaname = 'queue' and tablename in ('job', 'archive'))`

/** A migrated, empty database in memory. At most one is open at a time in a test file. */
export async function openTestDatabase(): Promise<Database> {
  shared ??= load()
  const database = databaseOver(await shared)
  const { rows } = await database.query(tablesToEmpty)
  await database.script(`truncate ${String(rows[0]?.names)} cascade`)
  return { ...database, close: async () => undefined }
}

/** Fills an empty folder with a migrated, empty database. */
export async function fillDatabaseFolder(folder: string): Promise<void> {
  const dump = await readFile(path.join(inject('template'), 'database.tar'))
  await (await PGlite.create({ dataDir: folder, loadDataDir: new Blob([new Uint8Array(dump)]) })).close()
}

export function tinyModel(): string {
  return path.join(inject('template'), 'tiny.penmark')
}
