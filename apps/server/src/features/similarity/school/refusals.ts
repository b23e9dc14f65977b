import type { Connection } from '../../../services/database/database.ts'
import { type MatchSide, selectOtherSide } from './match-store.ts'
import { selectIsRefused } from './refusal-store.ts'

/** Whether the colleague refused to show the other document, of whichever text of the asker it was. */
export async function isRefused(connection: Connection, match: MatchSide): Promise<boolean> {
  const other = await selectOtherSide(connection, match)
  if (!other) return false
  const { teacher_id, other_teacher_id, other_document_id } = match
  return selectIsRefused(connection, {
    teacher_id,
    other_teacher_id,
    other_document_id,
    text_hash: other.text_hash,
  })
}
