import { brand, type LongAttachment } from '@penmark/contract'
import { utf8Chunks } from '../../../lib/chunks.ts'
import { allowedName, stemOf } from '../../../lib/filenames.ts'
import type { Connection, Database } from '../../../services/database/database.ts'
import type { Identity } from '../../../services/identity/identity.ts'
import type { Storage } from '../../../services/storage/storage.ts'
import { type PersonalDataTable, personalDataTables } from '../personal-data/personal-data-tables.ts'

/** The sources of an export. */
interface ExportSources {
  database: Database
  identity: Pick<Identity, 'describeAccount'>
}

export interface ExportsDependencies extends ExportSources {
  storage: Storage
}

/** Few, because a document may have a million characters, and its result several times as many. */
const documentsAtOnce = 10

/** Whose data to export. */
export interface ExportSubject {
  teacher_id: string
  subject: string
}

/**
 * Everything that belongs to a teacher, as the parts of one JSON object, of which only one is in memory. Data
 * that changes meanwhile appears as it was when its part was read.
 */
export async function* writeExport(
  { database, identity }: ExportSources,
  { teacher_id, subject }: ExportSubject,
  now: Date,
): AsyncGenerator<string> {
  const head = { format: 'penmark-export', version: 1, product: brand.name, exported_at: now.toISOString() }
  yield JSON.stringify(head).slice(0, -1)
  yield `,\n"sign_in_account": ${JSON.stringify(await identity.describeAccount(subject))}`
  for (const personalDataTable of personalDataTables) {
    if (personalDataTable.exportedAs === null) continue
    yield `,\n"${personalDataTable.exportedAs}": [${(await selectPersonalData(database, teacher_id, personalDataTable)).join(',\n')}]`
  }
  yield ',\n"documents": ['
  let cursor: Cursor = null
  let separator = ''
  for (;;) {
    const { documents, last } = await selectDocumentsAsJson(database, teacher_id, cursor, documentsAtOnce)
    for (const document of documents) {
      yield separator + document
      separator = ',\n'
    }
    if (last === null) break
    cursor = last
  }
  yield ']}\n'
}

/** The export as a file that is streamed while it is written. */
export function exportTeacher(sources: ExportSources, subject: ExportSubject): LongAttachment {
  const now = new Date()
  return {
    filename: teacherExportFilename(now, 'json'),
    chunks: utf8Chunks(writeExport(sources, subject, now)),
  }
}

/** `penmark-export-2026-11-21.json`. */
export function teacherExportFilename(now: Date, extension: 'json' | 'zip'): string {
  return `${brand.name.toLowerCase()}-export-${now.toISOString().slice(0, 10)}.${extension}`
}

/**
 * A name that every system can unpack, such as `0007 essay.docx`: numbered, and without characters of paths.
 */
export function nameInArchive(position: number, original: string, extension?: string): string {
  const clean = allowedName(original)
  const stem = extension === undefined ? clean : stemOf(clean).trim()
  const short = Array.from(stem || 'document')
    .slice(-100)
    .join('')
    .trim()
  return `${String(position).padStart(4, '0')} ${short}${extension === undefined ? '' : `.${extension}`}`
}

export interface ExportedDocument {
  id: string
  original_filename: string
  blob_key: string | null
  text: string | null
  is_completed: boolean
}

/** A position in the order of an export, oldest first. Null is before the first. */
export type Cursor = { created_at: string; id: string } | null

const isAfterCursor = `(d.created_at, d.id) > ($2::timestamptz, $3::uuid)`
const beforeFirst = ['-infinity', '00000000-0000-0000-0000-000000000000']
const valuesAt = (teacher_id: string, cursor: Cursor) => [
  teacher_id,
  ...(cursor === null ? beforeFirst : [cursor.created_at, cursor.id]),
]

/**
 * Rows that belong to a teacher, each as JSON text. The SQL of the table and the conditions is our own
 * constants.
 */
async function selectPersonalData(
  connection: Connection,
  teacher_id: string,
  { table, where, without = [], exportedWhere = 'true' }: PersonalDataTable,
): Promise<string[]> {
  const { rows } = await connection.query(
    `select (to_jsonb(t) - $2::text[])::text as json from ${table} t where $1::text is not null and (${where}) and (${exportedWhere})`,
    [teacher_id, without],
  )
  return rows.map(({ json }) => String(json))
}

/** The next documents with text and results, each as JSON text, and the position of the last. */
async function selectDocumentsAsJson(
  connection: Connection,
  teacher_id: string,
  cursor: Cursor,
  limit: number,
): Promise<{ documents: string[]; last: Cursor }> {
  const { rows } = await connection.query(
    `select d.id, d.created_at::text as created_at, (to_jsonb(d) - array['blob_key', 'job_id', 'runs', 'alive_at', 'queue_turn', 'student_sort', 'search_name'] || jsonb_build_object(
       'text', (select text from document_texts x where x.document_id = d.id),
       'results', (select coalesce(jsonb_agg(jsonb_build_object('paragraph_results', r.body -> 'results') || r.body order by r.created_at, r.id), '[]') from reports r where r.document_id = d.id)
     ))::text as json
     from documents d where d.teacher_id = $1 and ${isAfterCursor} order by d.created_at, d.id limit ${limit}`,
    valuesAt(teacher_id, cursor),
  )
  const last = rows.at(-1)
  return {
    documents: rows.map(({ json }) => String(json)),
    last: last ? { created_at: String(last.created_at), id: String(last.id) } : null,
  }
}

export async function selectDocumentsAfter(
  connection: Connection,
  teacher_id: string,
  cursor: Cursor,
  limit: number,
): Promise<{ documents: ExportedDocument[]; last: Cursor }> {
  const { rows } = await connection.query(
    `select d.id, d.created_at::text as created_at, d.original_filename, d.blob_key, x.text, d.status = 'COMPLETED' as is_completed
     from documents d left join document_texts x on x.document_id = d.id
     where d.teacher_id = $1 and ${isAfterCursor} order by d.created_at, d.id limit ${limit}`,
    valuesAt(teacher_id, cursor),
  )
  const documents = rows.map((row) => ({
    id: String(row.id),
    original_filename: String(row.original_filename),
    blob_key: row.blob_key as string | null,
    text: row.text as string | null,
    is_completed: row.is_completed === true,
  }))
  const last = rows.at(-1)
  return { documents, last: last ? { created_at: String(last.created_at), id: String(last.id) } : null }
}

export async function selectDocumentTotal(connection: Connection, teacher_id: string): Promise<number> {
  const { rows } = await connection.query(
    'select count(*)::float8 as total from documents where teacher_id = $1',
    [teacher_id],
  )
  return Number(rows[0]?.total)
}

/** The teacher's name at the identity provider; null when the account is gone. */
export async function selectOptionalSubject(
  connection: Connection,
  teacher_id: string,
): Promise<string | null> {
  const { rows } = await connection.query('select subject from teachers where id = $1', [teacher_id])
  return rows[0] ? String(rows[0].subject) : null
}
