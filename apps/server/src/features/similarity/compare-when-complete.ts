import { Problem } from '@penmark/contract'
import type { Connection } from '../../services/database/database.ts'
import { hasPending, listScopes } from '../documents/index.ts'
import { lockCompared, lockWaiting, selectAssignmentText } from './comparison/due-store.ts'
import type { Compared } from './comparison/store.ts'
import { insertAndSend } from './comparisons.ts'

/** Starts a comparison unless the documents are too few, too many or too long for one. */
async function compareIfPossible(
  connection: Connection,
  teacher_id: string,
  compared: Compared,
): Promise<void> {
  try {
    await insertAndSend(
      connection,
      teacher_id,
      compared,
      await selectAssignmentText(connection, teacher_id, compared),
    )
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

/**
 * Compares the classes of these documents, or the uploads of those without a class, once nothing in them is
 * waiting any more. The text of the assignment is that of the last comparison. Several documents may end at
 * once in transactions that do not see each other: the lock lets the last of them see all others.
 */
export async function compareWhenComplete(connection: Connection, document_ids: string[]): Promise<void> {
  for (const { teacher_id, scope } of await listScopes(connection, document_ids)) {
    await lockCompared(connection, teacher_id, scope)
    if (await hasPending(connection, teacher_id, scope)) continue
    if (await lockWaiting(connection, teacher_id, scope)) continue
    await compareIfPossible(connection, teacher_id, scope)
  }
}
