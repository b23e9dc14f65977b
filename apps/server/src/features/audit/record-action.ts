import type { Connection } from '../../database/database.ts'
import type { Owner } from '../../http/caller.ts'
import { insertEntry, type NewEntry } from './store.ts'

/**
 * Records what an administrator does, and what a teacher does that changes what reports are compared with, takes a case out of the
 * product or lets a student into it, in the same transaction, so that neither happens without the other. `details` hold our own figures and words, never a person's
 * name or text.
 */
export function recordAction(connection: Connection, administrator: Owner, entry: Omit<NewEntry, 'administrator_id'>): Promise<void> {
  return insertEntry(connection, { ...entry, administrator_id: administrator.teacher_id })
}

/** Records what happens without an account: what a student does at a private link, or the end of its time. The same rules hold for `details`. */
export function recordEvent(connection: Connection, entry: Omit<NewEntry, 'administrator_id'>): Promise<void> {
  return insertEntry(connection, { ...entry, administrator_id: null })
}
