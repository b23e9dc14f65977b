import { countWords } from '@penmark/detector/words'
import { type Summary, summariseHistory } from '@penmark/writing'
import type { Connection } from '../../../../services/database/database.ts'
import type { Encryption } from '../../../../services/storage/encryption.ts'
import { recordInserted } from '../../../documents/index.ts'
import { type RecordState, readCheckedRecord } from './read-record.ts'
import { historyOfRecord } from './record-history.ts'
import { selectOfDocuments } from './store.ts'

interface LargestInsertion {
  /** The most words that came into the text at once, and which share of it they are. */
  words: number
  share: number
  /** A stretch came key by key, faster than anybody types. Dictation sends whole words, and is honest. */
  isTooFast: boolean
}

type Summed = Pick<Summary, 'words' | 'pastes' | 'insertions' | 'fastest_stretch'>

function largestInsertion({ words, pastes, insertions, fastest_stretch }: Summed): LargestInsertion {
  const largest = Math.max(pastes.largest_words, insertions.largest_words)
  return {
    words: largest,
    share: words === 0 ? 0 : Math.min(1, largest / words),
    isTooFast: fastest_stretch?.pieces === 'characters',
  }
}

/** The same of a record. */
export async function readLargestInsertion(
  connection: Connection,
  encryption: Encryption,
  submission: RecordState,
): Promise<LargestInsertion> {
  const record = await readCheckedRecord(connection, encryption, submission)
  return largestInsertion(summariseHistory(await historyOfRecord(record), countWords))
}

/** Records the most that was inserted at once in those of these documents that were written here. */
export async function recordKnownInsertions(
  connection: Connection,
  encryption: Encryption,
  document_ids: readonly string[],
): Promise<void> {
  for (const { document_id, ...submission } of await selectOfDocuments(connection, document_ids))
    if (document_id !== null)
      await recordInserted(
        connection,
        document_id,
        await readLargestInsertion(connection, encryption, submission),
      )
}
