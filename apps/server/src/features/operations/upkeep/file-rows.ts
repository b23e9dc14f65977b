import type { Connection } from '../../../services/database/database.ts'
import { listReplyFilesAmong } from '../../cases/index.ts'
import { listBinFilesAmong } from '../../classes/index.ts'
import { listFilesAmong } from '../../documents/index.ts'
import { listSourceFilesAmong } from '../../similarity/index.ts'
import { listArchivesAmong } from '../exports/exports.ts'
import type { FileRows } from '../installation/installation-id.ts'

/**
 * Every table whose rows have a stored file, in their column `blob_key`. A file that none of them knows, nor
 * the bin, is swept.
 */
export const tablesWithFiles = ['documents', 'exports', 'case_reply_files', 'class_sources'] as const

async function listKnown(connection: Connection, keys: string[]): Promise<Set<string>> {
  return new Set([
    ...(await listBinFilesAmong(connection, keys)),
    ...(await listFilesAmong(connection, keys)),
    ...(await listArchivesAmong(connection, keys)),
    ...(await listReplyFilesAmong(connection, keys)),
    ...(await listSourceFilesAmong(connection, keys)),
    // Once more, for what was deleted while the other lists were read.
    ...(await listBinFilesAmong(connection, keys)),
  ])
}

async function nameAny(connection: Connection): Promise<boolean> {
  const tests = [
    ...tablesWithFiles.map((table) => `exists (select from ${table} where blob_key is not null)`),
    "exists (select from bin_rows where content ->> 'blob_key' is not null)",
  ]
  const { rows } = await connection.query(`select ${tests.join(' or ')} as names_files`)
  return rows[0]?.names_files === true
}

export const fileRows: FileRows = { listKnown, nameAny }
