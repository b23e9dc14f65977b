import { setImmediate } from 'node:timers/promises'
import { countWords } from '@penmark/detector/words'
import { type History, historyWithPauses, type Receipt, type RecordEntry } from '@penmark/writing'
import type { CheckedRecord, HashedBatch } from './read-record.ts'

/** The entries of these batches in order, with when each batch was received. */
export function receivedEntries(batches: readonly HashedBatch[]): { entries: RecordEntry[]; receipts: Receipt[] } {
  const entries: RecordEntry[] = []
  const receipts: Receipt[] = []
  for (const batch of batches) {
    receipts.push({ first: entries.length, at: batch.received_at.getTime() })
    for (const entry of batch.entries) entries.push(entry)
  }
  return { entries, receipts }
}

function historyOf(batches: readonly HashedBatch[]): Promise<History> {
  const { entries, receipts } = receivedEntries(batches)
  return historyWithPauses(entries, receipts, countWords, () => setImmediate())
}

/** The history of a record. An altered record may not lead to a text; then its unchanged beginning is used. */
export async function historyOfRecord({ batches, intact, integrity }: CheckedRecord): Promise<History> {
  try {
    return await historyOf(batches)
  } catch (error) {
    if (integrity === 'intact') throw error
    return historyOf(batches.slice(0, intact))
  }
}
