import { and, eq, or, sql } from 'drizzle-orm'
import type { Connection } from '../../../services/database/database.ts'
import { deleteMeetings, recordMeetings } from './meetings.ts'
import { comparisonRequests, type SchoolMatchRow, schoolMatches } from './tables.ts'

/**
 * Replaces the matches that were found when this document was compared; those that the other document found
 * stay. Rows are written in one order, and by one transaction at a time (`lockSchoolCompared`).
 */
export async function replaceMatches(
  connection: Connection,
  document_id: string,
  rows: SchoolMatchRow[],
): Promise<void> {
  const { orm } = connection
  const isOf = or(
    eq(schoolMatches.document_id, document_id),
    eq(schoolMatches.other_document_id, document_id),
  )
  await orm.delete(schoolMatches).where(and(isOf, eq(schoolMatches.found_by, document_id)))
  if (rows.length > 0) {
    const newer = (column: string) => sql.raw(`excluded.${column}`)
    const names = ['found_by', 'text_hash', 'told_words', 'told_part', 'words', 'share', 'passages'] as const
    await orm
      .insert(schoolMatches)
      .values(rows)
      .onConflictDoUpdate({
        target: [schoolMatches.document_id, schoolMatches.other_document_id],
        set: Object.fromEntries(names.map((name) => [name, newer(name)])),
      })
  }
  await connection.query(
    `delete from comparison_requests r where (r.document_id = $1::uuid or r.other_document_id = $1::uuid) and not exists (
       select 1 from school_matches m where m.document_id = r.document_id and m.other_document_id = r.other_document_id)`,
    [document_id],
  )
}

/** Deletes everything that was found, and every request and consent. The audit log keeps the counts. */
export async function deleteAllMatches(connection: Connection, now: Date): Promise<void> {
  await connection.orm.delete(comparisonRequests)
  await connection.orm.delete(schoolMatches)
  await recordMeetings(connection, now)
  await deleteMeetings(connection)
}

/** Matches read of each document at most, beyond what any list shows. */
const matchesRead = 1_000

/** One side of a match, with the day on which the other document was handed in. */
export type MatchSide = SchoolMatchRow & { handed_in_on: string }

/**
 * The teacher's side of matches, by what is told of them: the most words first, then the newest. Those with an account that is being erased are left
 * out.
 */
export async function selectMatches(
  connection: Connection,
  teacher_id: string,
  by: { documents: string[] } | { id: string },
): Promise<MatchSide[]> {
  const isById = 'id' in by
  const { rows } = await connection.query(
    `select m.id, m.teacher_id, m.document_id, m.other_teacher_id, m.other_document_id, m.found_by, m.text_hash, m.told_words, m.told_part, m.words, m.share, m.passages,
       to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD') as handed_in_on
     from school_matches m
     join documents d on d.id = m.other_document_id
     join teachers t on t.id = m.other_teacher_id and t.erasing_since is null
     where m.teacher_id = $1::uuid and ${isById ? 'm.id = $2::uuid' : 'm.document_id = any($2::uuid[])'}
     order by m.told_words desc, d.created_at desc, m.id limit ${matchesRead}`,
    [teacher_id, isById ? by.id : by.documents],
  )
  return rows as unknown as MatchSide[]
}

/** The other side of a match, for what both teachers may read once they agreed. */
export async function selectOtherSide(
  { orm }: Connection,
  { document_id, other_document_id }: Pick<SchoolMatchRow, 'document_id' | 'other_document_id'>,
): Promise<SchoolMatchRow | null> {
  const [row] = await orm
    .select()
    .from(schoolMatches)
    .where(
      and(eq(schoolMatches.document_id, other_document_id), eq(schoolMatches.other_document_id, document_id)),
    )
  return row ?? null
}
