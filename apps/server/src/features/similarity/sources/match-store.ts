import type { SourceKind } from '@penmark/contract'
import { z } from 'zod'
import type { Connection } from '../../../services/database/database.ts'

/** A passage by its offsets in the document and in the source. */
export interface StoredPassage {
  a: [start: number, end: number]
  b: [start: number, end: number]
  words: number
}

interface NewMatch {
  id: string
  teacher_id: string
  source_id: string
  text_hash: string
  words: number
  share: number
  share_source: number
  passages: StoredPassage[]
}

/**
 * Replaces what a document shares with sources. Those that were deleted meanwhile are left out, the others
 * locked until this is committed.
 */
export async function replaceMatches(
  connection: Connection,
  document_id: string,
  matches: readonly NewMatch[],
): Promise<void> {
  await connection.query('delete from source_matches where document_id = $1::uuid', [document_id])
  if (matches.length === 0) return
  await connection.query(
    `with kept as (select id from class_sources where id = any($3::uuid[]) for key share)
     insert into source_matches (id, teacher_id, document_id, source_id, text_hash, words, share, share_source, passages)
     select m.id, m.teacher_id, $1::uuid, m.source_id, m.text_hash, m.words, m.share, m.share_source, m.passages
     from jsonb_to_recordset($2::jsonb) as m (id uuid, teacher_id uuid, source_id uuid, text_hash text, words int, share float8,
       share_source float8, passages jsonb)
     join kept on kept.id = m.source_id`,
    [document_id, JSON.stringify(matches), matches.map(({ source_id }) => source_id)],
  )
}

export interface MatchRow {
  id: string
  document_id: string
  source_id: string
  name: string
  kind: SourceKind
  class_name: string
  academic_year: string | null
  words: number
  share: number
}

// Only while the document is in the class of the source.
const ofClass = `source_matches m join class_sources s on s.id = m.source_id
  join documents d on d.id = m.document_id and d.class_group_id = s.class_group_id join class_groups c on c.id = s.class_group_id`
const columns = `m.id::text as id, m.document_id::text as document_id, m.source_id::text as source_id, s.name, s.kind, c.class_name,
  c.academic_year, m.words, m.share`

/** What these documents share with the sources of the classes that they are in now, the most words first. */
export async function selectMatches(
  connection: Connection,
  teacher_id: string,
  document_ids: readonly string[],
): Promise<MatchRow[]> {
  if (document_ids.length === 0) return []
  const { rows } = await connection.query(
    `select ${columns} from ${ofClass} where m.teacher_id = $1::uuid and m.document_id = any($2::uuid[])
     order by m.words desc, s.created_at, m.id`,
    [teacher_id, document_ids],
  )
  return rows as unknown as MatchRow[]
}

const stored = z.object({
  text_hash: z.string(),
  source_text: z.string(),
  share_source: z.number(),
  passages: z.array(
    z.object({
      a: z.tuple([z.number(), z.number()]),
      b: z.tuple([z.number(), z.number()]),
      words: z.number(),
    }),
  ),
})

/** A match with its passages and the text of the source; null if the teacher has none such. */
export async function selectOptionalMatch(connection: Connection, teacher_id: string, id: string) {
  const { rows } = await connection.query(
    `select ${columns}, m.text_hash, m.share_source, m.passages, s.text as source_text from ${ofClass}
     where m.teacher_id = $1::uuid and m.id = $2::uuid`,
    [teacher_id, id],
  )
  const [row] = rows
  return row === undefined ? null : { ...(row as unknown as MatchRow), ...stored.parse(row) }
}

/** The documents of the class of a source that will be compared anyway or again. */
export async function selectDocumentsBeside(connection: Connection, source_id: string): Promise<string[]> {
  const { rows } = await connection.query(
    `select d.id::text as id from class_sources s join documents d on d.class_group_id = s.class_group_id
     where s.id = $1::uuid and d.status = 'COMPLETED'`,
    [source_id],
  )
  return rows.map(({ id }) => String(id))
}
