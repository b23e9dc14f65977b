import { applyEntry, emptyDocument, type RecordEntry, writingSchema } from '@penmark/writing'
import type { Node } from 'prosemirror-model'
import type { Connection } from '../../../../services/database/database.ts'
import type { Encryption } from '../../../../services/storage/encryption.ts'
import { decodeBatches, decodeText } from '../record/body.ts'
import { selectBatchesFromVersion, selectLastEntries } from '../record/store.ts'
import { type SubmissionRow, selectOptionalText } from './store.ts'

/** A text after its last batch, with what is needed to take the next one. */
export interface CurrentText {
  document: Node
  version: number
  /** Hash of the last batch; null before the first. It identifies the state of the record. */
  hash: string | null
  /** Number of the last batch; 0 before the first. */
  seq: number
  /** The number of the last stored entry of each editor. */
  lastEntryNumbers: ReadonlyMap<string, number>
  /** Version of the stored copy of the text; the steps since then are in the record alone. */
  storedVersion: number
}

type Version = Pick<SubmissionRow, 'id' | 'version' | 'hash'>

const rowsAtOnce = 200

export const isStep = (entry: RecordEntry): entry is Extract<RecordEntry, { kind: 'step' }> =>
  entry.kind === 'step'

/** The steps of a record that follow a version, read a few rows at a time. */
export async function* stepsAfter(
  connection: Connection,
  encryption: Encryption,
  submission_id: string,
  version: number,
) {
  let next = version
  for (;;) {
    const rows = await selectBatchesFromVersion(connection, submission_id, next, rowsAtOnce)
    for (const { seq, body, first_version, step_count } of rows) {
      const steps = decodeBatches(encryption, submission_id, seq, body).flatMap(({ entries }) =>
        entries.filter(isStep),
      )
      if (steps.length !== step_count)
        throw new Error('A stored batch does not hold as many steps as it says.')
      yield* steps.slice(next - first_version)
      next = first_version + step_count
    }
    if (rows.length < rowsAtOnce) return
  }
}

/** Reads a text: its stored copy, and the steps that came after it. */
async function readDocument(
  connection: Connection,
  encryption: Encryption,
  { id, version }: Version,
): Promise<{ document: Node; storedVersion: number }> {
  const stored = version === 0 ? null : await selectOptionalText(connection, id)
  let document =
    stored === null ? emptyDocument() : writingSchema.nodeFromJSON(decodeText(encryption, id, stored.body))
  const storedVersion = stored?.version ?? 0
  let currentVersion = storedVersion
  if (currentVersion < version) {
    for await (const step of stepsAfter(connection, encryption, id, currentVersion)) {
      document = applyEntry(document, step)
      currentVersion += 1
      if (currentVersion === version) break
    }
  }
  if (currentVersion !== version) throw new Error('The record of a text does not lead to its version.')
  return { document, storedVersion }
}

export interface CurrentTexts {
  /** The text at the version of this row, which the caller has locked or just read. */
  read(connection: Connection, row: Version): Promise<CurrentText>
  /** Remembers a text. Only call it once the transaction that wrote it has committed. */
  remember(submission_id: string, text: CurrentText): void
}

/** Units of document size that are kept in memory: a text of 1,000 words has about 6,000. */
const maximumUnits = 5_000_000

/** A cache of texts. The database decides which state is current; the cache only saves reading it. */
export function createCurrentTexts(encryption: Encryption): CurrentTexts {
  const cache = new Map<string, CurrentText>()
  let units = 0
  const evict = (id: string) => {
    units -= cache.get(id)?.document.nodeSize ?? 0
    cache.delete(id)
  }
  return {
    async read(connection, row) {
      const known = cache.get(row.id)
      if (known && known.hash === row.hash && known.version === row.version) return known
      const ends = await selectLastEntries(connection, row.id)
      return {
        ...(await readDocument(connection, encryption, row)),
        version: row.version,
        hash: row.hash,
        seq: Math.max(0, ...ends.map(({ seq }) => seq)),
        lastEntryNumbers: new Map(ends.map(({ client, last_n }) => [client, last_n])),
      }
    },
    remember(submission_id, text) {
      evict(submission_id)
      cache.set(submission_id, text)
      units += text.document.nodeSize
      // The first of a map is the one that was written longest ago.
      for (const id of cache.keys()) {
        if (units <= maximumUnits) break
        evict(id)
      }
    },
  }
}
