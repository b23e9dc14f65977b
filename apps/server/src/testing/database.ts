import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import type { Database } from '../database/database.ts'
import { databaseOver } from '../database/embedded.ts'

/** A migrated, empty database in memory. */
export async function openTestDatabase(): Promise<Database> {
  const dump = await readFile(path.join(inject('template'), 'database.tar'))
  return databaseOver(await PGlite.create({ loadDataDir: new Blob([new Uint8Array(dump)]) }))
}

export function tinyModel(): string {
  return path.join(inject('template'), 'tiny.penmark')
}
