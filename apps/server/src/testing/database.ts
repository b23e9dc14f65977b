import { cpSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import { inject } from 'vitest'
import { dropHashIndex } from '../features/similarity/comparison/fingerprint-store.ts'
import type { Database } from '../services/database/database.ts'
import { toDatabase } from '../services/database/embedded/embedded.ts'
import { migrate } from '../services/database/migrate.ts'
import { connectServer } from '../services/database/server.ts'
import { createQueue } from '../services/queue/pg-boss.ts'

async function loadEmbedded(): Promise<Database> {
  const dump = await readFile(path.join(inject('template'), 'database.tar'))
  return toDatabase(await PGlite.create({ loadDataDir: new Blob([new Uint8Array(dump)]) }))
}

/** A database of its own on a PostgreSQL server, for runs of the whole suite there. */
async function loadServed(address: string): Promise<Database> {
  const name = `penmark_test_${process.env.VITEST_POOL_ID ?? '0'}`
  const fail = (error: Error) => {
    throw error
  }
  const server = await connectServer(address, fail)
  await server.query(`drop database if exists ${name} with (force)`)
  await server.query(`create database ${name}`)
  await server.close()
  const database = await connectServer(new URL(`/${name}`, address).href, fail)
  await migrate(database)
  await (await createQueue(database, pino({ level: 'silent' }))).stop()
  return database
}

// Shared by the test files of one worker, because opening one takes seconds on a busy machine.
let shared: Promise<Database> | null = null

/**
 * Tables with a size have had rows since they were last emptied: a few of more than a hundred. The jobs are
 * in the partitions of their table.
 */
const usedTables = `
  select oid::regclass::text as name from pg_class
  where relkind = 'r' and pg_relation_size(oid) > 0 and (
    (relnamespace = 'public'::regnamespace and relname <> 'migrations')
    or (relnamespace = 'queue'::regnamespace and (relispartition or relname = 'archive')))`

/**
 * Without triggers, because the audit log refuses to be emptied, and without TRUNCATE, which would rewrite
 * every table that refers to one of these. Vacuuming gives the tables their size of zero again.
 */
async function empty(database: Database): Promise<void> {
  // The one part of the schema that a setting makes.
  await dropHashIndex(database)
  const { rows } = await database.query(usedTables)
  const names = rows.map(({ name }) => String(name))
  if (names.length === 0) return
  const deletions = names.map((name) => `delete from ${name};`)
  await database.script(`set local session_replication_role = replica; ${deletions.join(' ')}`)
  await database.query(`vacuum ${names.join(', ')}`)
}

/**
 * A migrated, empty database: in memory, or on the server that TEST_DATABASE_URL names. A test file has at
 * most one open at a time.
 */
export async function openTestDatabase(): Promise<Database> {
  const address = process.env.TEST_DATABASE_URL
  shared ??= address ? loadServed(address) : loadEmbedded()
  const database = await shared
  await empty(database)
  return { ...database, close: async () => undefined }
}

/**
 * Makes a folder with a migrated, empty database. Synchronously, which takes a tenth of the processor time
 * for its thousand small files.
 */
export function fillDatabaseFolder(folder: string): void {
  cpSync(path.join(inject('template'), 'database'), folder, { recursive: true })
}

export function tinyModel(): string {
  return path.join(inject('template'), 'tiny.penmark')
}
