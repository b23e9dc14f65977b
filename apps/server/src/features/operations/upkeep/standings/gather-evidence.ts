import type { Connection } from '../../../../services/database/database.ts'
import type { Encryption } from '../../../../services/storage/encryption.ts'
import { recordKnownInsertions } from '../../../authorship/index.ts'
import { recordKnownCases } from '../../../cases/index.ts'
import { readCardBases, recordCompleted } from '../../../documents/index.ts'
import { recordKnownPairs } from '../../../similarity/index.ts'

/**
 * Records again all that the features know of documents that bears on how they stand, and decides that anew.
 * Nothing changes if every feature has recorded what it knew when it came to know it.
 */
export async function gatherEvidence(
  connection: Connection,
  encryption: Encryption,
  ids: readonly string[],
): Promise<void> {
  const bases = await readCardBases(connection, [...ids])
  // First, because only a document without any evidence may have an answer that nobody has seen.
  await recordKnownCases(connection, ids)
  await recordKnownPairs(connection, ids)
  await recordKnownInsertions(connection, encryption, ids)
  await recordCompleted(
    connection,
    ids.map((document_id) => ({ document_id, facts: bases.get(document_id)?.facts ?? [] })),
  )
}
