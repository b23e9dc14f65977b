import type { Connection } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { insertEntry, type NewEntry } from './store.ts'

/**
 * Writes down what an administrator does, in the transaction that does it: neither happens without the other. `details` are figures and words
 * of ours, never a name or a text of somebody.
 */
export function recordAction(connection: Connection, administrator: Owner, entry: Omit<NewEntry, 'administrator_id'>): Promise<void> {
  return insertEntry(connection, { ...entry, administrator_id: administrator.teacher_id })
}
