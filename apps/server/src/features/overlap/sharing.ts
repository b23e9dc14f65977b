import type { Connection } from '../../database/database.ts'
import {
  type ComparedSince,
  type Sharing,
  selectClosest,
  selectIsComparing,
  selectSharing,
} from './sharing-store.ts'
import type { Compared } from './store.ts'

/** How many documents share a telling passage, and in which comparison two share most; null if none does. */
export function readSharing(
  connection: Connection,
  teacher_id: string,
  compared: ComparedSince,
): Promise<Sharing | null> {
  return selectSharing(connection, teacher_id, compared)
}

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
