import { z } from 'zod'
import type { Connection } from '../../../../services/database/database.ts'

export interface NamedFile {
  blob_key: string
  size_bytes: number
}

/**
 * Every row that promises a file: of documents, of students' replies, of archives to download, and of what is
 * in the bin.
 */
const namedFiles = `
  select blob_key, size_bytes from documents where blob_key is not null and is_content_kept
  union all select blob_key, size_bytes from case_reply_files
  union all select blob_key, size_bytes from class_sources where blob_key is not null
  union all select blob_key, size_bytes from exports where blob_key is not null and state = 'ready'
  union all select content ->> 'blob_key', (content ->> 'size_bytes')::bigint from bin_rows
    where content ->> 'blob_key' is not null and coalesce((content ->> 'is_content_kept')::boolean, true)`

/** The next files that rows name, by their keys. */
export async function selectNamedFiles(
  connection: Connection,
  afterKey: string,
  limit: number,
): Promise<NamedFile[]> {
  const { rows } = await connection.query(
    `select blob_key, size_bytes::float8 as size_bytes from (${namedFiles}) as named where blob_key > $1 order by blob_key limit $2`,
    [afterKey, limit],
  )
  return rows.map(({ blob_key, size_bytes }) => ({
    blob_key: String(blob_key),
    size_bytes: Number(size_bytes),
  }))
}

export async function selectDocumentTotal(connection: Connection): Promise<number> {
  const { rows } = await connection.query('select count(*)::float8 as total from documents')
  return Number(rows[0]?.total)
}

const SampledDocument = z.object({
  id: z.string(),
  teacher_id: z.string(),
  /** Null for a pasted text. */
  blob_key: z.string().nullable(),
  size_bytes: z.number(),
})
export type SampledDocument = z.infer<typeof SampledDocument>

/** Some finished documents whose contents are kept, chosen by chance. */
export async function selectSample(connection: Connection, limit: number): Promise<SampledDocument[]> {
  const { rows } = await connection.query(
    `select id, teacher_id, blob_key, size_bytes::float8 as size_bytes from documents
     where status = 'COMPLETED' and is_content_kept order by random() limit $1`,
    [limit],
  )
  return z.array(SampledDocument).parse(rows)
}
