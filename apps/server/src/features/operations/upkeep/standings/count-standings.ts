import type { Database } from '../../../../services/database/database.ts'
import type { Encryption } from '../../../../services/storage/encryption.ts'
import { listUncounted } from '../../../documents/index.ts'
import { gatherEvidence } from './gather-evidence.ts'

/** Small, so that a transaction holds the rows of few teachers, for a moment. */
const documentsAtOnce = 50

/**
 * Decides how the documents of an earlier version stand, batch by batch. It goes on where it was interrupted,
 * because a document without a standing is one that it has not reached.
 */
export async function countStandings(
  { database, encryption }: { database: Database; encryption: Encryption },
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    if (signal?.aborted) return
    const count = await database.transaction(async (connection) => {
      const ids = await listUncounted(connection, documentsAtOnce)
      if (ids.length > 0) await gatherEvidence(connection, encryption, ids)
      return ids.length
    })
    if (count < documentsAtOnce) return
  }
}
