import { applyEntry, emptyDocument, type RecordEntry, writingSchema } from '@penmark/writing'
import type { Node } from 'prosemirror-model'
import type { Connection } from '../../../database/database.ts'
import type { Sealer } from '../../../outside/storage/sealer.ts'
import { decodeBatches, decodeText } from '../record/body.ts'
import { selectBatchesFromVersion, selectEnds } from '../record/store.ts'
import { type SubmissionRow, selectOptionalText } from './store.ts'

/** A text after its last batch, with what is needed to take the next one. */
export interface CurrentText {
  document: Node
  version: number
  /** Of the last batch; null before the first. Says which state of the record this is. */
  hash: string | null
  /** Number of the last batch; 0 before the first. */
  seq: number
  /** The number of the last stored entry of each editor. */
  lastNs: ReadonlyMap<string, number>
  /** Version of the stored copy of the text; the steps since then are in the record alone. */
  storedVersion: number
}

type Version = Pick<SubmissionRow, 'id' | 'version' | 'hash'>

const rowsAtOnce = 200

export const isStep = (entry: RecordEntry): entry is Extract<RecordEntry, { kind: 'step' }> => entry.kind === 'step'

/** The steps of a record that follow a version, read a few rows at a time. */
export async function* stepsAfter(connection: Connection, sealer: Sealer, submission_id: string, version: number) {
  let next = version
  for (;;) {
    const rows = await selectBatchesFromVersion(connection, submission_id, next, rowsAtOnce)
    for (const { seq, body, first_version, step_count } of rows) {
      const steps = decodeBatches(sealer, submission_id, seq, body).flatMap(({ entries }) => entries.filter(isStep))
      if (steps.length !== step_count) throw new Error('A stored batch holds another number of steps than it says.')
      yield* steps.slice(next - first_version)
      next = first_version + step_count
    }
    if (rows.length < rowsAtOnce) return
  }
}

/** Reads a text: its stored copy, and the steps that came after it. */
async function readDocument(
  connection: Connection,
  sealer: Sealer,
  { id, version }: Version,
): Promise<{ document: Node; storedVersion: number }> {
  const stored = version === 0 ? null : await selectOptionalText(connection, id)
  let document = stored === null ? emptyDocument() : writingSchema.nodeFromJSON(decodeText(sealer, id, stored.body))
  const storedVersion = stored?.version ?? 0
  let reached = storedVersion
  if (reached < version) {
    for await (const step of stepsAfter(connection, sealer, id, reached)) {
      document = applyEntry(document, step)
      reached += 1
      if (reached === version) break
    }
  }
  if (reached !== version) throw new Error('The record of a text does not lead to its version.')
  return { document, storedVersion }
}

export interface CurrentTexts {
  /** The text at the version of this row, which the caller holds or has just read. */
  read(connection: Connection, row: Version): Promise<CurrentText>
  /** Remembers a text. Only call it once the transaction that wrote it has committed. */
  keep(submission_id: string, text: CurrentText): void
}

/** Units of document size that are kept in memory: a text of 1,000 words has about 6,000. */
const keptUnits = 5_000_000

/** Texts by the last batch of their record. The database decides which state is the current one; the memory only saves reading it. */
export function createCurrentTexts(sealer: Sealer): CurrentTexts {
  const kept = new Map<string, CurrentText>()
  let units = 0
  const forget = (id: string) => {
    units -= kept.get(id)?.document.nodeSize ?? 0
    kept.delete(id)
  }
  return {
    async read(connection, row) {
      const known = kept.get(row.id)
      if (known && known.hash === row.hash && known.version === row.version) return known
      const ends = await selectEnds(connection, row.id)
      return {
        ...(await readDocument(connection, sealer, row)),
        version: row.version,
        hash: row.hash,
        seq: Math.max(0, ...ends.map(({ seq }) => seq)),
        lastNs: new Map(ends.map(({ client, last_n }) => [client, last_n])),
      }
    },
    keep(submission_id, text) {
      forget(submission_id)
      kept.set(submission_id, text)
      units += text.document.nodeSize
      // The first of a map is the one that was written longest ago.
      for (const id of kept.keys()) {
        if (units <= keptUnits) break
        forget(id)
      }
    },
  }
}
