import type { Connection } from '../../../services/database/database.ts'
import { decideStanding } from './rules.ts'
import { selectCountedFrom, selectJudgedForUpdate, selectUncounted, updateStandings } from './store.ts'

/** Rows that are locked and written at once. */
const documentsAtOnce = 500

/**
 * Decides anew how documents stand, in the transaction of whatever has changed. Every feature that changes
 * something of a document that its standing is decided by calls this.
 */
export async function refreshStandings(connection: Connection, ids: readonly string[]): Promise<void> {
  const sorted = [...new Set(ids)].sort()
  for (let start = 0; start < sorted.length; start += documentsAtOnce) {
    const judged = await selectJudgedForUpdate(connection, sorted.slice(start, start + documentsAtOnce))
    await updateStandings(
      connection,
      judged.map(({ id, document, evidence }) => ({ id, ...decideStanding(document, evidence) })),
    )
  }
}

/** Documents of earlier versions that have no standing yet. */
export function listUncounted(connection: Connection, limit: number): Promise<string[]> {
  return selectUncounted(connection, limit)
}

/** Some documents with a standing, in the order of their ids from this one on. */
export function listCountedFrom(connection: Connection, id: string, limit: number): Promise<string[]> {
  return selectCountedFrom(connection, id, limit)
}

/** Locks documents and tells what their rows say of their standing, in a form that can be compared. */
export async function readStandings(
  connection: Connection,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const judged = await selectJudgedForUpdate(connection, ids)
  return new Map(judged.map(({ id, stored }) => [id, JSON.stringify(stored)]))
}
