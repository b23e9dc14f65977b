import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Connection, Database } from './database.ts'

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

async function applyMissing(connection: Connection): Promise<string[]> {
  await connection.query('select pg_advisory_xact_lock($1)', [advisoryKey])
  await connection.script(
    'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await connection.query('select name, sha256 from migrations')
  const applied = new Map(rows.map((row) => [String(row.name), String(row.sha256)]))
  const missing: string[] = []
  for (const { name, sql, sha256 } of readMigrations()) {
    const before = applied.get(name)
    if (before === sha256) continue
    if (before !== undefined) throw new Error(`The migration ${name} was changed after it had been applied. Restore it and add a new one.`)
    await connection.script(sql)
    await connection.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
    missing.push(name)
  }
  return missing
}

/** Migrates the schema in one transaction. Returns the names of the migrations applied. */
export function migrate(database: Database): Promise<string[]> {
  return database.transaction(applyMissing)
}
