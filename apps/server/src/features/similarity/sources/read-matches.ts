import type { SourceMatch } from '@penmark/contract'
import type { Connection } from '../../../services/database/database.ts'
import { type MatchRow, selectMatches } from './match-store.ts'

export function toSourceMatch({
  id,
  source_id,
  name,
  kind,
  class_name,
  academic_year,
  words,
  share,
}: MatchRow): SourceMatch {
  return { id, source_id, name, kind, class_name, academic_year, words, share }
}

/** What these documents share with the sources of their classes, the most words first, by document id. */
export async function readSourceMatches(
  connection: Connection,
  teacher_id: string,
  document_ids: readonly string[],
): Promise<Map<string, SourceMatch[]>> {
  const found = new Map<string, SourceMatch[]>(document_ids.map((id) => [id, []]))
  for (const row of await selectMatches(connection, teacher_id, document_ids))
    found.get(row.document_id)?.push(toSourceMatch(row))
  return found
}
