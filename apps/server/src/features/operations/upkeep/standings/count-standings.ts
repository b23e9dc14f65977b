import type { Database } from '../../../../services/database/database.ts'
import type { Sealer } from '../../../../services/storage/sealer.ts'
import { listUncounted } from '../../../documents/index.ts'
import { gatherEvidence } from './gather-evidence.ts'

/** Small, so that a transaction holds the rows of few teachers, for a moment. */
const documentsAtOnce = 50

/**
 * Decides how the documents of an earlier version stand, batch by batch. It goes on where it was interrupted,
 * because a document without a standing is one that it has not reached.
 */
export async function countStandings(
  { database, sealer }: { database: Database; sealer: Sealer },
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    if (signal?.aborted) return
    const count = await database.transaction(async (connection) => {
      const ids = await listUncounted(connection, documentsAtOnce)
      if (ids.length > 0) await gatherEvidence(connection, sealer, ids)
      return ids.length
    })
    if (count < documentsAtOnce) return
  }
}
