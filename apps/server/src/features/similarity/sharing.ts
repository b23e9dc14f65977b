import type { Connection } from '../../services/database/database.ts'
import type { Compared } from './comparison/store.ts'
import { selectClosest, selectIsComparing } from './sharing-store.ts'

/** For each of these documents the one with which it shares most words, by document id. */
export function readClosest(
  connection: Connection,
  teacher_id: string,
  ids: string[],
): Promise<Map<string, { words: number; other: string }>> {
  return selectClosest(connection, teacher_id, ids)
}

/** Whether these documents, or without them any of the teacher's, are being compared. */
export function isComparing(
  connection: Connection,
  teacher_id: string,
  compared: Compared | null,
): Promise<boolean> {
  return selectIsComparing(connection, teacher_id, compared)
}
