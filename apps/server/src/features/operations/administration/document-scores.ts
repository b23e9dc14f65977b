import type { DocumentScores } from '@penmark/contract'
import type { Owner } from '../../../http/caller.ts'
import { readLatestAction, recordAction } from '../../../services/audit/audit.ts'
import type { Connection, Database } from '../../../services/database/database.ts'

const switchOn = 'document-scores.switch-on'
const switchOff = 'document-scores.switch-off'

/** The audit log is the switch, so that nobody sees a score whose showing it does not record. */
export async function readDocumentScores(
  connection: Connection,
  administrator: Owner,
): Promise<DocumentScores> {
  const latest = await readLatestAction(connection, administrator, [switchOn, switchOff])
  return { is_shown: latest === switchOn }
}

/** Repeating changes nothing. */
export function switchDocumentScores(
  database: Database,
  { is_shown }: DocumentScores,
  administrator: Owner,
): Promise<DocumentScores> {
  return database.transaction(async (connection) => {
    const before = await readDocumentScores(connection, administrator)
    if (before.is_shown !== is_shown)
      await recordAction(connection, administrator, {
        action: is_shown ? switchOn : switchOff,
        target_id: 'document-scores',
      })
    return { is_shown }
  })
}
