import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../../../services/database/database.ts'
import { channels, type StandingEvent } from '../../../../services/observe/channels.ts'
import type { Encryption } from '../../../../services/storage/encryption.ts'
import { listCountedFrom, readStandings } from '../../../documents/index.ts'
import { gatherEvidence } from './gather-evidence.ts'

interface CheckDependencies {
  database: Database
  encryption: Encryption
  logger: Pick<Logger, 'error' | 'info'>
}

/** Documents that one check looks at, a few in each transaction. */
const sample = { batches: 20, documents: 25 } as const

/** Ends a transaction without a change. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/** Which of some documents stand otherwise than all that is known of them says. */
async function differing({ database, encryption }: CheckDependencies): Promise<string[]> {
  const found: string[] = []
  await database
    .transaction(async (connection) => {
      const ids = await listCountedFrom(connection, randomUUID(), sample.documents)
      const before = await readStandings(connection, ids)
      await gatherEvidence(connection, encryption, ids)
      const after = await readStandings(connection, ids)
      found.push(...ids.filter((id) => before.get(id) !== after.get(id)))
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  return found
}

/**
 * Decides anew how a random sample of documents stands, and reports those that are stored otherwise: a feature
 * did not say what it knew. Corrects nothing, because the cause is a defect.
 */
export async function checkStandings(
  dependencies: CheckDependencies,
  signal?: AbortSignal,
): Promise<string[]> {
  const found = new Set<string>()
  for (let batch = 0; batch < sample.batches && !signal?.aborted; batch++)
    for (const id of await differing(dependencies)) found.add(id)
  const event: StandingEvent = { differing: found.size }
  channels.standing.publish(event)
  for (const document_id of found)
    dependencies.logger.error({ document_id }, 'A document stands otherwise than what is known of it says')
  return [...found]
}
