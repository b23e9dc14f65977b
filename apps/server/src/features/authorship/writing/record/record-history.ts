import { setImmediate } from 'node:timers/promises'
import { countWords } from '@penmark/detector/words'
import {
  type DatedEntry,
  type History,
  historyWithPauses,
  type Receipt,
  type RecordEntry,
} from '@penmark/writing'
import type { Connection } from '../../../../services/database/database.ts'
import type { Encryption } from '../../../../services/storage/encryption.ts'
import { type CheckedRecord, checkRecord, type HashedBatch, type RecordState } from './read-record.ts'

/** The entries of these batches in order, with when each batch was received. */
function receivedEntries(batches: readonly HashedBatch[]): { entries: RecordEntry[]; receipts: Receipt[] } {
  const entries: RecordEntry[] = []
  const receipts: Receipt[] = []
  for (const batch of batches) {
    receipts.push({ first: entries.length, at: batch.received_at.getTime() })
    for (const entry of batch.entries) entries.push(entry)
  }
  return { entries, receipts }
}

/** When the entries of a record were made and received. */
export interface ArrivedRecord extends Pick<CheckedRecord, 'integrity'> {
  entries: DatedEntry[]
  receipts: Receipt[]
}

export const arrivedOf = ({ batches, integrity }: CheckedRecord): ArrivedRecord => ({
  ...receivedEntries(batches),
  integrity,
})

/** Reads a record without keeping its changes, which take most of the memory. */
export async function readArrivedRecord(
  connection: Connection,
  encryption: Encryption,
  state: RecordState,
): Promise<ArrivedRecord> {
  const entries: DatedEntry[] = []
  const receipts: Receipt[] = []
  const { integrity } = await checkRecord(connection, encryption, state, (batch) => {
    receipts.push({ first: entries.length, at: batch.received_at.getTime() })
    for (const { at, client, kind } of batch.entries) entries.push({ at, client, kind })
  })
  return { entries, receipts, integrity }
}

function historyOf(batches: readonly HashedBatch[]): Promise<History> {
  const { entries, receipts } = receivedEntries(batches)
  return historyWithPauses(entries, receipts, countWords, () => setImmediate())
}

/**
 * The history of a record. An altered record may not lead to a text; then its unchanged beginning is used.
 */
export async function historyOfRecord({ batches, intact, integrity }: CheckedRecord): Promise<History> {
  try {
    return await historyOf(batches)
  } catch (error) {
    if (integrity === 'intact') throw error
    return historyOf(batches.slice(0, intact))
  }
}
