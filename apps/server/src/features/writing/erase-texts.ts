import type { Connection } from '../../database/database.ts'
import { deleteSubmissions } from './store.ts'

/** Erases texts with their links and records, when their retention ends. Documents that were handed in are not touched. */
export function eraseTexts(connection: Connection, ids: string[]): Promise<void> {
  return deleteSubmissions(connection, ids)
}
